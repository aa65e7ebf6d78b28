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
  private func publish() { if traits.lifetime == .singleton { found.publish(slots) } }

  /// Whether something is to be done here that only the steps of a resolution do.
  var takesSteps: Bool { traits.hasHooks || traits.lifetime == .weak || ThreadRecord.current.pointee.isNearEndOfStack }

  // MARK: Building

  /// Builds the instance if its recipe does not suspend the caller; nil where the steps of a resolution have to be
  /// taken.
  func make(for inquiry: Inquiry, synchronously isSynchronous: Bool) throws -> AnyProduct? {
    guard isFree(synchronously: isSynchronous), let build = try begin(for: inquiry) else { return nil }
    defer { build.end() }
    do {
      let product = try build.run { try found.blueprint.run($0, nil) }
      keep(product)
      return product
    } catch {
      throw fail(error, for: inquiry, synchronously: isSynchronous)
    }
  }

  /// Whether the recipe runs where the caller is, without suspending it.
  private func isFree(synchronously isSynchronous: Bool) -> Bool {
    switch found.blueprint.effect {
    case .leaf, .sync: true
    case .either: isSynchronous
    case .noted, .other: false
    }
  }

  /// Begins a build of what nothing is done to when it is made.
  ///
  /// - Parameters:
  ///   - isAwaited: Whether its caller awaits it.
  ///   - maySuspend: Whether it does, whatever it resolves: then those are turned away who would block a thread.
  /// - Returns: Nil where more has to be decided.
  func begin(
    for inquiry: Inquiry, awaited isAwaited: Bool = false, suspending maySuspend: Bool = false
  ) throws -> KeptBuild? {
    if takesSteps { return nil }
    let blueprint = found.blueprint
    // Nobody else holds it here, so that it need not outlive the build.
    let frame = Unmanaged.passRetained(
      inquiry.isForNobody && !isAwaited
        ? try Frame(of: .passUnretained(blueprint), in: .passUnretained(keeper), for: nil, on: ThreadRecord.current)
        // What is awaited may suspend: then those are turned away who would block a thread.
        : try Frame(of: blueprint, for: inquiry, through: keeper, slot: isAwaited && !maySuspend ? slots : nil))
    if maySuspend { frame._withUnsafeGuaranteedRef { $0.noteSuspended() } }
    let build = KeptBuild(frame)
    guard frame._withUnsafeGuaranteedRef({ slots.begin($0, suspending: maySuspend) }) else {
      build.end()
      return nil
    }
    if maySuspend { inquiry.parent?.suspend() }
    return build
  }

  /// Keeps the product of a build and hands it to those who wait.
  func keep(_ product: AnyProduct) {
    let order = keeper.nextSequence()
    found.noteKept(in: keeper, slots, for: traits.lifetime, order: order)
    if slots.keep(product, order: order) { return keeper.letGo(ofLate: product, order, from: found.blueprint) }
    publish()
  }

  /// Tells those who wait that a build has failed, and returns what to throw.
  func fail(_ error: any Error, for inquiry: Inquiry, synchronously isSynchronous: Bool) -> AstrojectError {
    let error = inquiry.translate(error, of: found.blueprint, at: .factory)
    slots.fail(error, synchronously: isSynchronous)
    return error
  }
}

/// A build of something that is kept for all who ask.
struct KeptBuild: ~Copyable {
  fileprivate let frame: Unmanaged<Frame>

  fileprivate init(_ frame: Unmanaged<Frame>) { self.frame = frame }

  /// Runs code of the build, which does not suspend.
  func run<Result>(_ body: (Resolver) throws -> Result) throws -> Result {
    try frame._withUnsafeGuaranteedRef { frame in
      let result = try body(Resolver(of: frame))
      try frame.finishFilling()
      return result
    }
  }

  /// The build, for what runs code of it that suspends.
  var reference: Frame { frame.takeUnretainedValue() }

  func end() { Frame.end(frame) }
}
