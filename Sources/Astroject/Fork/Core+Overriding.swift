// What overrides come down to: registrations of a draft that take the place of others. Only for a container that is new
// and nobody else's.

extension Core {
  /// Puts a registration where its key is, with what is kept of it.
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

  /// Adds a registration of a draft, as the latest or at a place in the order; in the scope of another one, unless the
  /// draft has chosen one.
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

  /// Has a registration of a draft answer in the place of one that was found, whatever protects that: under the same
  /// key, at the same place in the order or at another one, in the same scope unless the draft has chosen one, and for
  /// the same other types.
  package func replace(
    _ found: Match, with draft: Blueprint, as override: Usage.Override, forwardingTo target: Blueprint? = nil,
    sequence: UInt? = nil
  ) -> Blueprint {
    let (new, removal) = exchange(found, with: draft, as: override, forwardingTo: target, sequence: sequence)
    found.owner.settle(removal, in: found.owner.store)
    return new
  }

  /// Has a decorator surround everything else that surrounds what was found. An object that is its scope stays the
  /// original's: there is one instance then.
  ///
  /// - Parameter makeDecorator: Makes the decorator, with its use and under a label: a composite's own, where it is one.
  package func wrap(
    _ found: Match, by makeDecorator: (Usage, Label?) -> Blueprint, _ key: Key, as override: Usage.Override
  ) -> Blueprint {
    letGoOfWhatWasBuilt()
    let usage = Usage(override, key, at: override.site.location)
    fork?.add(usage)
    let composite = found.blueprint.isComposite ? found.blueprint.forwardingTarget : nil
    let decorator = makeDecorator(usage, composite?.key.label ?? key.label)
    found.blueprint.origin.changeFlags { if $0.lifetime == .shared { $0.lifetime = .singleton } }
    found.owner.put(decorator: decorator)
    return decorator
  }

  /// Puts a forwarding to an override in the place of the one that it has from the registration before it; false if
  /// there is none.
  func putInPlaceOfInherited(_ forwarding: Blueprint, to registration: Blueprint) -> Bool {
    guard registration.usage?.override != nil, let entry = store.entry(for: forwarding.key),
      let inherited = entry.blueprints.first(where: { $0.forwardingTarget === registration })
    else { return false }
    let new = forwarding.copy(Alteration(sequence: inherited.sequence, target: registration))
    return entry.exchange(inherited, with: new) != nil
  }

  /// The registration of a blueprint of this container's.
  package func registration<Product>(of blueprint: Blueprint, as type: Product.Type) -> Registration<Product> {
    Registration(blueprint: blueprint, core: self)
  }

  /// Puts a registration in the place of another one, which is returned with what it has kept: an overriding closure
  /// may have resolved it.
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

  /// Has a registration go on in the collection, where there is no room for it under its key.
  private func moveIntoCollection(_ blueprint: Blueprint, leaving removal: Removal) {
    let moved = blueprint.copy(Alteration(isContribution: true))
    put(moved, keeping: moved.makeStorageOfInstance())
    rebind(from: blueprint, to: moved)
    settle(removal, goingOnElsewhere: blueprint)
  }

  /// Has what a parent has under some keys answer here. What is taken out for that, and others here forward to, goes on
  /// in the collection, so that these are still to be had.
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

  /// Lets go of what was kept of a registration that goes on elsewhere, where it is built anew. An instance that was
  /// made before is kept there.
  private func settle(_ removal: Removal, goingOnElsewhere blueprint: Blueprint) {
    if blueprint.isInstance { Retired.add(removal.outOfView) } else { run(departuresOfKept(removal, in: store)) }
  }

  /// Has whatever forwards to a registration forward to another one.
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
