import Astroject

extension Blueprint {
  /// Returns the dependencies that have to be registered for an instance to be built and to work, as far as they are
  /// known.
  ///
  /// Dependencies that get one of the arguments are left out.
  func needs(in core: Core, given arguments: SuppliedArguments?) -> [Dependency] {
    if let forwardingTarget { return forwardingTarget.needs(in: core, given: arguments) }
    let summary = summary
    return (summary.wired + summary.afterwards + summary.declared).filter { dependency in
      switch dependency.kind {
      case .required, .lazy, .provider:
        dependency.isKnown(in: core) && !dependency.isGiven(by: arguments)
      case .optional, .collection, .argument, .fixed, .decorated, .closure, .forwarded, .container, .resolver: false
      }
    }
  }
}

extension Dependency {
  /// True except for an injected property that may have a name or key.
  func isKnown(in core: Core) -> Bool {
    isLabelKnown || !core.mayHaveLabels(of: Dependency.typesUnderNames(of: form ?? key.product))
  }

  /// Returns true if a container satisfies it, also by what its form is made of. A `Provider` may give arguments.
  func isMet(in core: Core, givingArguments givesArguments: Bool = false) -> Bool {
    // Behind a `Lazy` or a `Provider`, these are never missing.
    if [.optional, .collection, .container, .resolver].contains(kind) { return true }
    // A registration for the form itself counts, too.
    if ([key] + (form.map { [key.asking(for: $0)] } ?? [])).contains(where: { core.find($0) != nil }) { return true }
    let givesArguments = givesArguments || kind == .provider
    let alike = givesArguments ? core.registrations(of: key.product).map(\.blueprint) : []
    if alike.contains(where: { !$0.isContribution && $0.key.label == key.label }) { return true }
    guard let form = DerivedForms.form(for: key) else { return false }
    return form.dependency(for: key, at: site).isMet(in: core, givingArguments: givesArguments)
  }

  fileprivate func isGiven(by arguments: SuppliedArguments?) -> Bool {
    switch site {
    case .parameter(let position): arguments?.boxes[position] != nil
    case .property: arguments?.rest.contains { $0.fits(key.product) } ?? false
    case .declared, .forwarding, .decorator: false
    }
  }
}

extension SuppliedArgument {
  fileprivate func fits(_ type: Any.Type) -> Bool {
    func fits<Value>(_ type: Value.Type) -> Bool { (fitting(type, exactly: false) as Value?) != nil }
    return _openExistential(type, do: fits)
  }
}
