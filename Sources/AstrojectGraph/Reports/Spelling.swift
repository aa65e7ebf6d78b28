import Nexus

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
}
