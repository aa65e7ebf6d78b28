/// The word that an entry publishes for lock-free readers: a boxed instance, a plan, or nothing.
///
/// The entry retains the object, and readers do not; see ``ReadHold``.
@frozen @usableFromInline
package struct PlanCache: Sendable {
  /// The address of an object, which is divisible by eight, plus one for a plan.
  @usableFromInline let word: UInt

  @inlinable init(word: UInt) { self.word = word }

  @inlinable package static var none: PlanCache { PlanCache(word: 0) }

  /// True if nothing is published, so that more has to be done.
  var isNone: Bool { word == 0 }

  // MARK: For the entry that retains it

  /// Retains an instance, to be published.
  init(counting instance: AnyProduct) { word = Borrowed(retaining: instance).word }

  /// Retains a plan, to be published.
  init(counting plan: Stage) { word = Borrowed(retaining: plan).word | 1 }

  /// Returns the published object, and leaves its release to the caller.
  func takeObject() -> AnyObject? {
    Borrowed<AnyObject>(word: word & ~1)?.take()
  }

  // MARK: For readers

  // The key of the entry has the requested type, and so has the published object.

  /// True if an instance is published.
  package var hasInstance: Bool { !isNone && word & 1 == 0 }

  /// Returns the box of the instance with its type; nil if no instance is published.
  @inlinable
  @inline(__always)
  package func instance<Product>(of type: Product.Type) -> Borrowed<ProductBox<Product>>? {
    word & 1 == 0 ? Borrowed(word: word) : nil
  }

  /// The box of the instance, retained; nil if no instance is published.
  var anyInstance: AnyProduct? { hasInstance ? Borrowed<AnyProduct>(word: word)?.object : nil }

  // Written without closures, and without generic functions that are not inlined, because these would ask the runtime
  // for types.

  /// The plan; nil if none is published.
  var plan: Borrowed<Stage>? { word & 1 != 0 ? Borrowed(word: word & ~1) : nil }
}

/// What is published for a key, with the place where it was found. It is valid until the hold ends.
@frozen @usableFromInline
package struct Published: @unchecked Sendable {
  // Only addresses. The objects behind them are Sendable.
  @usableFromInline package let word: PlanCache
  @usableFromInline let entry: Borrowed<Entry>
  /// The container that has the registration.
  @usableFromInline let owner: Borrowed<Core>

  init(_ entry: Borrowed<Entry>, of owner: Borrowed<Core>, _ hold: ReadHold) {
    word = entry.with { $0.planCache(hold) }
    self.entry = entry
    self.owner = owner
  }

  /// Returns the product of the plan for a build whose code runs on this thread. The hold has to stay.
  @usableFromInline
  package func make<Product>(for parent: Build) throws -> Product {
    guard let plan = word.plan else { throw AstrojectError.Cause.gone }
    do {
      let ask = Ask(parent.source, for: Borrowed(parent), at: entry, of: owner)
      return try plan.with { try $0.answer((), for: ask) }
    } catch is Again {
      let key = plan.with { $0.blueprint.key }
      return try parent.core.resolve(key, (), for: ResolutionContext(of: parent))
    }
  }

  /// Returns true if an awaiting caller may have to suspend for the product. Otherwise it takes the blocking way.
  ///
  /// - Parameter beginsTree: True if the caller is not within a tree.
  func maySuspend(in core: Borrowed<Core>, beginsTree: Bool = false, _ hold: ReadHold) -> Bool {
    var outlook = Outlook(core, beginsTree: beginsTree, hold)
    return outlook.maySuspend(word)
  }

  /// Returns true if an awaiting caller has met an obstacle on the blocking way because something was registered anew,
  /// or released, since it looked ahead.
  @inline(never)
  func mustAwait(after error: any Error, in core: Borrowed<Core>, beginsTree: Bool = false) -> Bool {
    switch error as? AstrojectError {
    case .asynchronousFactory, .isolationMismatch: ReadHold.during { maySuspend(in: core, beginsTree: beginsTree, $0) }
    default: false
    }
  }

  /// Puts the product at an address for a build that awaits, if nothing has to be awaited; otherwise returns the plan.
  package func putAtOnce<Product>(
    _ type: Product.Type, at address: UnsafeMutableRawPointer, for build: Build, _ hold: ReadHold
  ) throws -> LastingPlan? {
    if let kept = kept(for: Borrowed(build), in: build.source) {
      kept.put(at: address)
      return nil
    }
    if !maySuspend(in: build.source, hold) {
      hold.stay()
      do {
        address.initializeMemory(as: type, to: try make(for: build))
        return nil
      } catch let error where mustAwait(after: error, in: build.source) {}
    }
    return LastingPlan(self)
  }

  /// Returns the instance that is there for an awaiting caller; nil if it has to be built or waited for.
  func kept(for parent: Borrowed<Build>?, in core: Borrowed<Core>) -> AnyProduct? {
    if let instance = word.anyInstance { return instance }
    return word.plan?.with { $0.kept(for: Ask(core, for: parent, at: entry, of: owner)) }
  }
}

/// A published plan with its entry, retained for a caller that awaits, who holds the container that has it.
package struct LastingPlan {
  private let plan: Stage
  private let entry: Entry
  private let owner: Borrowed<Core>

  /// Retains what is published; nil if that is an instance.
  init?(_ published: Published) {
    guard let plan = published.word.plan else { return nil }
    self.plan = plan.object
    entry = published.entry.object
    owner = published.owner
  }

  /// Returns the product. Inlined, because each function on the way takes a frame of the task.
  @inline(__always)
  func answer<Product>(for parent: Borrowed<Build>?, in core: Borrowed<Core>) async throws -> Product {
    defer { withExtendedLifetime(entry) {} }
    return try await plan.answerAwaiting((), for: Ask(core, for: parent, at: Borrowed(entry), of: owner))
  }

  /// Returns the product for a build.
  package func answer<Product>(for build: Build) async throws -> Product {
    do { return try await answer(for: Borrowed(build), in: build.source) } catch is Again {
      return try await build.core.resolve(plan.blueprint.key, (), for: ResolutionContext(of: build))
    }
  }
}
