extension Match {
  /// Publishes a plan for lock-free readers, unless the facts that it was made of have changed.
  func publish(_ plan: Stage, madeOf facts: Compiler.Facts) {
    // The instance of a plain singleton is published instead.
    let isPublishedAsInstance = blueprint.flags.publishesInstance && !blueprint.key.takesArguments
    guard mayPublish, facts.mayBePublished, !isPublishedAsInstance else { return }
    // A forwarding of a child yields to a registration that a parent protects, now or later.
    if blueprint.flags.lifetime == .forwarded, owner.parentCore != nil { return }
    entry.publish(plan, of: blueprint) { facts == Compiler.Facts(of: self) }
  }

  /// Publishes the instance of a plain singleton for lock-free readers.
  func publishInstance(in slot: InstanceSlot) { if mayPublish { entry.publishInstance(in: slot, of: blueprint) } }

  /// Publishes what this forwarding makes of an instance that its target publishes.
  ///
  /// It stays as long as that: what unpublishes the instance unpublishes the forwardings to it afterwards.
  func publish(_ converted: AnyProduct, of product: AnyProduct, publishedIn target: Entry) {
    // A forwarding of a child yields to a registration that a parent protects, now or later.
    guard owner.parentCore == nil, mayPublish, !converted.isConfined, !blueprint.flags[.isWatched] else { return }
    entry.publish(converted, inPlaceOfPlanOf: blueprint) {
      !blueprint.flags[.isDecorated] && target.publishes(product)
    }
  }

  /// True if no transaction is open. The registrations of a transaction count for other callers only when it ends.
  private var mayPublish: Bool { owner.nearest { $0.transactions.load() != 0 } == nil }
}
