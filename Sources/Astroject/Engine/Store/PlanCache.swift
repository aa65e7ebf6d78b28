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
  init(counting instance: AnyProduct) { word = UInt(bitPattern: Unmanaged.passRetained(instance).toOpaque()) }

  /// Retains a plan, to be published.
  init(counting plan: Stage) { word = UInt(bitPattern: Unmanaged.passRetained(plan).toOpaque()) | 1 }

  /// Returns the published object, and leaves its release to the caller.
  func takeObject() -> AnyObject? {
    UnsafeRawPointer(bitPattern: word & ~1).map { Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue() }
  }

  // MARK: For readers

  // The key of the entry has the requested type, and so has the published object.

  /// The box of the instance; nil if no instance is published.
  @inlinable
  package var instance: UnsafeRawPointer? { word & 1 == 0 ? UnsafeRawPointer(bitPattern: word) : nil }

  /// Returns the box of the instance with its type; nil if no instance is published.
  @inlinable
  @inline(__always)
  package func instance<Product>(of type: Product.Type) -> Unmanaged<ProductBox<Product>>? {
    guard let instance else { return nil }
    return Unmanaged.fromOpaque(instance)
  }

  /// The box of the instance, retained; nil if no instance is published.
  var anyInstance: AnyProduct? { instance.map { Unmanaged<AnyProduct>.fromOpaque($0).takeUnretainedValue() } }

  // Written without closures, and without generic functions that are not inlined, because these would ask the runtime
  // for types.

  /// The plan; nil if none is published.
  var plan: Unmanaged<Stage>? {
    guard word & 1 != 0, let address = UnsafeRawPointer(bitPattern: word & ~1) else { return nil }
    return Unmanaged.fromOpaque(address)
  }
}

/// What is published for a key, with the place where it was found. It is valid until the hold ends.
@frozen @usableFromInline
package struct Published: @unchecked Sendable {
  // Only addresses. The objects behind them are Sendable.
  @usableFromInline package let word: PlanCache
  @usableFromInline let entry: Unmanaged<Entry>
  /// The container that has the registration.
  @usableFromInline let owner: Unmanaged<Core>

  init(_ entry: Unmanaged<Entry>, of owner: Unmanaged<Core>, _ hold: ReadHold) {
    word = entry._withUnsafeGuaranteedRef { $0.planCache(hold) }
    self.entry = entry
    self.owner = owner
  }

  /// Returns the product of the plan for a build whose code runs on this thread. The hold has to stay.
  @usableFromInline
  package func make<Product>(for parent: Build) throws -> Product {
    guard let plan = word.plan else { throw AstrojectError.Cause.gone }
    do {
      let ask = Ask(parent.source, for: .passUnretained(parent), at: entry, of: owner)
      return try plan._withUnsafeGuaranteedRef { try $0.answer((), for: ask) }
    } catch is Again {
      let key = plan._withUnsafeGuaranteedRef { $0.blueprint.key }
      return try parent.core.resolve(key, (), for: ResolutionContext(of: parent))
    }
  }

  /// True if an awaiting caller may have to suspend for the product of the plan.
  package var maySuspend: Bool { word.plan?._withUnsafeGuaranteedRef { $0.maySuspend } ?? false }

  /// Returns the instance that is there for a build that awaits; nil if it has to be built or waited for.
  package func kept(for build: Build) -> AnyProduct? { kept(for: .passUnretained(build), in: build.source) }

  /// Returns the instance that is there for an awaiting caller; nil if it has to be built or waited for.
  func kept(for parent: Unmanaged<Build>?, in core: Unmanaged<Core>) -> AnyProduct? {
    if let instance = word.anyInstance { return instance }
    return word.plan?._withUnsafeGuaranteedRef { $0.kept(for: Ask(core, for: parent, at: entry, of: owner)) }
  }
}

extension Build {
  /// Resolves a value for this build, and awaits it.
  package func resolve<Product>(_ key: Key) async throws -> Product {
    var (plan, entry, owner): (Stage?, Entry?, Unmanaged<Core>?)
    do {
      let hold = ReadHold.begin()
      defer { hold.end() }
      if let published = published(for: key, hold) {
        (plan, entry) = (published.word.plan?.takeUnretainedValue(), published.entry.takeUnretainedValue())
        owner = published.owner
      }
    }
    if let plan, let entry, let owner {
      defer { withExtendedLifetime(entry) {} }
      let ask = Ask(source, for: .passUnretained(self), at: .passUnretained(entry), of: owner)
      do { return try await plan.answerAwaiting((), for: ask) } catch is Again {}
    }
    return try await core.resolve(key, (), for: ResolutionContext(of: self))
  }
}
