// The short way of what is kept for all who ask: nobody need wait for it, and nothing is to be done but to run its recipe.

extension Found {
  /// The instance of what takes no arguments, which is built if there is none; nil where the steps of a resolution have to
  /// be taken.
  func kept(for inquiry: Inquiry, synchronously isSynchronous: Bool) throws -> AnyProduct? {
    let traits = blueprint.traits
    guard let keeper = keeper(traits, for: inquiry), !traits.hasHooks, !traits.isSpoiled,
      isFree(synchronously: isSynchronous), let slots = keeper.slots(of: self, lifetime: traits.lifetime)
    else { return nil }
    if let product = slots.product {
      if traits.lifetime == .singleton { entry.publish(slots, of: blueprint) }
      return product
    }
    let thread = ThreadRecord.current
    guard !thread.pointee.isNearEndOfStack else { return nil }
    // It does not suspend, and so knows no slot where others would have to be turned away.
    let frame = Unmanaged.passRetained(
      inquiry.isForNobody
        ? try Frame(of: .passUnretained(blueprint), in: .passUnretained(keeper), for: nil, on: thread)
        : try Frame(of: blueprint, for: inquiry, through: keeper))
    defer { Frame.end(frame) }
    guard frame._withUnsafeGuaranteedRef({ slots.begin($0) }) else { return nil }
    do {
      let product = try frame._withUnsafeGuaranteedRef { try blueprint.run(Resolver(of: $0), nil) }
      noteKept(in: keeper)
      slots.keep(product, order: keeper.nextSequence())
      if traits.lifetime == .singleton { entry.publish(slots, of: blueprint) }
      return product
    } catch {
      let error = inquiry.translate(error, of: blueprint, at: .factory)
      slots.fail(error, synchronously: isSynchronous)
      throw error
    }
  }

  /// The container that keeps one instance for all who ask in it; nil where the scope is another one.
  private func keeper(_ traits: Traits, for inquiry: Inquiry) -> Core? {
    switch traits.lifetime {
    case .singleton, .disposable: owner
    case .container: blueprint.supplement?.terms?.containerName == nil ? inquiry.core : nil
    default: nil
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
    if keeper.transactions.load() != 0, blueprint.place.isKnown { Transaction.open(on: keeper)?.noteBuild(in: entry) }
    if !blueprint.traits.hasKept { blueprint.changeTraits { $0.hasKept = true } }
  }
}
