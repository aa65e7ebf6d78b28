// The instance or plan that an entry publishes for lock-free readers; see ``PublishedWord``.

extension Entry {
  /// Returns the published object, which is alive until the hold ends.
  @inlinable
  @inline(__always)
  func publishedWord(_ hold: ReadHold) -> PublishedWord { PublishedWord(word: published.load()) }

  /// True if nothing is published.
  var publishesNothing: Bool { published.load() == 0 }

  /// The published instance, retained; nil if there is none.
  var instance: AnyProduct? { publishesNothing ? nil : ReadHold.during { publishedWord($0).anyInstance } }

  /// Unpublishes the published object, and returns it, to be retired where no lock is held.
  func withdraw() -> AnyObject? { PublishedWord(word: published.exchange(PublishedWord.none.word)).takeObject() }

  /// Publishes an instance, if it is that of a plain singleton that answers a single resolve.
  func publishInstance(in slot: InstanceSlot, of blueprint: Blueprint) {
    publish { state in
      guard state.own === blueprint, state.front === blueprint, let storage = state.storage, storage === slot else {
        return .none
      }
      // The storage may belong to a scope that the registration no longer has, or still be empty.
      guard blueprint.noteMayBePublished().publishesInstance, storage.lifetime == .singleton,
        let product = storage.product
      else { return .none }
      return PublishedWord(counting: product)
    }
  }

  /// The published plan of a registration, retained; nil if there is none.
  func plan(of blueprint: Blueprint) -> Stage? {
    if publishesNothing { return nil }
    return ReadHold.during { hold in
      guard let plan = publishedWord(hold).plan?.object, plan.blueprint === blueprint else { return nil }
      return plan
    }
  }

  /// Publishes a plan, if its registration answers a single resolve and has not changed since the plan was compiled.
  ///
  /// A thread that changes the registration from now on waits for the lock, and then unpublishes the plan.
  func publish(_ plan: Stage, of blueprint: Blueprint, if isCurrent: () -> Bool) {
    publish { state in
      guard state.front === blueprint, isCurrent() else { return .none }
      return PublishedWord(counting: plan)
    }
  }

  /// Publishes an instance in the place of the plan of a registration, if that answers a single resolve.
  func publish(_ instance: AnyProduct, inPlaceOfPlanOf blueprint: Blueprint, if isCurrent: () -> Bool) {
    change { state, gone in
      guard state.front === blueprint, !PublishedWord(word: published.load()).hasInstance, isCurrent() else { return }
      gone = withdraw()
      published.store(PublishedWord(counting: instance).word)
    }
  }

  /// Returns true if a product is the published instance.
  func publishes(_ product: AnyProduct) -> Bool { published.load() == Borrowed(product).word }

  /// Publishes the result of a closure, which is already retained, unless something is published.
  func publish(_ find: (State) -> PublishedWord) {
    state.withLock { state in
      if publishesNothing, state.holder == nil { published.store(find(state).word) }
    }
  }

  /// Unpublishes an instance that another registration keeps.
  package func unpublishForwarded() { change { state, gone in gone = withdrawForwarded(state) } }

  /// Unpublishes an instance that another registration keeps, and returns it, to be retired where no lock is held.
  func withdrawForwarded(_ state: State) -> AnyObject? {
    guard state.front?.flags.lifetime == .forwarded, PublishedWord(word: published.load()).hasInstance else {
      return nil
    }
    return withdraw()
  }

  /// Counts the registrations as decorated before anything is published anew, and withdraws what lacks the decorators.
  func withdrawUndecorated(_ state: State) -> AnyObject? {
    for blueprint in state.forwardings + (state.own.map { [$0] } ?? []) {
      blueprint.changeFlags { $0[.isDecorated] = true }
    }
    return withdraw()
  }

  /// Unpublishes everything, so that readers take the lock.
  func unpublish() { change { _, gone in gone = withdraw() } }
}
