/// Makes instances of what a resolver gives, for whoever asks alone.
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
      return try thread.run(build, body)
    } catch {
      throw translate(error, in: core, for: parent)
    }
  }
}

// MARK: - What is awaited

// Each function on the way takes a frame of the task's, and a large one takes another piece of memory: so these do all
// by themselves, and what does not suspend is out of them.

/// Makes instances by an initializer, for whoever asks alone: for callers that await it fetches first, and then calls.
final class InitializerFactory<Product>: TransientFactory<Product>, @unchecked Sendable {
  /// It leads the code of the user's itself.
  private let awaiting: @Sendable (Resolver) async throws -> Product

  init(_ blueprint: Blueprint, _ calls: InitializerCalls<Product>) {
    awaiting = calls.awaiting
    super.init(blueprint, calls.blocking)
  }

  override func make(in core: Core, for parent: Build?) async throws -> Product {
    if parent == nil, !CurrentBuild.isNobody { return try await makeByResolving(in: core) }
    let build = try enter(core, for: parent)
    defer { leave(core, for: parent, build) }
    do {
      let product = try await awaiting(Resolver(of: build.takeUnretainedValue()))
      try finish(build)
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
    do { try finish(build) } catch {
      address.assumingMemoryBound(to: Product.self).deinitialize(count: 1)
      throw translate(error, in: parent.core, for: parent)
    }
  }
}

/// Makes instances by asynchronous closures of the user's, for whoever asks alone.
final class AwaitedFactory<Product>: InstanceFactory<Product>, @unchecked Sendable {
  private let body: @Sendable (Resolver) async throws -> Product

  init(_ blueprint: Blueprint, _ body: @escaping @Sendable (Resolver) async throws -> Product) {
    self.body = body
    super.init(blueprint)
  }

  override func make(in core: Core, for parent: Build?) async throws -> Product {
    if parent == nil, !CurrentBuild.isNobody { return try await makeByResolving(in: core) }
    parent?.suspend()
    let build = try enter(core, for: parent)
    defer { leave(core, for: parent, build) }
    do {
      build._withUnsafeGuaranteedRef { $0.noteSuspended() }
      let product = try await CurrentBuild.lead(build.takeUnretainedValue(), body)
      try finish(build)
      return product
    } catch {
      throw translate(error, in: core, for: parent)
    }
  }
}
