import Nexus

extension Dependency {
  /// The request for the dependency, in source form.
  var question: FindingDraft.Question {
    let wrapper =
      switch kind {
      case .lazy: "Lazy"
      case .provider: "Provider"
      case .required, .optional, .collection, .argument, .fixed, .decorated, .closure, .forwarded, .container,
        .resolver:
        String?.none
      }
    return FindingDraft.Question(
      type: spelledType, request: key.request(for: wrapper.map { "\($0)<\(spelledType)>" } ?? spelledType),
      isInjected: !isLabelKnown)
  }
}
