extension Key: CustomStringConvertible {
  /// The key as text, with the types without their modules.
  ///
  /// - `Service`: a type alone.
  /// - `Service named "main"`: with a name.
  /// - `Fruit keyed 42`: with a key that is not a name.
  /// - `Report with (String, Int)`: with arguments.
  /// - `Service (composite)`: the key under which a composite is stored.
  public var description: String { describe(TypeName(product).description, TypeName(arguments).description) }

  /// The description with the modules of the types.
  package var qualifiedDescription: String { describe(TypeName(product).qualified, TypeName(arguments).qualified) }

  /// Returns the text of the key, given the texts of its types.
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
  /// The name, or the key as text without addresses and without the contexts of private types.
  @usableFromInline
  package var description: String {
    if let name { return name }
    if let pair = base as? [Label] { return pair.map(\.description).joined(separator: " and ") }
    return TypeName.withoutAddresses(TypeName.withoutContexts(text))
  }

  /// The number as it is written in code, with its type if a literal would have another type; nil if this is no number.
  package var literal: String? {
    switch base {
    case let number as any BinaryFloatingPoint where !number.isFinite: nil
    case is Int, is Double: "\(base)"
    case is any FixedWidthInteger, is any BinaryFloatingPoint: "\(TypeName(type(of: base)))(\(base))"
    default: nil
    }
  }

  /// The key as text, as Swift prints it unless a set, a dictionary or a number needs its own form.
  private var text: String { literal ?? Label.text(of: base) ?? String(describing: base) }

  /// Describes a value that contains a set or a dictionary; nil if it contains none.
  ///
  /// Elements are sorted because their order differs from one run of a program to the next.
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
  /// The text with `\n` in place of each line break, for use within a line.
  var onOneLine: String {
    contains(where: \.isNewline) ? map { $0.isNewline ? "\\n" : String($0) }.joined() : self
  }
}
