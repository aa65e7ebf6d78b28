extension Core {
  /// Returns the plan of the registration that answers at an entry of this container, which a reader without a lock has
  /// found; nil if more has to be asked than the entry.
  @inline(never)
  func plan(at entry: Borrowed<Entry>) -> Stage? {
    entry.with { entry in
      guard let front = entry.front, front.flags.lifetime != .forwarded, !CustomCall.isUnderWay else { return nil }
      return plan(of: front, at: entry, for: self)
    }
  }

  /// Returns the plan of a registration of this container for the requests to a container.
  ///
  /// It is compiled if it is not known. A container with decorators of its own has it compiled each time. No ``Match``
  /// is made for the first request, because that would retain what it is made of.
  fileprivate func plan(of blueprint: Blueprint, at entry: Entry, for asker: Core) -> Stage {
    if !isAlike(for: asker) { return Compiler.plan(of: blueprint, in: self, for: asker) }
    if let known = entry.plan(of: blueprint) { return known }
    guard blueprint.flags[.wasAsked] else {
      // One request does not repay the publication, which has to be taken back.
      blueprint.changeFlags { $0[.wasAsked] = true }
      return Compiler.plan(of: blueprint, in: self, for: asker)
    }
    let match = Match(blueprint: blueprint, entry: entry, owner: self)
    let facts = Compiler.Facts(of: match)
    let plan = Compiler.plan(of: blueprint, in: self, for: asker)
    // If a container below the owner has got a decorator meanwhile, the plan has it.
    if isAlike(for: asker) { match.publish(plan, madeOf: facts) }
    return plan
  }

  /// Returns true if the plan for the requests to a container is that for the requests to this one, the owner.
  private func isAlike(for asker: Core) -> Bool { nearestDecorated(to: asker)?.with { $0 === self } ?? true }

  /// Returns the container nearest to the one that asks that has decorators of its own; this one, the owner, if there
  /// is none below.
  func nearestDecorated(to asker: Core) -> Borrowed<Core>? {
    asker.nearest { $0 === self || $0.hasOwnDecorators }
  }
}

extension Match {
  /// Returns the plan of the registration for the requests to a container.
  func plan(for asker: Core) -> Stage { owner.plan(of: blueprint, at: entry, for: asker) }

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
