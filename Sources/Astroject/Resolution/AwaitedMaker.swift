/// Makes instances of a registration that has to be awaited, for whoever asks alone, where there is nothing else to be
/// done: the twin of a ``Maker`` for recipes that suspend, or that get what they need as their caller can.
///
/// A caller counts the maker while it awaits, and the maker counts its registration.
@usableFromInline
package class AwaitedMaker<Product>: AnyMaker, @unchecked Sendable {
  /// Makes an instance for whoever holds the container, and for no build.
  @usableFromInline
  func make(in container: Container) async throws -> Product {
    let core = container.core
    // Whoever asks from within other code that a container runs is a part of that, which has to be looked into.
    guard Ambient.isNobody else { return try await makeWithCare(in: core) }
    // An asynchronous caller may let go of the container while it waits.
    core.enter()
    defer { core.leave() }
    do {
      let frame = try beginFrame(in: core)
      defer { ThreadRecord.current.giveBack(frame) }
      return try await run(frame.takeUnretainedValue())
    } catch {
      throw translate(error, in: core, for: nil)
    }
  }

  /// Begins a build for nobody else, until it is given back.
  final func beginFrame(in core: Core) throws -> Unmanaged<Frame> {
    try ThreadRecord.current.beginFrame(of: registration, in: .passUnretained(core), for: nil, staysHere: false)
  }

  /// Makes an instance for a build.
  ///
  /// - Parameter isItsCode: Whether it is the code of the build that asks, on its strand; and not what gets the build's
  ///   parameters before that code runs, after a look at what is at hand, in the task of a strand above if there is
  ///   one.
  @usableFromInline
  package func make(for parent: Frame, asItsCode isItsCode: Bool) async throws -> Product {
    throw AstrojectError.Cause.gone
  }

  /// Whether an instance can be had without awaiting, as far as that is known by now.
  ///
  /// - Parameter levels: How many levels of what it needs are looked at.
  package func isAtHand(in core: Core, levels: Int) -> Bool { false }

  /// Makes an instance for a build without awaiting, after `isAtHand`.
  ///
  /// - Throws: ``NotAtHand`` if it has to be awaited all the same.
  package final func makeAtHand(for parent: Frame) throws -> Product {
    try makeAtHand(in: parent.source, for: .passUnretained(parent))
  }

  func makeAtHand(in core: Unmanaged<Core>, for parent: Unmanaged<Frame>?) throws -> Product { throw NotAtHand() }

  /// Runs the recipe for a build that nobody knows of yet, and that is on no strand.
  func run(_ frame: Frame) async throws -> Product { throw AstrojectError.Cause.gone }

  /// The same for one within a build.
  final func run(for parent: Frame) async throws -> Product {
    do {
      let frame = try ThreadRecord.current.beginFrame(
        of: registration, in: parent.source, for: .passUnretained(parent), staysHere: false)
      defer { ThreadRecord.current.giveBack(frame) }
      return try await run(frame.takeUnretainedValue())
    } catch {
      throw translate(error, in: parent.core, for: parent)
    }
  }

  @inline(never)
  final func makeWithCare(in core: Core) async throws -> Product {
    let key = blueprint.key
    return try await core.use(key) { try await core.resolve(key, (), for: Inquiry(root: core, key: key)) }
  }

  @inline(never)
  final func translate(_ error: any Error, in core: Core, for parent: Frame?) -> any Error {
    Inquiry(core: core, for: parent).translate(error, of: blueprint, at: .factory)
  }

  /// What to throw where making something at hand has thrown.
  @inline(never)
  final func translateAtHand(
    _ error: any Error, in core: Unmanaged<Core>, for parent: Unmanaged<Frame>?
  ) -> any Error {
    error is NotAtHand
      ? error : translate(error, in: core.takeUnretainedValue(), for: parent?.takeUnretainedValue())
  }
}

/// Makes instances of nothing.
final class AwaitedLeafMaker<Product>: AwaitedMaker<Product>, @unchecked Sendable {
  private let body: @Sendable () async throws -> Product

  init(_ blueprint: Blueprint, _ body: @escaping @Sendable () async throws -> Product) {
    self.body = body
    super.init(blueprint)
  }

  override func run(_ frame: Frame) async throws -> Product {
    // It has no resolver, and so nothing is made on a strand of its own.
    frame.noteSuspended()
    let product = try await Ambient.bind(frame, awaiting: body)
    try frame.finishFilling()
    return product
  }

  override func make(for parent: Frame, asItsCode isItsCode: Bool) async throws -> Product {
    if !parent.hasSuspended { parent.suspend() }
    guard let strand = isItsCode ? parent.strand : parent.outerStrand else { return try await run(for: parent) }
    let outer = strand._withUnsafeGuaranteedRef { $0.word }
    let leaf = strand._withUnsafeGuaranteedRef {
      $0.begin(LeafBuild(of: registration, in: parent.source, for: .passUnretained(parent)))
    }
    defer { strand._withUnsafeGuaranteedRef { $0.end(leaf, outer) } }
    do {
      let product = try await body()
      if leaf.pointee.turnedOut != nil { try blueprint.check(leaf) }
      return product
    } catch {
      throw translate(error, in: parent.core, for: parent)
    }
  }
}

/// Makes instances of what a resolver gives.
final class AwaitedNodeMaker<Product>: AwaitedMaker<Product>, @unchecked Sendable {
  private let body: @Sendable (Resolver) async throws -> Product

  init(_ blueprint: Blueprint, _ body: @escaping @Sendable (Resolver) async throws -> Product) {
    self.body = body
    super.init(blueprint)
  }

  override func run(_ frame: Frame) async throws -> Product {
    frame.noteSuspended()
    let product = try await Ambient.lead(frame, awaiting: { try await body(Resolver(of: frame)) })
    try frame.finishFilling()
    return product
  }

  override func make(for parent: Frame, asItsCode isItsCode: Bool) async throws -> Product {
    if !parent.hasSuspended { parent.suspend() }
    guard let strand = isItsCode ? parent.strand : parent.outerStrand else { return try await run(for: parent) }
    let outer = strand._withUnsafeGuaranteedRef { $0.word }
    do {
      let frame = try ThreadRecord.current.beginFrame(
        of: registration, in: parent.source, for: .passUnretained(parent), staysHere: false)
      frame._withUnsafeGuaranteedRef { $0.follow(strand) }
      strand._withUnsafeGuaranteedRef { $0.word = UInt(bitPattern: frame.toOpaque()) }
      defer {
        strand._withUnsafeGuaranteedRef { $0.word = outer }
        ThreadRecord.current.giveBack(frame)
      }
      let product = try await body(Resolver(of: frame.takeUnretainedValue()))
      try frame._withUnsafeGuaranteedRef { try $0.finishFilling() }
      return product
    } catch {
      throw translate(error, in: parent.core, for: parent)
    }
  }
}
