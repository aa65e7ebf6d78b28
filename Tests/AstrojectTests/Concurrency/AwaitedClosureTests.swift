import Synchronization
import TestSupport
import Testing

private struct Trunk: Sendable { let left: Branch, right: Branch }
private struct Branch: Sendable { let leaf: Leaf }
private struct Leaf: Sendable { let number: Int }
private final class Missing: Sendable {}
private final class Kept: Sendable {}

/// Resolves something on behalf of the running code.
private typealias Question = @Sendable (Container) async throws -> Void

extension Container {
  /// Registers a tree of awaited transient products.
  ///
  /// - Parameters:
  ///   - suspending: True if the leaf's factory suspends before it asks.
  ///   - concurrently: True if the branches are built at the same time.
  ///   - ask: The question of the leaf's factory.
  fileprivate func registerTree(suspending: Bool = false, concurrently: Bool = false, _ ask: @escaping Question) throws
  {
    let made = Counter()
    try register(Leaf.self) { [unowned self] () async throws -> Leaf in
      if suspending { await Task.yield() }
      try await ask(self)
      return Leaf(number: made.increment())
    }.asTransient()
    try register(Branch.self) { Branch(leaf: try await $0.resolve()) }.asTransient()
    if concurrently {
      try register(Trunk.self) { resolver async throws -> Trunk in
        async let left = resolver.resolve(Branch.self)
        async let right = resolver.resolve(Branch.self)
        return Trunk(left: try await left, right: try await right)
      }.asTransient()
    } else {
      try register(Trunk.self) { resolver async throws -> Trunk in
        Trunk(left: try await resolver.resolve(), right: try await resolver.resolve())
      }.asTransient()
    }
  }

  /// Registers such a tree, and resolves it once before the leaf's factory asks.
  fileprivate func registerWarmTree(suspending: Bool, concurrently: Bool, _ ask: @escaping Question) async throws {
    let isAsking = Gate()
    try registerTree(suspending: suspending, concurrently: concurrently) { container in
      if isAsking.isOpen { try await ask(container) }
    }
    _ = try await resolve(Trunk.self)
    isAsking.open()
  }
}

@Suite("Nested awaited transient products", .ownThreads)
struct AwaitedClosureTests {
  private let container = Container()

  private static let arguments = [(false, false), (false, true), (true, false), (true, true)]

  @Test(arguments: arguments)
  func `a nested awaited transient is built again for each resolve`(suspending: Bool, concurrently: Bool) async throws {
    try container.registerTree(suspending: suspending, concurrently: concurrently) { _ in }
    var numbers: Set<Int> = []
    for _ in 0..<50 {
      let trunk = try await container.resolve(Trunk.self)
      numbers.formUnion([trunk.left.leaf.number, trunk.right.leaf.number])
    }
    #expect(numbers == Set(1...100))
  }

  @Test(arguments: arguments)
  func `an error through a captured container has the whole path`(suspending: Bool, concurrently: Bool) async throws {
    try await container.registerWarmTree(suspending: suspending, concurrently: concurrently) {
      _ = try await $0.resolve(Missing.self)
    }
    for _ in 0..<3 {
      let error = await Call.asynchronous.expectResolveThrows(Trunk.self, in: container, .noRegistrationFound)
      #expect(error?.route == ["Trunk", "Branch", "Leaf", "Missing"])
    }
  }

  @Test(arguments: arguments)
  func `a circular dependency through a container that an awaited factory captured throws an error`(
    suspending: Bool, concurrently: Bool
  ) async throws {
    try await container.registerWarmTree(suspending: suspending, concurrently: concurrently) {
      _ = try await $0.resolve(Trunk.self)
    }
    await Call.asynchronous.expectResolveThrows(Trunk.self, in: container, .circularDependency)
  }

  @Test(arguments: arguments)
  func `a singleton that awaits itself through others throws`(suspending: Bool, concurrently: Bool) async throws {
    try await container.registerWarmTree(suspending: suspending, concurrently: concurrently) {
      _ = try await $0.resolve(Kept.self)
    }
    try container.register(Kept.self) { resolver async throws -> Kept in
      _ = try await resolver.resolve(Trunk.self)
      return Kept()
    }.asSingleton()
    await Call.asynchronous.expectResolveThrows(Kept.self, in: container, .circularDependency)
  }

  @Test func `a task that awaits by a factory's resolver leaves the path of the thread alone`() async throws {
    struct Start: Sendable {}
    struct Slow: Sendable {}
    let (isWarm, isInside, mayEnd) = (Gate(), Gate(), Gate())
    let path = Mutex<[String]>([])
    try container.register(Slow.self) { _ in
      if isWarm.isOpen {
        isInside.open()
        mayEnd.wait()
      }
      return Slow()
    }.asTransient()
    try container.register(Start.self) { [unowned container] resolver in
      guard isWarm.isOpen else { return Start() }
      let isDone = Gate()
      // `Slow` blocks its thread, so it is not built on a thread of the cooperative pool.
      Task.detached {
        try await OwnThreads.run { _ = try await resolver.resolve(Slow.self) }
        isDone.open()
      }
      isInside.wait()
      do { _ = try container.resolve(Missing.self) } catch AstrojectError.noRegistrationFound(let failure) {
        path.withLock { $0 = failure.path.map(\.key.description) }
      }
      mayEnd.open()
      isDone.wait()
      return Start()
    }.asTransient()
    for _ in 0..<3 {
      try synchronously {
        _ = try container.resolve(Slow.self)
        _ = try container.resolve(Start.self)
      }
    }
    isWarm.open()
    try await onThread { _ = try container.resolve(Start.self) }
    #expect(path.withLock { $0 } == ["AwaitedClosureTests.Start", "Missing"])
  }

  @Test func `a stored resolver resolves awaited products after its factory has ended`() async throws {
    try container.registerTree { _ in }
    let kept = Mutex<Resolver?>(nil)
    try container.register(Kept.self) { resolver async throws -> Kept in
      _ = try await resolver.resolve(Leaf.self)
      kept.withLock { $0 = resolver }
      return Kept()
    }.asTransient()
    for _ in 0..<2 { _ = try await container.resolve(Kept.self) }
    let resolver = try #require(kept.withLock { $0 })
    #expect(try await resolver.resolve(Branch.self).leaf.number == 3)
    #expect(try await Task.detached { try await resolver.resolve(Branch.self).leaf.number }.value == 4)
  }
}
