import Nexus

extension FindingDraft.Question {
  /// The request for a dependency, in source form.
  init(_ dependency: Dependency, of owner: Summary) {
    let type = dependency.spelledType
    let wrapper =
      switch dependency.kind {
      case .lazy: "Lazy"
      case .provider: "Provider"
      case .required, .optional, .collection, .argument, .fixed, .decorated, .closure, .forwarded, .container,
        .resolver:
        String?.none
      }
    self.init(
      type: type, site: owner.isOfProperty(dependency) ? .property(nil) : dependency.site,
      request: dependency.key.request(for: wrapper.map { "\($0)<\(type)>" } ?? type),
      isInjected: owner.isOfProperty(dependency), isCombined: owner.isCombined(dependency))
  }
}
