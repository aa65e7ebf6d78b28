/// Notes which fields of the objects in a value are known to the types that read it.
///
/// A type asks for fields by keys of its own. A field that is none of its keys is read by no type: it is most likely
/// misspelt.
final class FieldUse {
  /// The fields that no key was for, of each object by its path.
  private(set) var unknown: [[String]: [String]] = [:]

  /// Notes that an object is read by keys of a type.
  func note<Key: CodingKey>(_ type: Key.Type, of decoder: any Decoder) {
    let path = decoder.codingPath.map(\.stringValue)
    // Those of a dictionary are known whatever they are called.
    let fields = (try? decoder.container(keyedBy: FieldName.self).allKeys.map(\.stringValue)) ?? []
    let unread = fields.filter { Key(stringValue: $0) == nil && Int($0).flatMap { Key(intValue: $0) } == nil }
    // A type may read an object by several kinds of keys.
    unknown[path] = unknown[path].map { $0.filter(unread.contains) } ?? unread
  }
}
