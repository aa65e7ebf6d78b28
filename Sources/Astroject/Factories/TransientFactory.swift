/// Makes instances of nothing for whoever asks alone, and looks after those that have needed something all the same.
final class LeafFactory<Product>: InstanceFactory<Product>, @unchecked Sendable {
  private let body: @Sendable () throws -> Product

  init(_ blueprint: Blueprint, _ body: @escaping @Sendable () throws -> Product) {
    self.body = body
    super.init(blueprint)
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

/// Makes instances of what a resolver gives, for whoever asks alone.
class TransientFactory<Product>: InstanceFactory<Product>, @unchecked Sendable {
  private let body: @Sendable (Resolver) throws -> Product

  init(_ blueprint: Blueprint, _ body: @escaping @Sendable (Resolver) throws -> Product) {
    self.body = body
    super.init(blueprint)
  }

  final override func make(
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

// MARK: - What is awaited

// Each function on the way takes a frame of the task's, and a large one takes another piece of memory: so these do all
// by themselves, and what does not suspend is out of them.

/// Makes instances by an initializer, for whoever asks alone: for callers that await it fetches first, and then calls.
final class InitializerFactory<Product>: TransientFactory<Product>, @unchecked Sendable {
  /// It leads the code of the user's itself.
  private let awaiting: @Sendable (Resolver) async throws -> Product

  init(_ blueprint: Blueprint, _ ways: InitializerWays<Product>) {
    awaiting = ways.awaiting
    super.init(blueprint, ways.blocking)
  }

  override func make(in container: Container) async throws -> Product {
    guard Ambient.isNobody else { return try await makeWithCare(in: container.core) }
    let frame = try enter(container.core)
    defer { leave(container.core, frame) }
    do {
      let product = try await awaiting(Resolver(of: frame.takeUnretainedValue()))
      try finish(frame)
      return product
    } catch {
      throw translate(error, in: .passUnretained(container.core), for: nil)
    }
  }

  override func make(for parent: Frame) async throws -> Product {
    let frame = try begin(for: parent)
    defer { ThreadRecord.current.giveBack(frame) }
    do {
      let product = try await awaiting(Resolver(of: frame.takeUnretainedValue()))
      try finish(frame)
      return product
    } catch {
      throw translate(error, in: parent.source, for: .passUnretained(parent))
    }
  }

  override func put(at address: UnsafeMutableRawPointer, for parent: Frame) async throws {
    let frame = try begin(for: parent)
    defer { ThreadRecord.current.giveBack(frame) }
    do {
      address.initializeMemory(as: Product.self, to: try await awaiting(Resolver(of: frame.takeUnretainedValue())))
    } catch {
      throw translate(error, in: parent.source, for: .passUnretained(parent))
    }
    do { try finish(frame) } catch {
      address.assumingMemoryBound(to: Product.self).deinitialize(count: 1)
      throw translate(error, in: parent.source, for: .passUnretained(parent))
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

  override func make(in container: Container) async throws -> Product {
    guard Ambient.isNobody else { return try await makeWithCare(in: container.core) }
    let frame = try enter(container.core)
    defer { leave(container.core, frame) }
    do {
      let build = noteSuspended(frame)
      let product = try await Ambient.lead(build, body)
      try finish(frame)
      return product
    } catch {
      throw translate(error, in: .passUnretained(container.core), for: nil)
    }
  }

  override func make(for parent: Frame) async throws -> Product {
    parent.suspend()
    let frame = try begin(for: parent)
    defer { ThreadRecord.current.giveBack(frame) }
    do {
      let build = noteSuspended(frame)
      let product = try await Ambient.lead(build, body)
      try finish(frame)
      return product
    } catch {
      throw translate(error, in: parent.source, for: .passUnretained(parent))
    }
  }
}

extension InstanceFactory {
  /// Begins a build for whoever holds the container, and for no build. An asynchronous caller may let go of the
  /// container while it waits.
  @inline(never)
  fileprivate final func enter(_ core: Core) throws -> Unmanaged<Frame> {
    core.enter()
    do {
      return try ThreadRecord.current.beginFrame(
        of: registration, in: .passUnretained(core), for: nil, staysHere: false)
    } catch {
      core.leave()
      throw translate(error, in: .passUnretained(core), for: nil)
    }
  }

  @inline(never)
  fileprivate final func leave(_ core: Core, _ frame: Unmanaged<Frame>) {
    ThreadRecord.current.giveBack(frame)
    core.leave()
  }

  /// Begins a build for another one.
  @inline(never)
  fileprivate final func begin(for parent: Frame) throws -> Unmanaged<Frame> {
    do {
      return try ThreadRecord.current.beginFrame(
        of: registration, in: parent.source, for: .passUnretained(parent), staysHere: false)
    } catch {
      throw translate(error, in: parent.source, for: .passUnretained(parent))
    }
  }

  @inline(__always)
  fileprivate final func noteSuspended(_ frame: Unmanaged<Frame>) -> Frame {
    let build = frame.takeUnretainedValue()
    build.noteSuspended()
    return build
  }

  /// Looks after what an object that was made has asked for.
  @inline(__always)
  fileprivate final func finish(_ frame: Unmanaged<Frame>) throws {
    try frame._withUnsafeGuaranteedRef { try $0.finishFilling() }
  }
}
