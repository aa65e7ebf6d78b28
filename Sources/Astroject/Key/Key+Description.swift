extension Key: CustomStringConvertible {
  /// The key as text, with the types without their modules.
  ///
  /// - `Service`: a type alone.
  /// - `Service named "main"`: with a name.
  /// - `Fruit keyed Theme.dark`: with a key that is not a name.
  /// - `Report with (String, Int)`: with arguments.
  /// - `Service (composite)`: the key under which a composite is stored.
  ///
  /// Long names and keys are cut, and control characters in them are escaped.
  public var description: String { describe(bare.label?.description) { TypeName($0).description } }

  /// The description with the modules of the types.
  package var qualifiedDescription: String { describe(bare.label?.description) { TypeName($0).qualified } }

  /// The description with the modules of all types, that of the key too.
  var fullDescription: String { describe(bare.label?.fullDescription) { TypeName($0).qualified } }

  /// Returns the text of the key, given the text of its label and how a type is named.
  private func describe(_ label: String?, _ typeName: (Any.Type) -> String) -> String {
    if isOfComposite { return bare.describe(label, typeName) + " (composite)" }
    var text = typeName(product)
    if let name {
      text += " named \(name.quoted)"
    } else if let label {
      text += " keyed \(label)"
    }
    if takesArguments {
      let types = typeName(arguments)
      text += " with " + (TypeKind.elements(ofTuple: arguments) == nil ? "(\(types))" : types)
    }
    return text
  }
}

extension Label: CustomStringConvertible {
  /// The name, or the key with its type and without addresses and the contexts of private types: `Theme.dark`.
  @usableFromInline
  package var description: String { describe(qualified: false) }

  /// The description with the module of the key's type.
  fileprivate var fullDescription: String { describe(qualified: true) }

  private func describe(qualified isQualified: Bool) -> String {
    if let text = self.name { return text.escaped() }
    if let pair {
      return pair.map { $0.describe(qualified: isQualified) }.joined(separator: " and ")
    }
    let name = TypeName(type(of: base))
    return literal ?? Label.text(of: base, as: isQualified ? name.qualified : name.description).escaped()
  }

  /// Returns a key as an expression of its type, for which the text of a value alone would not do.
  private static func text(of base: any Hashable, as name: String) -> String {
    let type = type(of: base)
    // The cut comes first, because all that follows looks at each character.
    let whole = text(of: base) ?? String(describing: base)
    let value = whole.start(2_000)
    let text = TypeName.withoutAddresses(TypeName.withoutContexts(value), isCut: value != whole)
    let isDescribed = base is any CustomStringConvertible
    switch TypeKind(type) {
    case .optional: return "\(name)(\(text.hasPrefix("Optional(") ? String(text.dropFirst(9).dropLast()) : text))"
    case .enumeration where !isDescribed: return "\(name).\(text)"
    default: break
    }
    // Swift prints a value that does not describe itself with the last part of the name of its type, and an object with
    // the name and its module.
    for own in [name, TypeName(type).qualified, String(describing: type)] {
      guard text.hasPrefix(own) else { continue }
      let rest = text.dropFirst(own.count)
      if rest.isEmpty || rest.first == "(" || isDescribed && rest.first == "." { return name + rest }
    }
    return "\(name)(\(text))"
  }

  /// The number or Bool as it is written in code, with its type if a literal would have another type; nil for any other
  /// key.
  var literal: String? {
    // A cast would unwrap an optional.
    if TypeKind(type(of: base)) == .optional { return nil }
    return switch base {
    case let number as any BinaryFloatingPoint where !number.isFinite: nil
    case is Int, is Double, is Bool: "\(base)"
    case is any FixedWidthInteger, is any BinaryFloatingPoint: "\(TypeName(type(of: base)))(\(base))"
    default: nil
    }
  }

  /// Describes a value that contains a set or a dictionary; nil if it contains none.
  ///
  /// Elements are sorted because their order differs from one run of a program to the next.
  private static func text(of value: Any) -> String? {
    let mirror = Mirror(reflecting: value)
    guard let style = mirror.displayStyle, style != .class else { return nil }
    let parts = mirror.children.map { (label: $0.label, text: text(of: $0.value), value: $0.value) }
    let texts = parts.map { $0.text ?? String(reflecting: $0.value) }
    if style == .set || style == .dictionary { return "[" + texts.ordered(by: { $0 }).joined(separator: ", ") + "]" }
    guard parts.contains(where: { $0.text != nil }) else { return nil }
    if style == .collection { return "[" + texts.joined(separator: ", ") + "]" }
    guard !(value is any CustomStringConvertible) else { return nil }
    let fields = parts.indices.map { (parts[$0].label.map { "\($0): " } ?? "") + texts[$0] }
    return "\(TypeName(type(of: value)))(\(fields.joined(separator: ", ")))"
  }
}
