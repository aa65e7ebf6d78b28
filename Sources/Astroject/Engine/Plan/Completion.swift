/// The end of a build whose product is shared or cached, and is handed to the waiters.
final class Completion: @unchecked Sendable {
  // One thread after the other uses it. Only the registration compares the values of arguments.
  private let product: AnyProduct
  /// Nil if nothing is to be cached.
  private let kept: SlotState.Kept?
  private let plan: Shared
  private let place: Shared.Place
  private let match: Match
  /// The context that a custom scope is told.
  private let context: Context?
  /// The place of the instance in the order of building, noted when it is about to be cached; zero if it does not
  /// outlive the resolve.
  private lazy var order = kept == nil ? 0 : plan.noteKept(in: place, match, context)

  /// Begins the end of a build.
  ///
  /// - Parameter order: The place of the instance in the order of building, if that was noted.
  /// - Throws: A cause if the product of a weak registration is no object.
  init(
    of product: AnyProduct, in place: Shared.Place, by plan: Shared, _ build: Build, for ask: Ask, _ order: UInt?
  ) throws {
    self.product = product
    self.place = place
    self.plan = plan
    match = ask.match(plan.blueprint)
    context = place.slot.custom.map { _ in build.tree.context(depth: build.depth) }
    if plan.lifetime == .weak {
      let weak = WeakProduct(product)
      // A value that is made of an instance which is held weakly is not cached.
      guard weak != nil || place.storage?.isFacet ?? false else { throw AstrojectError.Cause.notAnObject }
      kept = weak.map { .weak($0) }
    } else {
      kept = .strong(product)
    }
    if let order { self.order = order }
  }

  private var slot: InstanceSlot { place.slot }

  /// Caches the product, and hands it to the waiters; returns false if that is done later.
  func run(for build: Build) throws -> Bool {
    if build.needsOthers, try !slot.endOwnCode(product, of: build, later: runLater) { return false }
    try run()
    return true
  }

  private func run() throws {
    guard plan.lifetime == .shared || plan.lifetime == .perContainer else { return keep() }
    // The scope does not get what was released meanwhile.
    let isReleased = slot.isReleased
    if !isReleased, let context,
      try place.source.askingCustom({ try slot.custom?.set(product, for: context) }) ?? false
    {
      _ = order
    }
    // A release during the build has told the scope before there was anything to release.
    if slot.finish(.again), !isReleased { place.source.askingCustom { slot.custom?.release(for: nil) } }
  }

  /// Completes a build whose code has ended before. An error goes to the waiters.
  private func runLater() {
    do { try run() } catch {
      slot.fail(error as? AstrojectError ?? .factoryFailed(match.blueprint.failure(error)), synchronously: false)
    }
  }

  /// Caches the product in its slot, unless it was released while it was built.
  private func keep() {
    guard slot.finish(.product(product), keeping: kept, order: order) else { return plan.publish(in: place, match) }
    place.forgetIdle()
    var pendingReleases: [PendingRelease] = []
    pendingReleases.add((product, order), from: place.storage?.hooked)
    place.source.run(pendingReleases)
  }
}

extension Shared {
  /// Caches the product of a build if nothing else is involved; returns false if there is more to do.
  ///
  /// - Parameter order: Receives the place of the instance in the order of building, if that is noted.
  @inline(never)
  final func keepAtOnce(
    _ product: AnyProduct, in place: Place, _ build: Build, for ask: Ask, _ order: inout UInt?
  ) -> Bool {
    guard lifetime != .weak, place.slot.custom == nil, !build.needsOthers else { return false }
    let match = ask.match(blueprint)
    let new = noteKept(in: place, match)
    order = new
    guard place.slot.keepAtOnce(product, order: new) else { return false }
    publish(in: place, match)
    return true
  }

  /// Publishes the instance of a plain singleton.
  fileprivate final func publish(in place: Place, _ match: Match) {
    if lifetime == .singleton, place.value == .void { match.publishInstance(in: place.slot) }
  }

  /// Notes that an instance is about to be cached, and returns its place in the order of building; zero if it does not
  /// outlive the resolve.
  @inline(never)
  fileprivate final func noteKept(in place: Place, _ match: Match, _ context: Context? = nil) -> UInt {
    if !lifetime.keeps { return 0 }
    let order = place.source.nextSequence()
    // A container does not forget instances that only a `Lazy` caches.
    if blueprint.location.isKnown, Transaction.isUnderWay {
      Transaction.note((match, place.source, place.slot, context, order, !blueprint.flags[.hasKept]))
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
    if blueprint.flags[.isSpoiled] { match.owner.unpublish(blueprint) }
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
