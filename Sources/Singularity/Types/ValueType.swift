import Foundation
import Nexus

/// The type of a value, as a file writes it, such as `Int`, `[String]`, `[String: Int]` or `App.Limits`.
struct ValueType {
  typealias Readable = any (Decodable & Sendable).Type

  let type: Readable

  /// The names and types of the values that are read without discovery.
  static let builtIn: [(name: String, type: Readable)] = [
    ("String", String.self), ("Bool", Bool.self), ("Int", Int.self), ("Int8", Int8.self), ("Int16", Int16.self),
    ("Int32", Int32.self), ("Int64", Int64.self), ("UInt", UInt.self), ("UInt8", UInt8.self), ("UInt16", UInt16.self),
    ("UInt32", UInt32.self), ("UInt64", UInt64.self), ("Float", Float.self), ("Double", Double.self),
    ("Decimal", Decimal.self), ("Date", Date.self), ("URL", URL.self), ("Data", Data.self), ("Duration", Duration.self),
  ]

  /// All names of the built-in types, unqualified and qualified.
  static var names: [String] { named.keys.sorted() }

  private static let named: [String: Readable] = builtIn.reduce(into: [:]) { named, entry in
    for name in names(of: entry.name) { named[name] = entry.type }
  }

  /// Returns the unqualified and the qualified name of a built-in type.
  static func names(of name: String) -> [String] {
    [name, (["Decimal", "Date", "URL", "Data"].contains(name) ? "Foundation." : "Swift.") + name]
  }

  /// The greatest depth of nested collections, limited because the runtime never releases the metadata of a type.
  private static let deepest = 4

  /// Reads a type as a file writes it.
  ///
  /// - Returns: Nil, after adding a finding, if there is no such type.
  init?(_ text: String, in modules: [String]?, of catalog: TypeCatalog, at site: ResourceSite, _ findings: Findings) {
    guard let type = ValueType.type(text[...], 0, in: modules, of: catalog, at: site, findings) else { return nil }
    self.type = type
  }

  private static func type(
    _ text: Substring, _ depth: Int, in modules: [String]?, of catalog: TypeCatalog, at site: ResourceSite,
    _ findings: Findings
  ) -> Readable? {
    // No declaration can let `Array<Int>` or `Int?` be found by its name.
    let isMalformed =
      text.hasPrefix("[") ? !text.hasSuffix("]") || depth >= deepest : text.contains(where: "<>()?!&".contains)
    if isMalformed {
      findings.add(.wrongValue, at: site, .text("a type such as Int, [String], [String: Int] or App.Limits"))
      return nil
    }
    guard text.hasPrefix("[") else {
      let (name, others) = (String(text), builtIn.map(\.name))
      guard let type = named[name] else {
        return catalog.type(named: name, among: \.values, besides: others, in: modules, at: site, findings) as? Readable
      }
      // A type of the app may have the name of a built-in type.
      let own = catalog.values.records(named: name).map(\.name)
      if own.isEmpty { return type }
      let qualified = named.keys.filter { $0.hasSuffix(".\(name)") } + own
      findings.add(.ambiguousType, at: site, possible: qualified.sorted(), .text(name))
      return nil
    }
    let inner = text.dropFirst().dropLast()
    guard let colon = inner.outerColon else {
      return type(inner.trimmed, depth + 1, in: modules, of: catalog, at: site, findings).map { $0.array }
    }
    let key = inner[..<colon].trimmed
    guard key == "String" || key == "Int" else {
      findings.add(
        .wrongValue, at: site, possible: ["String", "Int"], .text("String or Int for the keys of a dictionary"))
      return nil
    }
    return type(inner[colon...].dropFirst().trimmed, depth + 1, in: modules, of: catalog, at: site, findings)
      .map { key == "Int" ? $0.dictionary(by: Int.self) : $0.dictionary(by: String.self) }
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    var text = self
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return text
  }

  /// The first colon outside brackets.
  fileprivate var outerColon: Index? {
    var depth = 0
    return indices.first { index in
      switch self[index] {
      case "[": depth += 1
      case "]": depth -= 1
      case ":": return depth == 0
      default: break
      }
      return false
    }
  }
}

extension Decodable where Self: Sendable {
  fileprivate static var array: ValueType.Readable { [Self].self }

  fileprivate static func dictionary<Key: Hashable & Decodable & Sendable>(by key: Key.Type) -> ValueType.Readable {
    [Key: Self].self
  }
}
