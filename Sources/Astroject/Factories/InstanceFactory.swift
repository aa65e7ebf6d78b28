/// Makes instances of a registration, or gives those that containers keep: what an entry shows of it to readers without
/// a lock, as those see it who do not know its type.
@usableFromInline
package class AnyFactory: @unchecked Sendable {
  final let blueprint: Blueprint

  init(_ blueprint: Blueprint) { self.blueprint = blueprint }

  /// The registration, for builds, which do not count it.
  @inline(__always)
  final var registration: Unmanaged<Blueprint> { .passUnretained(blueprint) }

  /// What is kept for all who ask in a container, if containers keep it.
  func kept(in core: Unmanaged<Core>) -> AnyProduct? { nil }

  // MARK: Where the type is not known

  /// Makes an instance for a build, and puts it where its value belongs.
  package func put(at address: UnsafeMutableRawPointer, for parent: Build) throws { throw AstrojectError.Cause.gone }

  /// Makes an instance for a build that awaits it, and puts it where its value belongs.
  package func put(at address: UnsafeMutableRawPointer, for parent: Build) async throws {
    throw AstrojectError.Cause.gone
  }
}

/// Makes instances of a registration where there is nothing else to be done, or gives those that containers keep.
///
/// What makes them for callers that block is called with the type known, and is written so that nothing is copied,
/// counted, or asked of the runtime on the way: closures are called where they lie, and all that goes wrong is dealt
/// with out of line. A caller that awaits counts the factory meanwhile, and the factory counts its registration.
@usableFromInline
package class InstanceFactory<Product>: AnyFactory, @unchecked Sendable {
  final override package func put(at address: UnsafeMutableRawPointer, for parent: Build) throws {
    address.initializeMemory(as: Product.self, to: try make(for: parent))
  }

  // Overridden where it is called most, as each function on the way takes a frame of the task's.
  override package func put(at address: UnsafeMutableRawPointer, for parent: Build) async throws {
    address.initializeMemory(as: Product.self, to: try await make(in: parent.core, for: parent))
  }

  // MARK: For callers that block

  /// Makes an instance for whoever holds the container, and for no build.
  @usableFromInline
  final func make(in core: Core) throws -> Product {
    let thread = ThreadContext.current
    // Whoever asks from within other code that a container runs is a part of that, which has to be looked into.
    guard CurrentBuild.isNobody(on: thread), !thread.pointee.isNearEndOfStack else {
      return try makeByResolving(in: core)
    }
    return try make(in: .passUnretained(core), for: nil, on: thread)
  }

  /// Makes an instance for a build whose code is running on this thread.
  @usableFromInline
  package final func make(for parent: Build) throws -> Product {
    let thread = parent.thread ?? ThreadContext.current
    assert(parent.mayRun(on: ThreadContext.current))
    guard !thread.pointee.isNearEndOfStack else { return try makeByResolving(for: parent) }
    return try make(in: parent.source, for: .passUnretained(parent), on: thread)
  }

  func make(
    in core: Unmanaged<Core>, for parent: Unmanaged<Build>?, on thread: UnsafeMutablePointer<ThreadContext>
  ) throws -> Product {
    throw AstrojectError.Cause.gone
  }

  /// What a container is given, if the registration says that it is given this.
  func gift(of product: Product, for core: Core) -> Gift? { nil }

  @inline(never)
  func makeByResolving(in core: Core) throws -> Product {
    try core.resolve(blueprint.key, (), for: ResolutionContext(root: core, key: blueprint.key))
  }

  @inline(never)
  func makeByResolving(for parent: Build) throws -> Product {
    try parent.core.resolve(blueprint.key, (), for: ResolutionContext(of: parent))
  }

  // MARK: For callers that await

  /// Makes an instance for a build, or for whoever holds the container.
  func make(in core: Core, for parent: Build?) async throws -> Product { throw AstrojectError.Cause.gone }

  @inline(never)
  final func makeByResolving(in core: Core) async throws -> Product {
    let key = blueprint.key
    return try await core.use(key) { try await core.resolve(key, (), for: ResolutionContext(root: core, key: key)) }
  }

  @inline(never)
  final func makeByResolving(for parent: Build) async throws -> Product {
    try await parent.core.resolve(blueprint.key, (), for: ResolutionContext(of: parent))
  }

  // MARK: What goes wrong

  /// Looks after what was taken to need nothing, and has resolved all the same.
  @inline(never)
  final func finish(_ product: Product, _ leaf: UnsafeMutablePointer<LeafBuild>) throws {
    try blueprint.finish(product, leaf)
  }

  @inline(never)
  final func translate(
    _ error: any Error, in core: Unmanaged<Core>, for parent: Unmanaged<Build>?
  ) -> AstrojectError {
    translate(error, in: core.takeUnretainedValue(), for: parent?.takeUnretainedValue())
  }
}
