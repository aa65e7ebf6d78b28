/// Makes unshared instances with a recipe that takes a resolver.
class TransientFactory<Product>: InstanceFactory<Product>, @unchecked Sendable {
  private let body: @Sendable (Resolver) throws -> Product

  init(_ blueprint: Blueprint, _ body: @escaping @Sendable (Resolver) throws -> Product) {
    self.body = body
    super.init(blueprint)
  }

  final override func make(
    in core: Unmanaged<Core>, for parent: Unmanaged<Build>?, on thread: UnsafeMutablePointer<ThreadContext>
  ) throws -> Product {
    do {
      let build = try thread.beginBuild(of: registration, in: core, for: parent)
      defer { thread.giveBack(build) }
      let product = try thread.run(build, body)
      try inspect(product, in: core, for: parent)
      return product
    } catch {
      throw translate(error, in: core, for: parent)
    }
  }
}

// MARK: - Awaiting factories

// Each function on the way takes a frame of the task, and a large one takes another piece of memory. So these functions
// do all by themselves, and code that does not suspend is out of line.

/// Makes unshared instances by an initializer, and for an awaiting caller fetches its arguments first.
final class InitializerFactory<Product>: TransientFactory<Product>, @unchecked Sendable {
  /// Makes an instance for a caller that awaits.
  ///
  /// It binds the build to user code itself.
  private let awaiting: @Sendable (Resolver) async throws -> Product

  init(_ blueprint: Blueprint, _ calls: InitializerCalls<Product>) {
    awaiting = calls.awaiting
    super.init(blueprint, calls.blocking)
  }

  override func make(in core: Core, for parent: Build?) async throws -> Product {
    if parent == nil, !CurrentBuild.isNone { return try await makeByResolving(in: core) }
    let build = try enter(core, for: parent)
    defer { leave(core, for: parent, build) }
    do {
      let product = try await awaiting(Resolver(of: build.takeUnretainedValue()))
      try finish(build)
      try inspect(product, in: .passUnretained(core), for: parent.map { .passUnretained($0) })
      return product
    } catch {
      throw translate(error, in: core, for: parent)
    }
  }

  override func put(at address: UnsafeMutableRawPointer, for parent: Build) async throws {
    let build = try enter(parent.core, for: parent)
    defer { leave(parent.core, for: parent, build) }
    do {
      address.initializeMemory(as: Product.self, to: try await awaiting(Resolver(of: build.takeUnretainedValue())))
    } catch {
      throw translate(error, in: parent.core, for: parent)
    }
    do {
      try finish(build)
      try inspect(
        address.assumingMemoryBound(to: Product.self).pointee, in: .passUnretained(parent.core),
        for: .passUnretained(parent))
    } catch {
      address.assumingMemoryBound(to: Product.self).deinitialize(count: 1)
      throw translate(error, in: parent.core, for: parent)
    }
  }
}

/// Builds unshared instances with the user's asynchronous closures.
final class AwaitedFactory<Product>: InstanceFactory<Product>, @unchecked Sendable {
  private let body: @Sendable (Resolver) async throws -> Product

  init(_ blueprint: Blueprint, _ body: @escaping @Sendable (Resolver) async throws -> Product) {
    self.body = body
    super.init(blueprint)
  }

  override func make(in core: Core, for parent: Build?) async throws -> Product {
    if parent == nil, !CurrentBuild.isNone { return try await makeByResolving(in: core) }
    parent?.suspend()
    let build = try enter(core, for: parent)
    defer { leave(core, for: parent, build) }
    do {
      build._withUnsafeGuaranteedRef { $0.noteSuspended() }
      let product = try await CurrentBuild.lead(build.takeUnretainedValue(), body)
      try finish(build)
      try inspect(product, in: .passUnretained(core), for: parent.map { .passUnretained($0) })
      return product
    } catch {
      throw translate(error, in: core, for: parent)
    }
  }
}
