// The short way of what is kept for all who ask, where nothing is to be done but to take it, or to run its recipe.

extension Found {
  /// The instance of what takes no arguments, which is built if there is none; nil where the steps of a resolution have
  /// to be taken.
  func kept(for inquiry: Inquiry, synchronously isSynchronous: Bool) throws -> AnyProduct? {
    if blueprint.traits.isGiven, !blueprint.isNoted,
      let gift = keeper(.container, for: inquiry.core)?.gift(Gift.Mark(of: blueprint))
    {
      return gift
    }
    guard let place = place(for: inquiry.core) else { return nil }
    return try place.take() ?? place.make(for: inquiry, synchronously: isSynchronous)
  }

  /// Where one instance is kept for all who ask in a container; nil where the steps of a resolution have to be taken.
  consuming func place(for asker: Core) -> KeptPlace? {
    let traits = blueprint.traits
    guard !traits.isSpoiled, !blueprint.isNoted, let keeper = keeper(traits.lifetime, for: asker),
      let slots = keeper.slots(of: self, lifetime: traits.lifetime)
    else { return nil }
    return KeptPlace(found: self, keeper: keeper, slots: slots, traits: traits)
  }

  /// The container that keeps one instance for all who ask in it; nil where the scope is another one.
  private func keeper(_ lifetime: Lifetime, for asker: Core) -> Core? {
    switch lifetime {
    case .singleton, .disposable, .weak: return owner
    case .container:
      guard let name = blueprint.containerName else { return asker }
      return asker.nearest(named: name)?.takeUnretainedValue()
    case .graph, .transient, .shared, .perContainer, .forwarded: return nil
    }
  }

  /// Notes that an instance is about to be kept in a slot of a container.
  func noteKept(in keeper: Core, _ slot: Slot, for lifetime: Lifetime, in context: Context? = nil, order: UInt) {
    // What only a `Lazy` keeps is not the container's to forget.
    if blueprint.place.isKnown { Transaction.note((self, keeper, slot, context, order)) }
    let traits = blueprint.traits
    guard traits.hasKept, traits.lifetime == lifetime else {
      blueprint.changeTraits { traits in
        traits.hasKept = true
        // The scope was changed while this was being built. There is one instance in any case if it was made elsewhere.
        if traits.lifetime != lifetime, !traits.isInstance { traits.isSpoiled = true }
      }
      // What is kept in the new scope may be in view.
      if blueprint.traits.isSpoiled { owner.unpublish(blueprint.key) }
      return
    }
    // What is kept only once is not worth a factory, and one that is found by a name nobody would look for.
    if traits.lifetime == .container, keeper !== owner, Key.isType(entry.word), entry.showsNothing { publish() }
  }
}

// MARK: - For readers without a lock

extension Found {
  /// Lets them make instances, or take those that containers keep.
  func publish() { if mayPublish { entry.publish(blueprint) } }

  /// Lets them take the instance of a plain singleton.
  func publish(_ slot: Slot) { if mayPublish { entry.publish(slot, of: blueprint) } }

  /// Nothing is published while a step is open: what it registers counts for others only when it ends.
  private var mayPublish: Bool { owner.transactions.load() == 0 }
}
