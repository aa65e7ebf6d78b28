/// Where one instance of a registration is kept for all who ask in a container.
struct KeptPlace {
  let found: Found
  let keeper: Core
  let slots: Slots
  let traits: Traits

  /// What is kept; from now on others may take it without a lock.
  func take() -> AnyProduct? {
    guard let product = slots.product else { return nil }
    publish()
    return product
  }

  /// Lets readers take what is kept without a lock, where it is kept for good.
  func publish() { if traits.lifetime == .singleton { found.entry.publish(slots, of: found.blueprint) } }

  /// Whether something is to be done here that only the steps of a resolution do.
  var takesSteps: Bool { traits.hasHooks || traits.lifetime == .weak || ThreadRecord.current.pointee.isNearEndOfStack }
}

/// A build of something that is kept for all who ask, to which nothing is done when it is made.
struct KeptBuild: ~Copyable {
  private let place: KeptPlace
  private let inquiry: Inquiry
  private let frame: Unmanaged<Frame>

  private init(_ place: KeptPlace, _ inquiry: Inquiry, _ frame: Unmanaged<Frame>) {
    self.place = place
    self.inquiry = inquiry
    self.frame = frame
  }

  /// - Parameters:
  ///   - isAtHand: Whether nothing is to be awaited before the recipe has run, though there is one who could.
  ///   - maySuspend: Whether it may suspend: then those are turned away who would block a thread.
  /// - Returns: Nil where more has to be decided.
  static func begin(
    in place: KeptPlace, for inquiry: Inquiry, atHand isAtHand: Bool = false, suspending maySuspend: Bool = false
  ) throws -> KeptBuild? {
    if place.takesSteps { return nil }
    let blueprint = place.found.blueprint
    let frame = Unmanaged.passRetained(
      inquiry.isForNobody && !maySuspend && !isAtHand
        ? try Frame(
          of: .passUnretained(blueprint), in: .passUnretained(place.keeper), for: nil, on: ThreadRecord.current)
        : try Frame(of: blueprint, for: inquiry, through: place.keeper, atHand: isAtHand))
    if maySuspend { frame._withUnsafeGuaranteedRef { $0.noteSuspended() } }
    guard frame._withUnsafeGuaranteedRef({ place.slots.begin($0, suspending: maySuspend) }) else {
      Frame.end(frame)
      return nil
    }
    if maySuspend { inquiry.parent?.suspend() }
    return KeptBuild(place, inquiry, frame)
  }

  /// Runs code of the build, which does not suspend.
  func run<Result>(_ body: (Resolver) throws -> Result) throws -> Result {
    try frame._withUnsafeGuaranteedRef { try body(Resolver(of: $0)) }
  }

  /// Runs code of the build.
  func run<Result>(awaiting body: (Resolver) async throws -> Result) async throws -> Result {
    let frame = frame.takeUnretainedValue()
    return try await Ambient.lead(frame, awaiting: { try await body(Resolver(of: frame)) })
  }

  /// Awaits what a product has asked for while it was made, where that could not be had at once.
  func finish(_ product: Any) async throws {
    let frame = frame.takeUnretainedValue()
    guard frame.hasFilling else { return }
    frame.noteSuspended()
    place.slots.suspend()
    inquiry.parent?.suspend()
    try await place.found.blueprint.wiring?.finish(product, frame)
  }

  /// Keeps the product and hands it to those who wait.
  func keep(_ product: AnyProduct) {
    place.found.noteKept(in: place.keeper)
    place.slots.keep(product, order: place.keeper.nextSequence())
    place.publish()
  }

  /// Leaves it to others.
  func giveUp() { place.slots.finish(.again) }

  /// Tells those who wait, and returns what to throw.
  func fail(_ error: any Error, synchronously isSynchronous: Bool) -> AstrojectError {
    let error = inquiry.translate(error, of: place.found.blueprint, at: .factory)
    place.slots.fail(error, synchronously: isSynchronous)
    return error
  }

  func end() { Frame.end(frame) }
}
