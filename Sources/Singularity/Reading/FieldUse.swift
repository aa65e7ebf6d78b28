/// Notes which fields of the objects in a value are known to the types that read it.
///
/// A type asks for fields by keys of its own. A field that is none of its keys is read by no type: it is most likely
/// misspelt.
final class FieldUse {
  /// The fields of an object that no key was for.
  struct Object {
    let path: [any CodingKey]
    fileprivate(set) var unknown: [String]
  }

  /// The objects that were read, in the order in which that began.
  private(set) var objects: [Object] = []
  private var indices: [[String]: Int] = [:]

  /// Notes that an object is read by keys of a type.
  func note<Key: CodingKey>(_ type: Key.Type, of decoder: any Decoder) {
    let path = decoder.codingPath
    let name = path.map(\.stringValue)
    // Those of a dictionary are known whatever they are called.
    let fields = (try? decoder.container(keyedBy: FieldName.self).allKeys.map(\.stringValue)) ?? []
    let unread = fields.filter { Key(stringValue: $0) == nil && Int($0).flatMap { Key(intValue: $0) } == nil }
    if let index = indices[name] {
      // A type may read an object by several kinds of keys.
      objects[index].unknown.removeAll { !unread.contains($0) }
    } else {
      indices[name] = objects.count
      objects.append(Object(path: path, unknown: unread))
    }
  }
}
