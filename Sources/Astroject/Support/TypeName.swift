/// The name of a type as it is written in source code: `[String: Int?]`.
///
/// A name contains no address. Swift prints one for private and local types, and it differs from run to run.
package struct TypeName: Sendable, CustomStringConvertible {
  /// The name with modules: `App.Store<App.User>`.
  package let qualified: String
  /// The name without modules: `Store<User>`.
  package var description: String { TypeName.withoutModules(qualified) }

  package init(_ type: Any.Type) { self.init(type, as: .written) }

  @inline(never)
  init(_ type: Any.Type, as form: TypeNameParser.Form) { qualified = TypeNameParser.text(of: type, as: form) }

  /// The last component of the name: `Key` for `Store<User>.Key`.
  var last: Substring {
    let name = description[...]
    let dot = TypeName.outerIndices(of: name).last { name[$0] == "." }
    return dot.map { name[$0...].dropFirst() } ?? name
  }

  /// The last component of the name without a leading `any`.
  var bare: Substring {
    let last = last
    return last.hasPrefix("any ") ? last.dropFirst(4) : last
  }

  /// Returns true if this is `any T` and the other name is `T`.
  func isExistential(of other: TypeName) -> Bool { qualified == "any " + other.qualified }

  /// Removes each `(unknown context at $1f00).`, also if the text ends within it, and replaces each `(Name in _0A1B)`
  /// by `Name`.
  ///
  /// - Parameter isInScope: If true, the types around that of a function are removed, too.
  static func withoutContexts(_ name: String, inScope isInScope: Bool = false) -> String {
    var (rest, result, isFirst, isInContext) = (name[...], "", true, false)
    while true {
      let end = rest.utf8.firstIndex(of: UInt8(ascii: "("))
      let part = end.map { rest[..<$0] } ?? rest
      let shown = isFirst ? part : withoutContext(part)
      let isContext = !isFirst && part.hasPrefix(unknownContext)
      // That of a local type is in that of its function.
      if isInScope, isContext, isInContext {
        let scalars = result.unicodeScalars
        let start = scalars.lastIndex { !$0.isPartOfName }.map(scalars.index(after:)) ?? scalars.startIndex
        result = "\(result[..<start])\(result[start...].prefix { $0 != "." })."
      }
      isInContext = isContext && shown.isEmpty
      result += shown
      guard let end else { return result }
      rest = rest[rest.utf8.index(after: end)...]
      isFirst = false
    }
  }

  /// Returns the text behind a parenthesis without the context that it begins with, or with the parenthesis if there is
  /// none.
  private static func withoutContext(_ text: Substring) -> Substring {
    let inner = Substring(text.unicodeScalars.prefix { $0 != ")" && $0 != "," })
    let rest = text[inner.endIndex...]
    let isClosed = rest.first == ")"
    if inner.hasPrefix(unknownContext), isClosed || rest.isEmpty { return rest.dropFirst(rest.hasPrefix(").") ? 2 : 1) }
    let name = inner.prefix { $0 != " " }
    let place = inner[name.endIndex...]
    let isAddress = place.hasPrefix(" in _") && place.dropFirst(5).allSatisfy(\.isHexDigit)
    return isAddress && isClosed && name != "extension" ? name + rest.dropFirst() : "(" + text
  }

  private static let unknownContext = "unknown context at "

  /// Replaces each address by `0x…`.
  ///
  /// - Parameter isCut: True if the end of the text may be a part of an address.
  static func withoutAddresses(_ text: String, isCut: Bool = false) -> String {
    var rest = text[...]
    var result = ""
    while let start = rest.firstRange(of: "0x") {
      let digits = rest[start.upperBound...].prefix(while: \.isHexDigit)
      let isPart = isCut && digits.endIndex == text.endIndex
      result += rest[..<start.upperBound] + (digits.count < 8 && !isPart ? digits : "…")
      rest = rest[digits.endIndex...]
    }
    return result + rest
  }

  /// Removes the first component of each dotted name.
  package static func withoutModules(_ name: String) -> String {
    var text = ""
    // The start of a dotted name, while its first component is read.
    var start: String.Index? = text.startIndex
    // A name in backticks may contain any character.
    var isRaw = false
    for scalar in name.unicodeScalars {
      if scalar == "`" { isRaw.toggle() }
      if scalar == ".", !isRaw, let first = start {
        start = nil
        // `Any` is not a module, and after a bracket there is none.
        if first < text.endIndex, text[first...] != "Any" {
          text.removeSubrange(first...)
          continue
        }
      }
      text.unicodeScalars.append(scalar)
      if !isRaw, !scalar.isPartOfName {
        start = text.endIndex
      }
    }
    return text
  }

  // MARK: Comparing

  /// Returns true if two types are of two copies of one module, which is linked twice.
  ///
  /// Swift prints an address in the name of a private or local type, so any other full name belongs to one type.
  static func isCopy(_ type: Any.Type, of other: Any.Type) -> Bool {
    type != other && isSameFullName(String(reflecting: type), String(reflecting: other))
  }

  /// Returns true if both names are those of one type that is neither private nor local.
  static func isSameFullName(_ name: String, _ other: String) -> Bool {
    name == other && !name.contains(unknownContext)
  }

  /// Returns true if a type is local to a function, or has such a part.
  static func isLocal(_ type: Any.Type) -> Bool { String(reflecting: type).contains(").(" + unknownContext) }

  /// Returns the protocols, and perhaps the class, that a protocol's type is composed of; empty for any other type.
  static func parts(ofComposition type: Any.Type) -> [String] {
    guard TypeKind(type) == .existential else { return [] }
    return String(reflecting: type).split(separator: " & ").map { String($0) }
  }

  /// Returns true if a type conforms to or inherits from another one, or is composed of all that the other one is
  /// composed of, and of more.
  static func isSubtype(_ type: Any.Type, of other: Any.Type) -> Bool {
    if TypeKind.isImplementation(type, of: other) { return true }
    let parts = parts(ofComposition: other)
    let all = Self.parts(ofComposition: type)
    return !parts.isEmpty && parts.count < all.count && parts.allSatisfy(all.contains)
  }

  // MARK: Parts

  /// Returns the name as it is written before `.self`: in parentheses if `.self` would apply to only a part of it.
  package static func expression(_ name: String) -> String {
    outerIndices(of: name[...]).contains { name[$0] == " " } ? "(\(name))" : name
  }

  /// Returns the indices of the characters outside of all brackets and backticks, and of those that end one.
  private static func outerIndices(of name: Substring) -> [Substring.Index] {
    var depth = 0
    var isRaw = false
    var last: Unicode.Scalar = " "
    return name.unicodeScalars.indices.filter { index in
      let scalar = name.unicodeScalars[index]
      defer { last = scalar }
      if scalar == "`" { isRaw.toggle() }
      switch scalar {
      case _ where isRaw: return false
      case "(", "<", "[": depth += 1
      // The end of an arrow closes nothing.
      case ">" where last == "-": break
      case ")", ">", "]": depth -= 1
      default: break
      }
      return depth == 0
    }
  }
}

extension Unicode.Scalar {
  /// True if the scalar can be part of a dotted name.
  fileprivate var isPartOfName: Bool {
    switch self {
    case "A"..."Z", "a"..."z", "0"..."9", "_", ".", "`": true
    default: !isASCII
    }
  }
}
