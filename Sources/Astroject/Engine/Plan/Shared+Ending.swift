// The end of a build whose product is shared or cached, and is handed to the waiters.

extension Shared {
  /// Caches the product of a build if nothing else is involved; returns false if there is more to do.
  ///
  /// - Parameter order: Receives the place of the instance in the order of building, if that is noted.
  /// - Throws: A cause if the product of a weak registration is no object.
  @inline(never)
  final func keepAtOnce(
    _ product: AnyProduct, in place: Place, _ build: Build, for ask: Ask, _ order: inout UInt?
  ) throws -> Bool {
    // A value that is made of an instance which is held weakly is not cached.
    if lifetime == .weak, !product.isObject {
      guard place.storage?.isFacet == true else { throw AstrojectError.Cause.notAnObject }
      order = 0
    }
    guard lifetime != .weak, place.slot.custom == nil, !build.needsOthers else { return false }
    let new = noteKept(in: place, ask.match(blueprint))
    order = new
    guard place.slot.keepAtOnce(product, order: new) else { return false }
    publish(in: place, ask.match(blueprint))
    return true
  }

  /// Ends a build: caches the product, and hands it to the waiters; returns false if that is done later.
  ///
  /// - Parameter order: The place of the instance in the order of building, if that was noted.
  @inline(never)
  final func end(
    _ product: AnyProduct, in place: Place, _ build: Build, for ask: Ask, _ order: UInt?
  ) throws -> Bool {
    let (match, slot) = (ask.match(blueprint), place.slot)
    let context = slot.custom.map { _ in build.tree.context(depth: build.depth) }
    let end = { @Sendable [self] () throws in
      if lifetime == .shared || lifetime == .perContainer {
        try give(product, toCustomIn: place, match, context)
      } else {
        keep(product, in: place, match, order)
      }
    }
    if build.needsOthers {
      let isOver = try slot.endOwnCode(product, of: build) { [blueprint] in
        do { try end() } catch {
          slot.fail(error as? AstrojectError ?? .factoryFailed(blueprint.failure(error)), synchronously: false)
        }
      }
      if !isOver { return false }
    }
    try end()
    return true
  }

  /// Caches the product in its slot, unless it was released while it was built.
  private final func keep(_ product: AnyProduct, in place: Place, _ match: Match, _ order: UInt?) {
    let order = order ?? noteKept(in: place, match)
    let isReleased = place.slot.finish(
      .product(product), keeping: product, weakly: lifetime == .weak, order: order)
    if !isReleased { return publish(in: place, match) }
    place.forgetIdle()
    var pendingReleases: [PendingRelease] = []
    pendingReleases.add((product, order), from: place.storage?.hooked)
    place.source.run(pendingReleases)
  }

  /// Lets the custom scope cache the product, unless it was released while it was built.
  private final func give(
    _ product: AnyProduct, toCustomIn place: Place, _ match: Match, _ context: Context?
  ) throws {
    let (slot, isReleased) = (place.slot, place.slot.isReleased)
    if !isReleased, let context,
      try place.source.askingCustom({ try slot.custom?.set(product, for: context) }) ?? false
    {
      _ = noteKept(in: place, match, context)
    }
    // A release during the build has told the scope before there was anything to release.
    if slot.finish(.again), !isReleased { place.source.askingCustom { slot.custom?.release(for: nil) } }
  }

  /// Publishes the instance of a plain singleton.
  final func publish(in place: Place, _ match: @autoclosure () -> Match) {
    if lifetime == .singleton, place.value == .void { match().publishInstance(in: place.slot) }
  }

  /// Notes that an instance is about to be cached, and returns its place in the order of building; zero if it does not
  /// outlive the resolve.
  @inline(never)
  private final func noteKept(
    in place: Place, _ match: @autoclosure () -> Match, _ context: Context? = nil
  ) -> UInt {
    if !lifetime.keeps { return 0 }
    let order = place.source.nextSequence()
    // A container does not forget instances that only a `Lazy` caches.
    if blueprint.location.isKnown, Transaction.isUnderWay {
      Transaction.note((match(), place.source, place.slot, context, order, !blueprint.flags[.hasKept]))
    }
    let flags = blueprint.flags[.hasKept] ? blueprint.flags : blueprint.changeFlags { $0[.hasKept] = true }
    // There is only one instance if it comes from elsewhere.
    if !flags[.isInstance], flags.lifetime != .forwarded {
      // The scope or the hooks were changed during this build.
      if flags.lifetime != lifetime { blueprint.noteKept(in: lifetime, asFirst: !flags[.hasKept]) }
      if blueprint.flags[.hasHooks], blueprint.hooks.count != inner.hooks.count {
        blueprint.changeRefusal { $0.isHookedLate = true }
      }
    }
    if blueprint.flags[.isSpoiled] { match().owner.unpublish(blueprint) }
    return order
  }
}

extension Core {
  /// Runs a closure that asks a custom scope, which must not resolve.
  ///
  /// Meanwhile even existing singletons are resolved in the way in which that is noticed.
  func askingCustom<Result>(_ ask: () throws -> Result) rethrows -> Result {
    for core in lineage { core.store.pausePublication() }
    defer { for core in lineage { core.store.resumePublication() } }
    return try ask()
  }
}
