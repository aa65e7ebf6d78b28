extension Key: CustomStringConvertible {
  /// Reads like `Service`, `Service named "main"`, `Fruit keyed 42` or `Report with (String, Int)`.
  public var description: String { describe(TypeName(product).description, TypeName(arguments).description) }

  /// The same with the modules of the types.
  package var qualifiedDescription: String { describe(TypeName(product).qualified, TypeName(arguments).qualified) }

  private func describe(_ type: String, _ arguments: String) -> String {
    var text = type
    if isOfComposite { return bare.describe(type, arguments) + " (composite)" }
    if let name {
      text += " named \"\(name.onOneLine)\""
    } else if let label {
      text += " keyed \(label.description.onOneLine)"
    }
    if takesArguments {
      text += " with " + (TypeName.elements(ofTuple: arguments) == nil ? "(\(arguments))" : arguments)
    }
    return text
  }
}

extension Label: CustomStringConvertible {
  @usableFromInline
  package var description: String {
    if let name { return name }
    if let pair = base as? [Label] { return pair.map(\.description).joined(separator: " and ") }
    return TypeName.withoutAddresses(TypeName.withoutContexts(text))
  }

  /// A number as it is written in code, with its type where that of a literal is another one; nil for what is none.
  package var literal: String? {
    switch base {
    case let number as any BinaryFloatingPoint where !number.isFinite: nil
    case is Int, is Double: "\(base)"
    case is any FixedWidthInteger, is any BinaryFloatingPoint: "\(TypeName(type(of: base)))(\(base))"
    default: nil
    }
  }

  private var text: String { literal ?? Label.text(of: base) ?? String(describing: base) }

  /// A value with the elements of sets and dictionaries in an order of their own: otherwise each run of a program has
  /// another one. Nil where there is none in it.
  private static func text(of value: Any) -> String? {
    let mirror = Mirror(reflecting: value)
    guard let style = mirror.displayStyle, style != .class else { return nil }
    let parts = mirror.children.map { (label: $0.label, text: text(of: $0.value), value: $0.value) }
    let texts = parts.map { $0.text ?? String(reflecting: $0.value) }
    if style == .set || style == .dictionary { return "[" + texts.sorted().joined(separator: ", ") + "]" }
    guard parts.contains(where: { $0.text != nil }) else { return nil }
    if style == .collection { return "[" + texts.joined(separator: ", ") + "]" }
    guard !(value is any CustomStringConvertible) else { return nil }
    let fields = zip(parts, texts).map { ($0.label.map { "\($0): " } ?? "") + $1 }
    return "\(TypeName(type(of: value)))(\(fields.joined(separator: ", ")))"
  }
}

extension String {
  /// The same with `\n` for each line break: for a text that is a part of a line.
  var onOneLine: String {
    contains(where: \.isNewline) ? map { $0.isNewline ? "\\n" : String($0) }.joined() : self
  }
}
