// The short way of what is kept for all who ask, where nothing is to be done but to take it, or to run its recipe.

extension Found {
  /// The instance of what takes no arguments, which is built if there is none; nil where the steps of a resolution have to
  /// be taken.
  func kept(for inquiry: Inquiry, synchronously isSynchronous: Bool) throws -> AnyProduct? {
    guard let place = place(for: inquiry.core) else { return nil }
    return try place.take() ?? place.make(for: inquiry, synchronously: isSynchronous)
  }

  /// Where one instance is kept for all who ask in a container; nil where the steps of a resolution have to be taken.
  func place(for asker: Core) -> KeptPlace? {
    let traits = blueprint.traits
    guard !traits.isSpoiled, !blueprint.isNoted, let keeper = keeper(traits.lifetime, for: asker) else { return nil }
    return keeper.slots(of: self, lifetime: traits.lifetime).map {
      KeptPlace(found: self, keeper: keeper, slots: $0, traits: traits)
    }
  }

  /// The container that keeps one instance for all who ask in it; nil where the scope is another one.
  private func keeper(_ lifetime: Lifetime, for asker: Core) -> Core? {
    switch lifetime {
    case .singleton, .disposable, .weak: return owner
    case .container:
      guard let name = blueprint.containerName else { return asker }
      return asker.nearest(named: name)
    case .graph, .transient, .shared, .perContainer, .forwarded: return nil
    }
  }

  /// Notes that an instance is kept.
  func noteKept(in keeper: Core) {
    // What only a `Lazy` keeps is not the container's to forget.
    if blueprint.place.isKnown {
      if keeper.transactions.load() != 0 { Transaction.open(on: keeper)?.noteBuild(of: self, in: keeper) }
      if keeper !== owner, owner.transactions.load() != 0 {
        Transaction.open(on: owner)?.noteBuild(of: self, in: keeper)
      }
    }
    let traits = blueprint.traits
    guard traits.hasKept else { return blueprint.changeTraits { $0.hasKept = true } }
    // What is kept only once is not worth a maker, and one that is found by a name nobody would look for.
    if traits.lifetime == .container, keeper !== owner, Key.isType(entry.word), entry.publication.isNone {
      entry.publish(blueprint)
    }
  }
}
