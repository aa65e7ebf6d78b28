/// Builds instances of a registration, or returns cached ones, for code that does not know the type.
///
/// An entry publishes it to readers without a lock.
@usableFromInline
package class AnyFactory: @unchecked Sendable {
  final let blueprint: Blueprint

  init(_ blueprint: Blueprint) { self.blueprint = blueprint }

  /// The registration, not retained, for builds.
  @inline(__always)
  final var registration: Unmanaged<Blueprint> { .passUnretained(blueprint) }

  /// Returns the instance that is cached for all callers in a container, if containers cache it.
  func kept(in core: Unmanaged<Core>) -> AnyProduct? { nil }

  // MARK: Without the static type

  /// Makes an instance for a build, and stores it at the address of its value.
  package func put(at address: UnsafeMutableRawPointer, for parent: Build) throws { throw AstrojectError.Cause.gone }

  /// Makes an instance for a build, awaits it, and stores it at the address of its value.
  package func put(at address: UnsafeMutableRawPointer, for parent: Build) async throws {
    throw AstrojectError.Cause.gone
  }
}

/// Builds instances of a registration that need no further steps, or returns cached ones.
///
/// The functions for blocking callers know the type, and are written to copy, count and ask the runtime for nothing:
/// closures are called in place, and errors are handled out of line. An awaiting caller retains the factory meanwhile,
/// and the factory retains its registration.
@usableFromInline
package class InstanceFactory<Product>: AnyFactory, @unchecked Sendable {
  /// The place of the witness table in products of a protocol's type; zero for any other type.
  private let tableOffset = IsolatedConformance.tableOffset(in: Product.self)
  /// The witness table that was looked at last, and belongs to no global actor.
  private let knownTable = AtomicWord(0)

  final override package func put(at address: UnsafeMutableRawPointer, for parent: Build) throws {
    address.initializeMemory(as: Product.self, to: try make(for: parent))
  }

  // Overridden in the most frequent factories, because each function on the way takes a frame of the task.
  override package func put(at address: UnsafeMutableRawPointer, for parent: Build) async throws {
    address.initializeMemory(as: Product.self, to: try await make(in: parent.core, for: parent))
  }

  // MARK: Blocking callers

  /// Makes an instance for a caller that holds the container and is no build.
  @usableFromInline
  final func make(in core: Core) throws -> Product {
    let thread = ThreadContext.current
    // A caller within other code that a container runs is a part of that code, which takes steps to find out.
    guard CurrentBuild.isNone(on: thread), !thread.pointee.isNearEndOfStack else {
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

  /// Returns the gift for an instance, if the registration is given to children.
  func gift(of product: Product, for core: Core) -> Gift? { nil }

  @inline(never)
  func makeByResolving(in core: Core) throws -> Product {
    let key = blueprint.key
    return try core.asking(key) { try core.resolve(key, (), for: $0) }
  }

  @inline(never)
  func makeByResolving(for parent: Build) throws -> Product {
    try parent.core.resolve(blueprint.key, (), for: ResolutionContext(of: parent))
  }

  // MARK: Awaiting callers

  /// Makes an instance for a build, or for a caller that holds the container, and awaits it.
  func make(in core: Core, for parent: Build?) async throws -> Product { throw AstrojectError.Cause.gone }

  @inline(never)
  final func makeByResolving(in core: Core) async throws -> Product {
    let key = blueprint.key
    return try await core.whileEntered { try await core.asking(key) { try await core.resolve(key, (), for: $0) } }
  }

  @inline(never)
  final func makeByResolving(for parent: Build) async throws -> Product {
    try await parent.core.resolve(blueprint.key, (), for: ResolutionContext(of: parent))
  }

  // MARK: Products

  /// Looks at a product that was made just now, before anything else gets it.
  ///
  /// - Throws: ``AstrojectError/isolationMismatch(_:)`` if the product conforms to its protocol on one global actor
  ///   only, and this is elsewhere; the error of an injected property that another thread could not fill.
  @inline(__always)
  final func inspect(_ product: Product, in core: Unmanaged<Core>, for parent: Unmanaged<Build>?) throws {
    if tableOffset != 0 || UnfilledProperties.exist { try inspectClosely(product, in: core, for: parent) }
  }

  /// Each conformance is looked at once, as long as the products are of one type.
  @inline(never)
  private func inspectClosely(_ product: Product, in core: Unmanaged<Core>, for parent: Unmanaged<Build>?) throws {
    var table: UInt = 0
    if tableOffset != 0 {
      table = withUnsafeBytes(of: product) { $0.loadUnaligned(fromByteOffset: tableOffset, as: UInt.self) }
      if table == knownTable.load(), !UnfilledProperties.exist { return }
    }
    let context = ResolutionContext(core: core.takeUnretainedValue(), for: parent?.takeUnretainedValue())
    // Nil has no table: the memory in its place means nothing.
    if try !blueprint.inspect(product, for: context), TypeKind(Product.self) != .optional { knownTable.store(table) }
  }

  // MARK: Errors

  /// Finishes a leaf whose recipe has resolved after all.
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
