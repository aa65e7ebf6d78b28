/// The end of a build of something shared or kept: with it the product is handed to those who wait.
struct Completion: @unchecked Sendable {
  // Nothing in it changes; the values of arguments are the registration's to compare.
  let product: AnyProduct
  let kept: SlotState.Kept
  let match: Match
  /// The container that keeps it.
  let source: Core
  let slot: InstanceSlot
  let lifetime: Lifetime
  /// What surrounds it.
  let decorators: [Blueprint]
  /// The value of the arguments that it is kept for; nil where there is one instance.
  let argument: ArgumentValue?
  /// What a custom scope is told.
  var context: Context?

  /// Keeps the product and hands it to those who wait.
  func run() throws {
    switch lifetime {
    case .weak: keep()
    case .shared, .perContainer:
      guard let context else { return }
      let isKept = try source.askingCustom { try slot.custom?.set(product, for: context) } ?? false
      if isKept { _ = noteKept() }
      // Those who let go of it have told the scope before there was anything.
      if slot.finish(.again) { source.askingCustom { slot.custom?.release(for: nil) } }
    case .graph, .transient, .forwarded: slot.finish(.product(product), keeping: kept)
    case .singleton, .disposable, .scoped:
      keep()
      if lifetime == .singleton, argument == nil { match.publishInstance(in: slot) }
    }
  }

  /// The same where the code of the build has ended before.
  func runLater() {
    do { try run() } catch {
      let failure = AstrojectError.Failure(
        key: match.blueprint.key, path: [match.blueprint.step], location: match.blueprint.location,
        underlyingError: error)
      slot.fail(error as? AstrojectError ?? .factoryFailed(failure), synchronously: false)
    }
  }

  /// Has the container keep the product, unless it was to let go of it while it was built.
  private func keep() {
    let order = noteKept()
    guard slot.finish(.product(product), keeping: kept, order: order) else { return }
    if let argument { source.knownSlots(of: match)?.forgetIdle(argument) }
    // About what an instance was seen as, nothing is to be done.
    if (slot as? InstanceStorage)?.isFacet ?? false { return }
    source.letGo(ofLate: product, order, from: match.blueprint)
  }

  /// Notes that an instance is about to be kept, and returns its place in the order of building.
  private func noteKept() -> UInt {
    let order = source.nextSequence()
    match.noteKept(in: source, slot, for: lifetime, in: context, order: order, surroundedBy: decorators)
    return order
  }
}

extension Core {
  /// A custom scope must not resolve: while it is asked, even singletons that are there take the way on which that is
  /// noticed.
  func askingCustom<Result>(_ ask: () throws -> Result) rethrows -> Result {
    for core in lineage { core.store.pausePublication() }
    defer { for core in lineage { core.store.resumePublication() } }
    return try ask()
  }
}
