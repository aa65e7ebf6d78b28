/// The end of a build whose product is shared or cached, and is handed to the waiters.
struct Completion: @unchecked Sendable {
  // Only the registration compares the values of arguments.
  let product: AnyProduct
  let kept: SlotState.Kept
  let match: Match
  /// The container that caches the product.
  let source: Core
  let slot: InstanceSlot
  let lifetime: Lifetime
  /// The number of hooks that have run.
  let hookCount: Int
  /// The argument value that the product is cached for; nil if there is one instance.
  let argument: ArgumentValue?
  /// The context that a custom scope is told.
  let context: Context?
  /// The place of the instance in the order of building; nil before it is about to be cached.
  private(set) var order: UInt?

  /// Caches the product if nothing else is involved; returns false if there is more to do.
  mutating func runAtOnce(for build: Build) -> Bool {
    guard case .strong = kept, slot.custom == nil, !build.needsOthers else { return false }
    guard slot.keepAtOnce(product, order: lifetime.keeps ? noteKept() : 0) else { return false }
    publish()
    return true
  }

  /// Caches the product, and hands it to the waiters; returns false if that is done later.
  mutating func run(for build: Build) throws -> Bool {
    if build.needsOthers {
      let copy = self
      guard try slot.endOwnCode(product, of: build, later: { copy.runLater() }) else { return false }
    }
    try run()
    return true
  }

  private mutating func run() throws {
    switch lifetime {
    case .weak, .singleton, .disposable, .scoped: keep()
    case .shared, .perContainer:
      guard let context else { return }
      // The scope does not get what was released meanwhile.
      let isReleased = slot.isReleased
      let isKept = try isReleased ? false : source.askingCustom { try slot.custom?.set(product, for: context) } ?? false
      if isKept { _ = noteKept() }
      // A release during the build has told the scope before there was anything to release.
      if slot.finish(.again), !isReleased { source.askingCustom { slot.custom?.release(for: nil) } }
    case .graph, .transient, .forwarded: slot.finish(.product(product), keeping: kept)
    }
  }

  /// Completes a build whose code has ended before. An error goes to the waiters.
  private func runLater() {
    var copy = self
    do { try copy.run() } catch {
      let failure = AstrojectError.Failure(
        key: match.blueprint.key, path: [match.blueprint.step], location: match.blueprint.location,
        underlyingError: error)
      slot.fail(error as? AstrojectError ?? .factoryFailed(failure), synchronously: false)
    }
  }

  /// Caches the product in the container, unless it was released while it was built.
  private mutating func keep() {
    let order = noteKept()
    guard slot.finish(.product(product), keeping: kept, order: order) else { return publish() }
    if let argument { source.knownStorage(of: match)?.forgetIdle(argument) }
    // The form of another registration's instance needs no release hooks.
    if (slot as? InstanceStorage)?.isFacet ?? false { return }
    source.release(late: product, order, from: match.blueprint)
  }

  private func publish() { if lifetime == .singleton, argument == nil { match.publishInstance(in: slot) } }

  /// Notes that an instance is about to be cached, and returns its place in the order of building.
  private mutating func noteKept() -> UInt {
    if let order { return order }
    let order = source.nextSequence()
    self.order = order
    match.noteKept(
      product, in: source, slot, for: lifetime, in: context, order: order, hookedBy: hookCount)
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
