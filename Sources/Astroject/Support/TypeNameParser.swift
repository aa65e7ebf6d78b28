/// Turns the name of a type as Swift prints it into the name as it is written: `Swift.Optional<Swift.Int>` into
/// `Swift.Int?`, and `any Box<Self.Box.Content == Swift.Int>` into `any Box<Swift.Int>`.
///
/// It has a stack of its own, because the brackets of a name may be nested deeper than calls should be.
final class TypeNameParser {
  enum Form {
    /// As it is written in source code.
    case written
    /// As it is written in source code, and inside of the function if the type is local to one.
    case inScope
    /// Without attributes such as `@Sendable`, labels and question marks.
    case loose
  }

  /// The meaning of an opening bracket.
  private enum Opening {
    case optional, collection, arguments, pack, parenthesis
  }

  /// The part of a name between two brackets, or the whole name.
  private final class Group {
    let opening: Opening
    /// The elements before the last comma.
    var elements: [String] = []
    /// The protocols whose associated types the elements are.
    var owners: [String] = []
    var text = ""

    init(_ opening: Opening) { self.opening = opening }

    func endElement() {
      let constraint = text.hasPrefix("Self.") ? text.firstRange(of: " == ") : nil
      if let constraint, let dot = text[..<constraint.lowerBound].lastIndex(of: ".") {
        owners.append(String(text[..<dot].dropFirst(5)))
      }
      elements.append(constraint.map { String(text[$0.upperBound...]) } ?? text)
      text = ""
    }

    /// Writes the elements of a group behind the text, or each behind its protocol in a composition.
    func addArguments(of group: Group) {
      let list = { (elements: [String]) in "<" + elements.joined(separator: ", ") + ">" }
      let isOf = { (part: String, owner: String) in part == owner || part.hasSuffix(" " + owner) }
      let areOwned = group.owners.count == group.elements.count
      let parts = areOwned ? text.split(separator: " & ").map { String($0) } : []
      guard parts.count > 1, group.owners.allSatisfy({ owner in parts.contains { isOf($0, owner) } }) else {
        text += list(group.elements)
        return
      }
      text = parts.map { part in
        let own = group.elements.indices.filter { isOf(part, group.owners[$0]) }.map { group.elements[$0] }
        return own.isEmpty ? part : part + list(own)
      }.joined(separator: " & ")
    }
  }

  private let form: Form
  private var outer: [Group] = []
  private var group = Group(.parenthesis)

  private init(_ form: Form) { self.form = form }

  static func text(of type: Any.Type, as form: Form) -> String {
    let parser = TypeNameParser(form)
    let name = TypeName.withoutContexts(String(reflecting: type), inScope: form == .inScope)
    parser.read(name.unicodeScalars)
    while !parser.outer.isEmpty { parser.close() }
    return parser.group.text
  }

  private func read(_ name: String.UnicodeScalarView) {
    // A name in backticks may contain any character.
    var isRaw = false
    var isAttribute = false
    var last: Unicode.Scalar = " "
    for scalar in name {
      if isAttribute {
        isAttribute = scalar != " "
        continue
      }
      if scalar == "`" { isRaw.toggle() }
      switch scalar {
      // Swift prints no-break spaces in backticks for the plain spaces of the source code.
      case _ where isRaw: append(scalar == "\u{A0}" ? " " : scalar)
      case "<": open(opening())
      case "(": open(.parenthesis)
      case "{": open(dropEnd("Pack") ? .pack : .parenthesis)
      // The end of an arrow closes nothing.
      case ">" where last != "-": close()
      case ")", "}": close()
      // Swift writes no `(extension in App):` before a type.
      case ":" where last == ")": break
      case "," where !outer.isEmpty: group.endElement()
      case " " where last == "," && !outer.isEmpty: break
      // What was read is a label.
      case " " where last == ":" && form == .loose: group.text = ""
      case "@" where form == .loose: isAttribute = true
      default: append(scalar)
      }
      last = scalar
    }
  }

  private func append(_ scalar: Unicode.Scalar) { group.text.unicodeScalars.append(scalar) }

  private func open(_ opening: Opening) {
    outer.append(group)
    group = Group(opening)
  }

  /// Returns the meaning of an angle bracket, and takes back the name before it if that is not written.
  private func opening() -> Opening {
    if dropEnd("Swift.Optional") { return .optional }
    return dropEnd("Swift.Array") || dropEnd("Swift.Dictionary") ? .collection : .arguments
  }

  /// Removes a word from the end of the text; returns false if it is not there, or ends a longer name.
  private func dropEnd(_ word: String) -> Bool {
    guard group.text.hasSuffix(word) else { return false }
    let rest = group.text.dropLast(word.count)
    if let before = rest.last, before == "." || before == "_" || before.isLetter || before.isNumber { return false }
    group.text = String(rest)
    return true
  }

  private func close() {
    guard let next = outer.popLast() else { return }
    group.endElement()
    let elements = group.elements
    switch group.opening {
    case .optional: next.text += form == .loose ? elements[0] : TypeName.expression(elements[0]) + "?"
    case .collection: next.text += "[" + elements.joined(separator: ": ") + "]"
    case .arguments: next.addArguments(of: group)
    case .pack: next.text += elements.joined(separator: ", ")
    case .parenthesis where elements[0].hasPrefix("extension in "): break
    case .parenthesis: next.text += "(" + elements.joined(separator: ", ") + ")"
    }
    group = next
  }
}
