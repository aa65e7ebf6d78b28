import Synchronization
import TestSupport
import Testing

private struct Trunk: Sendable { let left: Branch, right: Branch }
private struct Branch: Sendable { let sap: Sap, leaf: Leaf }
private struct Pair: Sendable { let first: Sap, second: Leaf }
private struct Sap: Sendable { let number: Int }
private struct Leaf: Sendable { let number: Int }
private final class Missing: Sendable {}

private struct Level<Below: Sendable>: Sendable { let below: Below }

/// The kind of factory that builds a leaf.
private enum LeafKind: CaseIterable { case initializer, asynchronousInitializer, closure, asynchronousClosure }

extension Container {
  /// Registers the initializers of a tree; the factory of the leaf calls the closure first.
  fileprivate func registerTree(
    leaf kind: LeafKind = .initializer, made: Counter = Counter(),
    _ ask: @escaping @Sendable (Container) throws -> Void = { _ in }
  ) throws {
    let make = { @Sendable [unowned self] () throws -> Leaf in
      try ask(self)
      return Leaf(number: made.increment())
    }
    try register(initializer: Trunk.init).asTransient()
    try register(initializer: Branch.init).asTransient()
    try register(initializer: { @Sendable in Sap(number: made.increment()) }).asTransient()
    switch kind {
    case .initializer: try register(initializer: make).asTransient()
    case .asynchronousInitializer:
      try register(initializer: { @Sendable @concurrent () async throws in try make() }).asTransient()
    case .closure: try register(Leaf.self) { try make() }.asTransient()
    case .asynchronousClosure:
      try register(Leaf.self) { () async throws -> Leaf in
        await Task.yield()
        return try make()
      }.asTransient()
    }
  }
}

@Suite("Awaited trees of transient initializers", .ownThreads)
struct AwaitedTreeTests {
  private let container = Container()

  @Test(arguments: LeafKind.allCases)
  private func `an awaited transient tree is built anew in the order of its parameters`(kind: LeafKind) async throws {
    try container.registerTree(leaf: kind)
    for round in 0..<5 {
      let trunk = try await container.resolve(Trunk.self)
      let numbers = [trunk.left.sap.number, trunk.left.leaf.number, trunk.right.sap.number, trunk.right.leaf.number]
      #expect(numbers == (1...4).map { round * 4 + $0 })
    }
  }

