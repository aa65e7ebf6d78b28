extension Key: CustomStringConvertible {
  /// Reads like `Service`, `Service named "main"`, `Fruit keyed 42` or `Report with (String, Int)`.
  public var description: String { describe(TypeName(product).description) }

  /// The same with the modules of the types.
  var qualifiedDescription: String { describe(TypeName(product).qualified) }

  private func describe(_ type: String) -> String {
    var text = type
    if let name {
      text += " named \"\(name)\""
    } else if let label {
      text += " keyed \(label)"
    }
    if takesArguments {
      let list = TypeName(arguments).description
      text += " with " + (list.hasPrefix("(") ? list : "(\(list))")
    }
    return text
  }
}

extension Label: CustomStringConvertible {
  @usableFromInline
  package var description: String {
    if let pair = base as? [Label] { return pair.map(\.description).joined(separator: " and ") }
    return (base as? String) ?? TypeName.withoutContexts(String(describing: base))
  }
}
