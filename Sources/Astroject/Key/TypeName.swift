/// A type's name as people write it.
///
/// No name has an address in it: Swift prints one for private and local types, different from run to run.
struct TypeName: Hashable, Sendable, CustomStringConvertible {
  /// With the modules: `App.Store<App.User>`.
  let qualified: String
  /// Without them: `Store<User>`.
  let description: String

  init(_ type: Any.Type) {
    qualified = TypeName.withoutContexts(String(reflecting: type))
    description = TypeName.withoutModules(qualified)
  }

  /// The module of the outermost type.
  var module: Substring { qualified.prefix { $0 != "." } }

  /// Whether one is `any T` where the other is `T`.
  func isExistential(of other: TypeName) -> Bool { qualified == "any " + other.qualified }

  /// Drops each `(unknown context at $1f00).`.
  private static func withoutContexts(_ name: String) -> String {
    var rest = name[...]
    var result = ""
    while let open = rest.range(of: "(unknown context at ") {
      result += rest[..<open.lowerBound]
      rest = rest[open.upperBound...].drop { $0 != ")" }.dropFirst()
      if rest.first == "." { rest = rest.dropFirst() }
    }
    return result + rest
  }

  /// Drops the first component of each dotted name.
  private static func withoutModules(_ name: String) -> String {
    var result = ""
    var component = ""
    var isFirst = true
    for character in name {
      if character == ".", isFirst, !component.isEmpty {
        component = ""
        isFirst = false
      } else if character == "." || character == "_" || character.isLetter || character.isNumber {
        component.append(character)
      } else {
        result += component
        result.append(character)
        component = ""
        isFirst = true
      }
    }
    return result + component
  }
}

extension Substring {
  /// The first place where `other` stands. (The standard library's own search needs a newer system than our floor.)
  fileprivate func range(of other: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(other) { return start..<index(start, offsetBy: other.count) }
      start = index(after: start)
    }
    return nil
  }
}