  @Test(arguments: LeafKind.allCases)
  private func `an asynchronous factory resolves a new leaf and a new transient tree`(kind: LeafKind) async throws {
    try container.registerTree(leaf: kind)
    try container.register([Int].self) { resolver async throws -> [Int] in
      let leaf: Leaf = try await resolver.resolve()
      let trunk: Trunk = try await resolver.resolve()
      return [leaf.number, trunk.left.leaf.number, trunk.right.leaf.number]
    }.asTransient()
    for round in 0..<5 { #expect(try await container.resolve([Int].self) == [1, 3, 5].map { round * 5 + $0 }) }
  }

  @Test(arguments: LeafKind.allCases, [false, true])
  private func `an awaited transient tree fails with the path of its leaf, and of what that asks a captured container`(
    kind: LeafKind, isAsking: Bool
  ) async throws {
    let isFailing = Atomic(false)
    try container.registerTree(leaf: kind) { container in
      guard isFailing.load(ordering: .acquiring) else { return }
      if isAsking { _ = try container.resolve(Missing.self) }
      throw Objection()
    }
    for _ in 0..<3 { _ = try await container.resolve(Trunk.self) }
    isFailing.store(true, ordering: .releasing)
    for _ in 0..<3 {
      let error = await Call.asynchronous.error { try await $0.resolve(Trunk.self, in: container) }
      #expect(error?.route == ["Trunk", "Branch", "Leaf"] + (isAsking ? ["Missing"] : []))
      #expect(isAsking || error?.failure?.underlyingError is Objection)
    }
    isFailing.store(false, ordering: .releasing)
    _ = try await container.resolve(Trunk.self)
  }

  @Test(arguments: LeafKind.allCases)
  private func `an awaited transient tree has a replaced leaf at the next resolve`(kind: LeafKind) async throws {
    try container.registerTree()
    for _ in 0..<3 { _ = try await container.resolve(Trunk.self) }
    try container.registerTree(leaf: kind, made: Counter())
    #expect(try await container.resolve(Trunk.self).left.leaf.number == 2)
    let child = container.makeChild()
    try child.register(Leaf.self) { () async in Leaf(number: 1000) }
    #expect(try await child.resolve(Leaf.self).number == 1000)
    #expect(try await container.resolve(Trunk.self).left.leaf.number == 6)
  }

  @Test func `an awaited transient tree takes a leaf that is replaced while the tree is built`() async throws {
    let isReplacing = Atomic(false)
    try container.registerTree()
    try container.register(initializer: { @Sendable [unowned container] () throws in
      if isReplacing.exchange(false, ordering: .acquiringAndReleasing) {
        try container.register(Leaf.self) { () async in await later(Leaf(number: 1000)) }.asTransient()
      }
      return Sap(number: 0)
    }).asTransient()
    for _ in 0..<3 { #expect(try await container.resolve(Trunk.self).left.leaf.number < 1000) }
    isReplacing.store(true, ordering: .releasing)
    for _ in 0..<3 {
      let trunk = try await container.resolve(Trunk.self)
      #expect([trunk.left.leaf.number, trunk.right.leaf.number] == [1000, 1000])
    }
  }

  @Test(arguments: [false, true])
  func `a build in progress takes replaced dependencies, but keeps its own initializer`(hasNames: Bool) async throws {
    struct Late: Sendable {}
    struct Garden: Sendable { let branch: Branch }
    let isReplacing = Atomic(false)
    // The first parameter has to be awaited, so the others are fetched one by one.
    try container.register(Late.self) { () async in Late() }.asTransient()
    try container.register(Sap.self, name: "other") { Sap(number: 0) }.asTransient()
    try container.register(
      initializer: Injection(
        { @Sendable (late: Late, branch: Branch, sap: Sap) async in Garden(branch: branch) },
        with: .auto, .auto, hasNames ? .named("other") : .auto)
    ).asTransient()
    try container.register(initializer: Branch.init).asTransient()
    try container.register(initializer: { @Sendable in Leaf(number: 0) }).asTransient()
    try container.register(initializer: { @Sendable [unowned container] () throws in
      if isReplacing.exchange(false, ordering: .acquiringAndReleasing) {
        try container.register(Leaf.self) { () async in Leaf(number: 1) }.asTransient()
        try container.register(Branch.self) { () async in
          Branch(sap: Sap(number: 2), leaf: Leaf(number: 2))
        }.asTransient()
      }
      return Sap(number: 0)
    }).asTransient()
    for _ in 0..<3 { #expect(try await container.resolve(Garden.self).branch.leaf.number == 0) }
    isReplacing.store(true, ordering: .releasing)
    for number in [1, 2, 2] { #expect(try await container.resolve(Garden.self).branch.leaf.number == number) }
  }

  @Test(arguments: [false, true])
  func `an awaited transient tree is built at a depth of 30 levels`(endsAwaiting: Bool) async throws {
    func register<Below: Sendable>(
      _ below: Below.Type, _ levels: Int, in container: Container
    ) throws -> any Sendable.Type {
      try container.register(initializer: Level<Below>.init).asTransient()
      return levels == 1 ? Level<Below>.self : try register(Level<Below>.self, levels - 1, in: container)
    }
    func resolve<Product>(_ type: Product.Type, in container: Container) async throws {
      for _ in 0..<5 { _ = try await container.resolve(Product.self) }
    }
    if endsAwaiting {
      try container.register(Leaf.self) { () async in Leaf(number: 0) }.asTransient()
    } else {
      try container.register(initializer: { @Sendable in Leaf(number: 0) }).asTransient()
    }
    try await resolve(register(Leaf.self, 30, in: container), in: container)
  }

  @Test func `an awaited loop of transient initializers throws at each resolve`() async throws {
    struct Hen { let egg: any Sendable }
    struct Egg: Sendable { let hen: Hen }
    try container.register(initializer: Hen.init).asTransient()
    try container.register((any Sendable).self, initializer: Egg.init).asTransient()
    for _ in 0..<4 { await Call.asynchronous.expectResolveThrows(Hen.self, in: container, .circularDependency) }
  }

  @Test func `an awaited initializer that failed is called again in the same tree`() async throws {
    let tries = Counter()
    try container.register(Sap.self) { () async in Sap(number: 7) }
    try container.register(initializer: { @Sendable (sap: Sap) throws in
      if tries.increment() == 1 { throw Objection() }
      return Leaf(number: sap.number)
    })
    try container.register(Pair.self) { resolver async throws in
      let first = try? await resolver.resolve(Leaf.self)
      #expect(first == nil)
      return Pair(first: try await resolver.resolve(), second: try await resolver.resolve())
    }
    #expect(try await container.resolve(Pair.self).second.number == 7)
    #expect(tries.value == 2)
  }

  @Test func `an asynchronous rule does not disturb the error path of the next parameter`() async throws {
    let isAsking = Atomic(false)
    try container.registerTree(leaf: .asynchronousClosure) { container in
      if isAsking.load(ordering: .acquiring) { _ = try container.resolve(Missing.self) }
    }
    try container.register(
      initializer: Pair.init,
      with: .resolving { @Sendable resolver async throws -> Sap in
        await Task.yield()
        return try await resolver.resolve()
      }, .auto
    ).asTransient()
    try container.register(Int.self) { resolver async throws -> Int in
      try await resolver.resolve(Pair.self).second.number
    }.asTransient()
    for _ in 0..<3 { _ = try await container.resolve(Int.self) }
    isAsking.store(true, ordering: .releasing)
    for _ in 0..<3 {
      let error = await Call.asynchronous.error { try await $0.resolve(Int.self, in: container) }
      #expect(error?.route == ["Int", "Pair", "Leaf", "Missing"])
      let second = await Call.asynchronous.error { try await $0.resolve(Pair.self, in: container) }
      #expect(second?.route == ["Pair", "Leaf", "Missing"])
    }
  }

  @Test func `an awaited tree is built although its container loses its last reference meanwhile`() async throws {
    let pause = PausePoint()
    let made = Counter()
    var container: Container? = Container()
    let trace = Trace(try #require(container))
    let resolver: Resolver
    do {
      let open = try #require(container)
      try open.registerTree(made: made)
      try open.register(Leaf.self) { () async in
        await pause.pass()
        return Leaf(number: made.increment())
      }.asTransient()
      try open.register(Resolver.self) { resolver in resolver }
      resolver = try synchronously { try open.resolve(Resolver.self) }
      for _ in 0..<3 { _ = try await open.resolve(Trunk.self) }
    }
    pause.arm()
    let trunk = Task { try await resolver.resolve(Trunk.self) }
    await pause.waitUntilReached()
    container = nil
    pause.goOn()
    #expect(try await trunk.value.right.leaf.number == 16)
    #expect(trace.isGone)
  }
}

struct AwaitedTreeConcurrencyTests {
  @Test func `four tasks resolve a transient tree without errors while its leaf is replaced`() async throws {
    let container = Container()
    try container.registerTree()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { for _ in rounds(200) { _ = try await container.resolve(Trunk.self) } } }
      for number in 0..<50 {
        let kind = LeafKind.allCases[number % LeafKind.allCases.count]
        try container.registerTree(leaf: kind)
        await Task.yield()
      }
      try await group.waitForAll()
    }
  }
}

// MARK: - Properties

private protocol Plant: Sendable {}
private struct Moss: Plant {}
private final class Fern: Plant, @unchecked Sendable { @Inject var leaf: Leaf }
private struct Garden: Sendable { let plant: any Plant }

@Suite("Objects that turn out to have an awaited property")
struct LateNeedTests {
  @Test func `resolving throws if only the built object shows a property to be awaited`() async throws {
    let container = Container()
    let isFern = Atomic(false)
    try container.register(Leaf.self) { () async in await later(Leaf(number: 7)) }.asTransient()
    try container.register(initializer: { @Sendable () -> any Plant in
      isFern.load(ordering: .acquiring) ? Fern() : Moss()
    }).asTransient()
    try container.register(initializer: Garden.init).asTransient()
    for _ in 0..<3 { #expect(try await container.resolve(Garden.self).plant is Moss) }
    isFern.store(true, ordering: .releasing)
    for _ in 0..<3 {
      let garden = await Call.asynchronous.error { try await $0.resolve(Garden.self, in: container) }
      #expect(garden?.outline == "asynchronousFactory: Garden → Plant → Leaf")
      let plant = await Call.asynchronous.error { try await $0.resolve((any Plant).self, in: container) }
      #expect(plant?.outline == "asynchronousFactory: Plant → Leaf")
    }
    isFern.store(false, ordering: .releasing)
    #expect(try await container.resolve(Garden.self).plant is Moss)
  }
}
