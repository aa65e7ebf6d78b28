/// Finds the fields of objects that the types which read a value do not know.
///
/// Each type reads fields by its own keys. A field without a key in any of the types is most likely misspelt.
final class UnknownValueFields {
  /// An object, and its fields without a key.
  struct IncompleteObject {
    let path: [any CodingKey]
    fileprivate(set) var unknown: [String]
  }

  /// The objects that were read, in the order of their first reads.
  private(set) var objects: [IncompleteObject] = []
  private var indices: [[String]: Int] = [:]

  /// Notes that an object is read by the keys of a type.
  func note<Key: CodingKey>(_ type: Key.Type, of decoder: any Decoder) {
    let path = decoder.codingPath
    let name = path.map(\.stringValue)
    // The keys of a dictionary accept every name.
    let fields = (try? decoder.container(keyedBy: FieldName.self).allKeys.map(\.stringValue)) ?? []
    let unread = fields.filter { Key(stringValue: $0) == nil && Int($0).flatMap { Key(intValue: $0) } == nil }
    if let index = indices[name] {
      // A type may read one object by several types of keys.
      objects[index].unknown.removeAll { !unread.contains($0) }
    } else {
      indices[name] = objects.count
      objects.append(IncompleteObject(path: path, unknown: unread))
    }
  }

  /// Notes that a superclass reads the field `super` of an object, for which its subclass has no key.
  func noteSuper(at path: [any CodingKey]) {
    if let index = indices[path.map(\.stringValue)] { objects[index].unknown.removeAll { $0 == "super" } }
  }
}
