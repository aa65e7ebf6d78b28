extension Key: CustomStringConvertible {
  /// Reads like `Service`, `Service named "main"`, `Fruit keyed 42` or `Report with (String, Int)`.
  public var description: String { describe(TypeName(product).description, TypeName(arguments).description) }

  /// The same with the modules of the types.
  package var qualifiedDescription: String { describe(TypeName(product).qualified, TypeName(arguments).qualified) }

  private func describe(_ type: String, _ arguments: String) -> String {
    var text = type
    if let name {
      text += " named \"\(name)\""
    } else if let label {
      text += " keyed \(label)"
    }
    if takesArguments {
      text += " with " + (arguments.hasPrefix("(") ? arguments : "(\(arguments))")
    }
    return text
  }
}

extension Label: CustomStringConvertible {
  @usableFromInline
  package var description: String {
    if let pair = base as? [Label] { return pair.map(\.description).joined(separator: " and ") }
    return (base as? String) ?? TypeName.withoutAddresses(TypeName.withoutContexts(text))
  }

  /// The elements of a set or of a dictionary have an order of their own in each run of a program.
  private var text: String {
    let mirror = Mirror(reflecting: base)
    guard mirror.displayStyle == .set || mirror.displayStyle == .dictionary else { return String(describing: base) }
    return "[" + mirror.children.map { String(reflecting: $0.value) }.sorted().joined(separator: ", ") + "]"
  }
}
