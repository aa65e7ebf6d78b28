import Astroject

/// How types, keys and rules are written in code.
enum Spelling {
  /// A type as it stands before `.self`.
  static func expression(_ type: Any.Type, qualified isQualified: Bool = false) -> String {
    TypeName.expression(argument(type, qualified: isQualified))
  }

  /// A type as it stands between angle brackets.
  static func argument(_ type: Any.Type, qualified isQualified: Bool = false) -> String {
    let name = TypeName(type)
    let text = isQualified ? name.qualified : name.description
    let isBare = TypeKind(type) == .existential && !text.hasPrefix("any ") && text != "Any" && text != "AnyObject"
    return isBare ? "any \(text)" : text
  }
}

extension Dependency {
  /// What is asked for.
  var question: GraphFinding.Question {
    let product = Spelling.argument(key.product)
    let (type, wrapper) =
      switch kind {
      case .collection: ("[\(product)]", String?.none)
      case .optional: ("\(TypeName.expression(product))?", nil)
      case .lazy: (product, "Lazy")
      case .provider: (product, "Provider")
      case .required, .argument, .fixed, .closure, .forwarded, .container, .resolver: (product, nil)
      }
    return GraphFinding.Question(type: type, request: key.request(for: wrapper.map { "\($0)<\(type)>" } ?? type))
  }

  /// The rule of a parameter; nil for everything else.
  var rule: String? {
    guard case .parameter = site else { return nil }
    switch kind {
    case .fixed: return ".value(…)"
    case .argument: return ".argument"
    case .closure: return ".resolving { … }"
    case .required, .optional, .lazy, .provider, .collection, .forwarded, .container, .resolver: return key.rule
    }
  }
}

extension Key {
  /// The rule that asks for it.
  var rule: String {
    if let name { return ".named(\(name.debugDescription))" }
    return label.map { ".keyed(\($0.literal ?? "…"))" } ?? ".auto"
  }

  /// What is given to `resolve`: `Store.self, name: "main"`.
  package var request: String { request(for: Spelling.argument(product)) }

  /// The same for a type that is made of what is found.
  fileprivate func request(for type: String) -> String {
    list("\(TypeName.expression(type)).self", sampleLabel, takesArguments ? "arguments: …" : nil)
  }

  /// The line that registers it.
  ///
  /// - Parameter isQualified: Whether the type is told from one of the same name.
  func registrationLine(qualified isQualified: Bool) -> String {
    if takesArguments { return sampleRegistration }
    let type = Spelling.expression(product, qualified: isQualified)
    switch TypeKind(product) {
    case .existential: return "container.register(\(list("\(type).self", sampleLabel, "initializer: ….init")))"
    case .structure where !TypeKind.isPlainValue(product), .other:
      return "container.register(\(list(sampleLabel, "initializer: \(type).init")))"
    case .structure, .enumeration, .optional, .structural, .metatype:
      return "container.register(\(list("\(type).self", sampleLabel))) { … }"
    }
  }

  /// A list of arguments, of those that there are.
  private func list(_ arguments: String?...) -> String { arguments.compactMap { $0 }.joined(separator: ", ") }
}
