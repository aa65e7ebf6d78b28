// The short way of what is kept for all who ask, where nothing is to be done but to take it, or to run its recipe.

extension Found {
  /// The instance of what takes no arguments, which is built if there is none; nil where the steps of a resolution have to
  /// be taken.
  func kept(for inquiry: Inquiry, synchronously isSynchronous: Bool) throws -> AnyProduct? {
    try place(for: inquiry.core).flatMap { try kept(in: $0, for: inquiry, synchronously: isSynchronous) }
  }

  func kept(in place: KeptPlace, for inquiry: Inquiry, synchronously isSynchronous: Bool) throws -> AnyProduct? {
    if let product = place.take() { return product }
    guard isFree(synchronously: isSynchronous), let build = try KeptBuild.begin(in: place, for: inquiry) else {
      return nil
    }
    defer { build.end() }
    do {
      let product = try build.run { try blueprint.run($0, nil) }
      build.keep(product)
      return product
    } catch {
      throw build.fail(error, synchronously: isSynchronous)
    }
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

  /// Whether the recipe runs where the caller is, without suspending it.
  private func isFree(synchronously isSynchronous: Bool) -> Bool {
    switch blueprint.effect {
    case .leaf, .sync: true
    case .either: isSynchronous
    case .noted, .other: false
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
