/// What makers have in common, whatever they make.
@usableFromInline
package class AnyMaker: @unchecked Sendable {
  final let blueprint: Blueprint
  /// Which containers keep what is made, if they do. Counted for the maker, and not where it is used: all requests of a
  /// server would write to the same memory.
  final let keeping: Unmanaged<Keeping>?

  init(_ blueprint: Blueprint, keeping: Keeping? = nil) {
    self.blueprint = blueprint
    if let keeping { self.keeping = .passRetained(keeping) } else { self.keeping = nil }
  }

  deinit { keeping?.release() }

  /// The registration, for builds, which do not count it.
  @inline(__always)
  final var registration: Unmanaged<Blueprint> { .passUnretained(blueprint) }

  /// What is kept for all who ask in a container.
  final func kept(in core: Unmanaged<Core>) -> AnyProduct? {
    keeping?._withUnsafeGuaranteedRef { $0.product(for: core) }
  }
}

/// Makes instances of a registration for whoever asks alone, where there is nothing else to be done, or gives those
/// that containers keep: what is published of it for readers without a lock.
///
/// Its functions are called with the type known, and are written so that nothing is copied, counted, or asked of the
/// runtime on the way: closures are called where they lie, and all that goes wrong is dealt with out of line.
@usableFromInline
package class Maker<Product>: AnyMaker, @unchecked Sendable {
  /// What an awaiting caller takes in its place, which it counts; nil where there is none.
  @usableFromInline final let twin: Unmanaged<AwaitedMaker<Product>>?

  init(_ blueprint: Blueprint, twin: AwaitedMaker<Product>? = nil, keeping: Keeping? = nil) {
    if let twin { self.twin = .passRetained(twin) } else { self.twin = nil }
    super.init(blueprint, keeping: keeping)
  }

  deinit { twin?.release() }

  /// Makes an instance for whoever holds the container, and for no build.
  @usableFromInline
  final func make(in core: Core) throws -> Product {
    let thread = ThreadRecord.current
    // Whoever asks from within other code that a container runs is a part of that, which has to be looked into.
    guard thread.pointee.word == 0, Ambient.hasNoTasks, !thread.pointee.isNearEndOfStack else {
      return try makeWithCare(in: core)
    }
    return try make(in: .passUnretained(core), for: nil, on: thread)
  }

  /// Makes an instance for a build whose code is running on this thread.
  @usableFromInline
  package final func make(for parent: Frame) throws -> Product {
    let thread = parent.thread ?? ThreadRecord.current
    guard !thread.pointee.isNearEndOfStack else { return try makeWithCare(for: parent) }
    return try make(in: parent.source, for: .passUnretained(parent), on: thread)
  }

  func make(
    in core: Unmanaged<Core>, for parent: Unmanaged<Frame>?, on thread: UnsafeMutablePointer<ThreadRecord>
  ) throws -> Product {
    throw AstrojectError.Cause.gone
  }

  /// What a container is given, if the registration says that it is given this.
  func gift(of product: Product, for core: Core) -> Gift? { nil }

  @inline(never)
  func makeWithCare(in core: Core) throws -> Product {
    try core.resolve(blueprint.key, (), for: Inquiry(root: core, key: blueprint.key))
  }

  @inline(never)
  func makeWithCare(for parent: Frame) throws -> Product {
    try parent.core.resolve(blueprint.key, (), for: Inquiry(of: parent))
  }

  /// Looks after what was taken to need nothing, and has resolved all the same.
  @inline(never)
  fileprivate final func finish(_ product: Product, _ leaf: UnsafeMutablePointer<LeafBuild>) throws {
    try blueprint.finish(product, leaf)
  }

  @inline(never)
  final func translate(
    _ error: any Error, in core: Unmanaged<Core>, for parent: Unmanaged<Frame>?
  ) -> AstrojectError {
    Inquiry(core: core.takeUnretainedValue(), for: parent?.takeUnretainedValue())
      .translate(error, of: blueprint, at: .factory)
  }
}

/// Makes instances of nothing, and looks after those that have needed something all the same.
final class LeafMaker<Product>: Maker<Product>, @unchecked Sendable {
  private let body: @Sendable () throws -> Product

  init(
    _ blueprint: Blueprint, twin: AwaitedMaker<Product>? = nil, _ body: @escaping @Sendable () throws -> Product
  ) {
    self.body = body
    super.init(blueprint, twin: twin)
  }

  override func make(
    in core: Unmanaged<Core>, for parent: Unmanaged<Frame>?, on thread: UnsafeMutablePointer<ThreadRecord>
  ) throws -> Product {
    let outer = thread.pointee.word
    let leaf = thread.begin(LeafBuild(of: registration, in: core, for: parent))
    defer { thread.end(leaf, outer) }
    do {
      let product = try body()
      if leaf.pointee.turnedOut != nil { try finish(product, leaf) }
      return product
    } catch {
      throw translate(error, in: core, for: parent)
    }
  }
}

/// Makes instances of what a resolver gives.
final class NodeMaker<Product>: Maker<Product>, @unchecked Sendable {
  /// What a recipe of both colours does for a caller that blocks.
  static func body(of ways: EitherWay<Void, Product>) -> @Sendable (Resolver) throws -> Product {
    if let resolving = ways.resolving { return resolving }
    let body = ways.sync
    return { resolver in try body(resolver, ()) }
  }

  private let body: @Sendable (Resolver) throws -> Product

  init(
    _ blueprint: Blueprint, twin: AwaitedMaker<Product>? = nil,
    _ body: @escaping @Sendable (Resolver) throws -> Product
  ) {
    self.body = body
    super.init(blueprint, twin: twin)
  }

  override func make(
    in core: Unmanaged<Core>, for parent: Unmanaged<Frame>?, on thread: UnsafeMutablePointer<ThreadRecord>
  ) throws -> Product {
    let outer = thread.pointee.word
    do {
      let frame = try thread.beginFrame(of: registration, in: core, for: parent)
      thread.pointee.word = UInt(bitPattern: frame.toOpaque())
      defer {
        thread.pointee.word = outer
        thread.giveBack(frame)
      }
      let product = try frame._withUnsafeGuaranteedRef { try body(Resolver(of: $0)) }
      if frame._withUnsafeGuaranteedRef({ $0.hasFilling }) { try check(frame) }
      return product
    } catch {
      throw translate(error, in: core, for: parent)
    }
  }
  @inline(never)
  private func check(_ frame: Unmanaged<Frame>) throws { try frame.takeUnretainedValue().finishFilling() }
}
