// The operations behind overrides: registrations of a draft replace others. Only for a new container that no other code
// uses.

extension Core {
  /// Installs a registration under its key, with its cached instances.
  func put(_ blueprint: Blueprint, keeping slots: InstanceStorage? = nil) {
    let key = blueprint.key
    if blueprint.forwardingTarget != nil {
      store.forward(blueprint)
    } else if blueprint.isContribution {
      store.contribute(Entry.make(for: key, word: key.word, own: blueprint, keeping: slots))
    } else {
      _ = store.install(blueprint, keeping: slots, under: key, word: key.word)
    }
  }

  /// Adds a registration of a draft, by default as the latest one.
  ///
  /// - Parameters:
  ///   - draft: The registration, which is copied.
  ///   - override: The facts about the override.
  ///   - predecessor: The registration whose scope it gets, unless the draft has chosen one.
  ///   - target: The registration that it forwards to.
  ///   - sequence: The position in the order of registration.
  /// - Returns: The copy.
  package func add(
    _ draft: Blueprint, as override: Usage.Override, like predecessor: Blueprint? = nil,
    forwardingTo target: Blueprint? = nil, sequence: UInt? = nil
  ) -> Blueprint {
    let new = draft.copy(
      Alteration(
        sequence: sequence ?? nextSequence(), predecessor: predecessor,
        usage: target == nil ? noted(draft, as: override) : nil, target: target))
    put(new, keeping: new.makeStorageOfInstance())
    return new
  }

  /// Replaces a registration by one of a draft, even if it is protected.
  ///
  /// The new registration has the same key, the same forwardings, and the same scope unless the draft has chosen one.
  /// Its position in the order is the same, unless `sequence` is another one.
  package func replace(
    _ found: Match, with draft: Blueprint, as override: Usage.Override, forwardingTo target: Blueprint? = nil,
    sequence: UInt? = nil
  ) -> Blueprint {
    let (new, removal) = exchange(found, with: draft, as: override, forwardingTo: target, sequence: sequence)
    found.owner.settle(removal, in: found.owner.store)
    return new
  }

  /// Adds a decorator around all other decorators of a registration.
  ///
  /// If an object serves as the scope, it remains the original's, and the fork caches one instance.
  ///
  /// - Parameter makeDecorator: Makes the decorator from its usage record and its label. For a composite that is the
  ///   composite's own label.
  package func wrap(
    _ found: Match, by makeDecorator: (Usage, Label?) -> Blueprint, _ key: Key, as override: Usage.Override
  ) -> Blueprint {
    releaseBuiltInstances()
    let usage = Usage(override, key, at: override.site.location)
    fork?.add(usage)
    let composite = found.blueprint.isComposite ? found.blueprint.forwardingTarget : nil
    let decorator = makeDecorator(usage, composite?.key.label ?? key.label)
    found.blueprint.origin.changeFlags { if $0.lifetime == .shared { $0.lifetime = .singleton } }
    found.owner.put(decorator: decorator)
    return decorator
  }

  /// Replaces the forwarding that an override has inherited from its predecessor.
  ///
  /// Returns false if there is none.
  func putInPlaceOfInherited(_ forwarding: Blueprint, to registration: Blueprint) -> Bool {
    guard registration.usage?.override != nil, let entry = store.entry(for: forwarding.key),
      let inherited = entry.blueprints.first(where: { $0.forwardingTarget === registration })
    else { return false }
    let new = forwarding.copy(Alteration(sequence: inherited.sequence, target: registration))
    return entry.exchange(inherited, with: new) != nil
  }

  /// Returns the registration of a blueprint in this container.
  package func registration<Product>(of blueprint: Blueprint, as type: Product.Type) -> Registration<Product> {
    Registration(blueprint: blueprint, core: self)
  }

  /// Replaces a registration, and returns the old one with its cached instances.
  ///
  /// There may be some, because an overriding closure may have resolved it.
  private func exchange(
    _ found: Match, with draft: Blueprint, as override: Usage.Override, forwardingTo target: Blueprint? = nil,
    sequence: UInt? = nil
  ) -> (new: Blueprint, old: Removal) {
    let old = found.blueprint
    let usage = target == nil ? noted(draft, as: override, inPlaceOf: old) : nil
    let new = draft.copy(Alteration(sequence: sequence, predecessor: old, usage: usage, target: target))
    let owner = found.owner
    let shadowed = old.forwardingTarget == nil || target != nil ? nil : found.entry.own
    var removal = found.entry.exchange(old, with: new, keeping: new.makeStorageOfInstance()) ?? Removal()
    if let shadowed {
      owner.moveIntoCollection(shadowed, leaving: Removal(blueprints: [shadowed], slots: removal.slots))
      removal.slots = []
    }
    owner.rebind(from: old, to: new)
    return (new, removal)
  }

  /// Moves a registration into the collection of its type, because its key is needed for another one.
  private func moveIntoCollection(_ blueprint: Blueprint, leaving removal: Removal) {
    let moved = blueprint.copy(Alteration(isContribution: true))
    put(moved, keeping: moved.makeStorageOfInstance())
    rebind(from: blueprint, to: moved)
    settle(removal, goingOnElsewhere: blueprint)
  }

  /// Removes the registrations under some keys, to let a parent's answer here.
  ///
  /// A registration that others here forward to moves into the collection instead, so the forwardings still work.
  func standBack(under keys: Set<Key>) {
    var removal = store.remove(keys.contains)
    let targets = Set(store.all.flatMap(\.blueprints).compactMap { $0.forwardingTarget.map(ObjectIdentifier.init) })
    for own in removal.blueprints where targets.contains(ObjectIdentifier(own)) {
      moveIntoCollection(
        own, leaving: Removal(blueprints: [own], slots: removal.slots.filter { $0.blueprint === own }))
      removal.blueprints.removeAll { $0 === own }
      removal.slots.removeAll { $0.blueprint === own }
    }
    settle(removal, in: store)
  }

  /// Releases the instances of a registration that moves into the collection, where they are built anew.
  ///
  /// An instance that was made elsewhere stays cached there.
  private func settle(_ removal: Removal, goingOnElsewhere blueprint: Blueprint) {
    if blueprint.isInstance { Retired.add(removal.outOfView) } else { run(releasesOfCached(removal, in: store)) }
  }

  /// Rebinds the forwardings of one registration to another one.
  private func rebind(from old: Blueprint, to new: Blueprint) {
    guard old.flags.hasForwardings else { return }
    new.changeFlags { $0.hasForwardings = true }
    for entry in store.all {
      for forwarding in entry.blueprints where forwarding.forwardingTarget === old {
        _ = entry.exchange(forwarding, with: forwarding.copy(Alteration(target: new)))
      }
    }
  }

  private func noted(
    _ draft: Blueprint, as override: Usage.Override, inPlaceOf old: Blueprint? = nil
  ) -> Usage {
    let usage = Usage(
      override, draft.key, at: draft.location, acceptor: draft.parameterPlan == nil ? old?.acceptor : nil
    )
    fork?.add(usage)
    return usage
  }
}
