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
        dependency.isKnown(in: core) && !dependency.isGiven(by: arguments) && !dependency.mayBeEmpty
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

  /// True for a `Lazy` or a `Provider` of a type that is never missing: an optional, a collection.
  fileprivate var mayBeEmpty: Bool {
    guard kind != .required, let form = DerivedForms.form(of: key.product), form.isAvailable(for: key) else {
      return false
    }
    let inner = form.dependency(for: key, at: .declared).kind
    return inner == .optional || inner == .collection
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
