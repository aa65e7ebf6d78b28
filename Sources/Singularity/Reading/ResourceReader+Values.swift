import Foundation
import Nexus

// Decoding of values, and the words for its errors.

extension ResourceReader {
  /// Reads a value of a type, which must know each field of the objects that it reads.
  func read<Value: Decodable>(_ type: Value.Type, from node: Node) -> Value? {
    let fields = UnknownValueFields()
    do {
      let decoder = ResourceDecoder(
        base: node.decoder, isPropertyList: file.format == .propertyList, fields: fields)
      let value = try decoder.decode(type)
      let faulty = fields.objects.filter { !$0.unknown.isEmpty }
      for object in faulty { refuse(object.unknown, at: object.path) }
      return faulty.isEmpty ? value : nil
    } catch {
      var (site, reason) = (node.site, error.reason)
      if !findings.isFull, let path = (error as? DecodingError)?.path {
        let index = file.outline.index(of: path)
        // If the type used another decoder, the path of the error may lead out of the value.
        if file.outline.isValue(index, within: site.value) {
          site = ResourceSite(file: file, value: index)
          // A superclass reads a field that is not there as null.
          if let key = path.last, key.intValue == nil, file.outline.name(of: index) != key.stringValue {
            reason = DecodingError.missing(key)
          }
        }
      }
      findings.add(
        .unreadableValue, at: site, possible: site.value == node.site.value ? Cases.words(of: type) : [],
        .texts(TypeName(type).description, reason))
      return nil
    }
  }

  private func refuse(_ names: [String], at path: [any CodingKey]) {
    for child in file.outline.children(of: file.outline.index(of: path)) {
      guard let name = file.outline.name(of: child), names.contains(name) else { continue }
      findings.add(.unknownField, at: ResourceSite(file: file, value: child), isField: true, .text(name.quoted))
    }
  }
}

// MARK: - Errors of decoders

extension DecodingError {
  fileprivate var path: [any CodingKey] {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context.codingPath
    @unknown default: []
    }
  }
}

extension DecodingError {
  fileprivate static func missing(_ key: any CodingKey) -> String { "the field \(key.stringValue.quoted) is missing" }

  /// Returns the name of a type with its article; collections are an array or an object, as in a file.
  fileprivate static func word(for type: Any.Type) -> String {
    let name = TypeName(type).description
    // Every other type that Swift writes in brackets has the name of a dictionary.
    if name.hasPrefix("[") { return String(reflecting: type).hasPrefix("Swift.Array<") ? "an array" : "an object" }
    // `UInt` and `URL` take "a" because they begin with the sound of "you".
    return (name.first.map("AEIO".contains) ?? false ? "an " : "a ") + name
  }
}

extension Error {
  /// The reason why a value cannot be read, as a clause.
  var reason: String {
    guard let error = self as? DecodingError else { return String(describing: self).withoutFullStop }
    switch error {
    case .typeMismatch(is Int.Type, let context) where context.debugDescription.contains("key"):
      // The keys of this dictionary are numbers.
      return "the name of a field is not a number"
    case .typeMismatch(let type, _), .valueNotFound(let type, _): return "this is not \(DecodingError.word(for: type))"
    case .keyNotFound(let key, _): return DecodingError.missing(key)
    case .dataCorrupted(let context):
      let text = context.debugDescription
      // Foundation's text repeats the number, which the finding shows already.
      return text.hasPrefix("Parsed ") || text.hasPrefix("Invalid <") ? "the number does not fit" : text.withoutFullStop
    @unknown default: return String(describing: error).withoutFullStop
    }
  }
}
