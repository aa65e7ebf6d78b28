extension Blueprint {
  /// What has to be registered for it to be built and to work, as far as that is known, beyond the arguments that it is
  /// given.
  package func needs(given arguments: Supply?) -> [Dependency] {
    if let forwardingTarget { return forwardingTarget.needs(given: arguments) }
    let summary = summary
    return (summary.wired + summary.afterwards + summary.declared).filter { dependency in
      switch dependency.kind {
      case .required, .lazy, .provider: dependency.isLabelKnown && !dependency.isGiven(by: arguments)
      case .optional, .collection, .argument, .fixed, .closure, .forwarded, .container, .resolver: false
      }
    }
  }
}

extension Dependency {
  fileprivate func isGiven(by arguments: Supply?) -> Bool {
    guard case .parameter(let position) = site, let boxes = arguments?.boxes else { return false }
    return boxes[position] != nil
  }
}
