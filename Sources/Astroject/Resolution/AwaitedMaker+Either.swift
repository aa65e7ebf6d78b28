// The twins of makers whose recipes get what they need as their caller can.
//
// Where nothing that is needed has to be awaited, they do what the makers do. Otherwise neither is a strand begun nor
// anything bound to the task: such a recipe leads the code of the user's itself, and that does not suspend.

/// Thrown where something would have to be awaited that was taken to be at hand: it has changed meanwhile, and the
/// caller that awaits begins anew.
package struct NotAtHand: Error {
  package init() {}
}

/// Makes instances of what a recipe of both colours gets.
final class AwaitedEitherNodeMaker<Product>: AwaitedMaker<Product>, @unchecked Sendable {
  private let awaitedBody: @Sendable (Resolver) async throws -> Product
  private let body: @Sendable (Resolver) throws -> Product
  private let wiring: (any Wiring)?

  init(_ blueprint: Blueprint, _ ways: EitherWay<Void, Product>) {
    awaitedBody = ways.awaiting
    body = NodeMaker.body(of: ways)
    wiring = blueprint.wiring
    super.init(blueprint)
  }

  override func isAtHand(in core: Core, levels: Int) -> Bool {
    levels > 0 && wiring?.isAtHand(in: core, levels: levels - 1) ?? false
  }

  override func makeAtHand(in core: Unmanaged<Core>, for parent: Unmanaged<Frame>?) throws -> Product {
    let thread = ThreadRecord.current
    guard !thread.pointee.isNearEndOfStack else { throw NotAtHand() }
    let outer = thread.pointee.word
    do {
      let frame = try thread.beginFrame(of: registration, in: core, for: parent, atHand: true)
      thread.pointee.word = UInt(bitPattern: frame.toOpaque())
      defer {
        thread.pointee.word = outer
        thread.giveBack(frame)
      }
      return try frame._withUnsafeGuaranteedRef { try body(Resolver(of: $0)) }
    } catch {
      throw translateAtHand(error, in: core, for: parent)
    }
  }

  // All in one function, as each function on the way takes a frame of the task's, and without an optional product,
  // which would have to be described to the runtime.

  override func make(in container: Container) async throws -> Product {
    let core = container.core
    guard Ambient.isNobody else { return try await makeWithCare(in: core) }
    if isAtHand(in: core, levels: Published.levels) {
      do { return try makeAtHand(in: .passUnretained(core), for: nil) } catch is NotAtHand {}
    }
    // An asynchronous caller may let go of the container while it waits.
    core.enter()
    defer { core.leave() }
    do {
      let frame = try beginFrame(in: core)
      defer { ThreadRecord.current.giveBack(frame) }
      return try await awaitedBody(Resolver(of: frame.takeUnretainedValue()))
    } catch {
      throw translate(error, in: core, for: nil)
    }
  }

  override func make(for parent: Frame, asItsCode isItsCode: Bool) async throws -> Product {
    if isItsCode, isAtHand(in: parent.core, levels: Published.levels) {
      do { return try makeAtHand(for: parent) } catch is NotAtHand {}
    }
    // The strand that the code of that build, or of one above it, is running on, if there is one.
    let strand = isItsCode ? parent.strand : parent.outerStrand
    let outer = strand?._withUnsafeGuaranteedRef { $0.word }
    do {
      let frame = try ThreadRecord.current.beginFrame(
        of: registration, in: parent.source, for: .passUnretained(parent), staysHere: false)
      if let strand { frame._withUnsafeGuaranteedRef { $0.follow(strand) } }
      strand?._withUnsafeGuaranteedRef { $0.word = UInt(bitPattern: frame.toOpaque()) }
      defer {
        if let outer { strand?._withUnsafeGuaranteedRef { $0.word = outer } }
        ThreadRecord.current.giveBack(frame)
      }
      return try await awaitedBody(Resolver(of: frame.takeUnretainedValue()))
    } catch {
      throw translate(error, in: parent.core, for: parent)
    }
  }
}

/// Makes instances of nothing.
final class AwaitedEitherLeafMaker<Product>: AwaitedMaker<Product>, @unchecked Sendable {
  private let body: @Sendable () throws -> Product

  init(_ blueprint: Blueprint, _ body: @escaping @Sendable () throws -> Product) {
    self.body = body
    super.init(blueprint)
  }

  override func isAtHand(in core: Core, levels: Int) -> Bool { true }

  override func makeAtHand(in core: Unmanaged<Core>, for parent: Unmanaged<Frame>?) throws -> Product {
    let thread = ThreadRecord.current
    guard !thread.pointee.isNearEndOfStack else { throw NotAtHand() }
    let outer = thread.pointee.word
    let leaf = thread.begin(LeafBuild(of: registration, in: core, for: parent))
    defer { thread.end(leaf, outer) }
    do {
      let product = try body()
      if leaf.pointee.turnedOut != nil { try blueprint.check(leaf) }
      return product
    } catch {
      throw translateAtHand(error, in: core, for: parent)
    }
  }

  override func make(in container: Container) async throws -> Product {
    let core = container.core
    if Ambient.isNobody, isAtHand(in: core, levels: Published.levels) {
      do { return try makeAtHand(in: .passUnretained(core), for: nil) } catch is NotAtHand {}
    }
    return try await makeWithCare(in: core)
  }

  override func make(for parent: Frame, asItsCode isItsCode: Bool) async throws -> Product {
    if isItsCode, isAtHand(in: parent.core, levels: Published.levels) {
      do { return try makeAtHand(for: parent) } catch is NotAtHand {}
    }
    return try await parent.core.resolve(blueprint.key, (), for: Inquiry(of: parent))
  }
}
