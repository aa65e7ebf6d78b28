import Astroject

// The operations behind overrides: registrations of a draft replace others. Only for a new container that no other code
// uses.

extension Core {
  /// Adds a registration of a draft, by default as the latest one.
  ///
  /// - Parameters:
  ///   - draft: The registration, which is copied.
  ///   - override: The facts about the override.
  ///   - predecessor: The registration whose scope it gets, unless the draft has chosen one.
  ///   - target: The registration that it forwards to.
  ///   - sequence: The position in the order of registration.
  /// - Returns: The copy.
  func add(
    _ draft: Blueprint, as override: Usage.Override, like predecessor: Blueprint? = nil,
    forwardingTo target: Blueprint? = nil, sequence: UInt? = nil
  ) -> Blueprint {
    let new = copy(
      draft, as: override, like: predecessor, forwardingTo: target, sequence: sequence ?? nextSequence())
    if predecessor == nil { new.takeScope(defaultScope) }
    put(new, keeping: new.makeStorageOfInstance())
    return new
  }

  /// Replaces a registration by one of a draft, even if it is protected.
  ///
  /// The new registration has the same key, the same forwardings, and the same scope unless the draft has chosen one.
  /// Its position in the order is the same, unless `sequence` is another one.
  func replace(
    _ found: Match, with draft: Blueprint, as override: Usage.Override, forwardingTo target: Blueprint? = nil,
    sequence: UInt? = nil
  ) -> Blueprint {
    // What answers in place of a composite is left out of the collection, as the composite is.
    if target == nil, found.blueprint.isComposite,
      let composite = found.blueprint.forwardingTarget.flatMap(found.owner.find), composite.blueprint.key.isOfComposite
    {
      return replace(composite, with: draft, as: override, sequence: sequence)
    }
    let acceptor = target == nil && draft.parameterPlan == nil ? found.blueprint.acceptor : nil
    let new = copy(
      draft, as: override, like: found.blueprint, forwardingTo: target, sequence: sequence, acceptor: acceptor)
    if target != nil, found.blueprint.isComposite { new.answersForComposite() }
    found.owner.exchange([(found, new)], asForwarding: target != nil)
    return new
  }

  /// Adds a decorator around all other decorators of a registration.
  ///
  /// If an object serves as the scope, it remains the original's, and the fork caches one instance.
  ///
  /// - Parameter makeDecorator: Makes the decorator from its usage record and its label. For a composite that is the
  ///   composite's own label.
  func wrap(
    _ found: Match, by makeDecorator: (Usage, Label?) -> Blueprint, _ key: Key, as override: Usage.Override
  ) -> Blueprint {
    let composite = found.blueprint.isComposite ? found.blueprint.forwardingTarget : nil
    return decorate([found], in: found.owner, key, at: override.site.location, as: override) { usage in
      makeDecorator(usage, composite?.key.label ?? key.label)
    }
  }

  /// Returns the registrations here and in parents that a decorator is for, the nearest first.
  func decorated(by decorator: Blueprint) -> [Match] {
    _ = findOrAdopt(decorator.key)
    return lineage.flatMap(\.ownRegistrations).filter { decorator.decorates($0.blueprint.key) }
  }

  /// Adds a decorator of a draft, as `wrap` adds one: to the container of the registration that answers.
  ///
  /// If there are only elements of a collection, it is added to the farthest container that has one.
  func decorate(by draft: Blueprint, as override: Usage.Override) {
    let found = decorated(by: draft)
    let answering = find(draft.key).flatMap { $0.blueprint.isComposite ? nil : $0 }
    let owner = (answering ?? found.last)?.owner ?? self
    _ = decorate(found, in: owner, draft.key, at: draft.location, as: override) { draft.copy(observer: $0) }
  }

  /// Adds a decorator of some registrations to a container.
  private func decorate(
    _ found: [Match], in owner: Core, _ key: Key, at location: CodeLocation, as override: Usage.Override,
    by makeDecorator: (Usage) -> Blueprint
  ) -> Blueprint {
    releaseBuiltInstances()
    let usage = Usage(override, key, at: location)
    fork?.add(usage)
    let decorator = makeDecorator(usage)
    for match in found { match.blueprint.origin.leaveSharedScope() }
    owner.put(decorator: decorator)
    return decorator
  }

  /// Returns the copy of a draft that serves here, and records the use of it unless it forwards.
  private func copy(
    _ draft: Blueprint, as override: Usage.Override, like predecessor: Blueprint?, forwardingTo target: Blueprint?,
    sequence: UInt?, acceptor: (any ParameterPlan)? = nil
  ) -> Blueprint {
    let forwarding = target.flatMap { draft.forwarding?.rebound(to: $0, through: $0.forwarding) }
    let usage = target == nil && draft.forwarding == nil ? Usage(override, draft.key, at: draft.location) : nil
    if let usage { fork?.add(usage) }
    return draft.copy(
      sequence: sequence, predecessor: predecessor, forwarding: forwarding, observer: usage, acceptor: acceptor,
      isSubstitute: usage != nil)
  }

  /// Releases all instances of this container and of those with the same root, and forgets their use.
  ///
  /// Called when the registrations have been changed for the last time.
  func forgetWhatWasBuilt() {
    releaseBuiltInstances()
    for usage in fork?.usages ?? [] { usage.forget() }
    fork?.standIns.removeProducts()
  }
}
