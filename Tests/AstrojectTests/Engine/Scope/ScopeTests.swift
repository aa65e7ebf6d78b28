import TestSupport
import Testing

private final class Leaf {}
private typealias Branch = Wrap<Leaf>
private final class Root {
  let left: Branch
  let right: Branch
  let leaf: Leaf
  init(_ left: Branch, _ right: Branch, _ leaf: Leaf) { (self.left, self.right, self.leaf) = (left, right, leaf) }
}

/// Returns a container whose root depends on the branch twice and on the leaf. The branch also depends on the leaf.
private func makeContainer(
  branch: (Registration<Branch>) -> Registration<Branch> = { $0 },
  leaf: (Registration<Leaf>) -> Registration<Leaf> = { $0 }
) throws -> Container {
  let container = Container()
  _ = leaf(try container.register(Leaf.self) { Leaf() })
  _ = branch(try container.register(Branch.self) { resolver in Branch(try resolver.resolve(Leaf.self)) })
  try container.register(Root.self) { resolver in
    Root(try resolver.resolve(Branch.self), try resolver.resolve(Branch.self), try resolver.resolve(Leaf.self))
  }
  return container
}

struct ScopeTests {
  private let container = Container()
  private let parent = Container()
  private let app = Container()
  private let builds = Counter()

  // MARK: Graph scope

  @Test(arguments: Call.allCases)
  func `graph scope is the default and shares one instance within each resolution tree`(call: Call) async throws {
    let chosen = try makeContainer(branch: { $0.asTransient().asGraph() }, leaf: { $0.asGraph() })
    for container in [try makeContainer(), chosen] {
      let roots = [try await call.resolve(Root.self, in: container), try await call.resolve(Root.self, in: container)]
      for root in roots { #expect(root.left === root.right && root.leaf === root.left.inner) }
      #expect(roots[0] !== roots[1] && roots[0].left !== roots[1].left && roots[0].leaf !== roots[1].leaf)
    }
  }

  @Test(arguments: Call.allCases)
  func `graph scope builds one instance per name, and finds it by an equal key`(call: Call) async throws {
    try container.register(Leaf.self) { Leaf() }
    try container.register(Leaf.self, name: "a") { Leaf() }
    try container.register([Leaf].self) { resolver in
      [
        try resolver.resolve(Leaf.self), try resolver.resolve(Leaf.self, name: "a"),
        try resolver.resolve(Leaf.self, key: "a"),
      ]
    }
    let leaves = try await call.resolve([Leaf].self, in: container)
    #expect(leaves[0] !== leaves[1])
    #expect(leaves[1] === leaves[2])
  }

  @Test(arguments: Call.allCases)
  func `graph scope builds a struct once in each resolution tree`(call: Call) async throws {
    try container.register(Int.self) { builds.increment() }
    try container.register([Int].self) { resolver in [try resolver.resolve(Int.self), try resolver.resolve(Int.self)] }
    #expect(try await call.resolve([Int].self, in: container) == [1, 1])
    #expect(try await call.resolve([Int].self, in: container) == [2, 2])
  }

  @Test(arguments: Call.allCases)
  func `graph scope builds a product of any type once in each resolution tree, and shares it in any form`(
    call: Call
  ) async throws {
    func numbers<Product>(
      _ product: @escaping @Sendable (Piece) -> Product, _ number: @escaping @Sendable (Product) -> Int
    ) async throws -> [Int] {
      let container = Container()
      try container.register(Product.self) { product(Piece(number: builds.increment())) }
      try container.register([Int].self) { resolver in
        let optional = try resolver.resolve(Product?.self).map(number)
        return [number(try resolver.resolve(Product.self)), number(try resolver.resolve(Product.self)), optional ?? 0]
      }
      return try await call.resolve([Int].self, in: container)
    }
    #expect(try await numbers({ $0 }, { (piece: Piece) in piece.number }) == [1, 1, 1])
    #expect(try await numbers({ $0 as any Counted }, { $0.number }) == [2, 2, 2])
    #expect(try await numbers({ $0 as any Counted & Marked }, { $0.number }) == [3, 3, 3])
    #expect(try await numbers({ $0 as any Weighed }, { $0.number }) == [4, 4, 4])
  }

  // MARK: Transient scope

  @Test(arguments: Call.allCases, [true, false])
  func `transient scope builds a new instance for each request, and those of a tree share its graph-scoped instances`(
    call: Call, isLeafTransient: Bool
  ) async throws {
    let container = try makeContainer(
      branch: { $0.asTransient() }, leaf: { isLeafTransient ? $0.asTransient() : $0 })
    let root = try await call.resolve(Root.self, in: container)
    #expect(root.left !== root.right)
    #expect([root.right.inner, root.leaf].map { $0 === root.left.inner } == [!isLeafTransient, !isLeafTransient])
  }

  // MARK: Caching scopes

  @Test(arguments: AnyScope.keeping, Call.allCases)
  func `a caching scope builds one instance for all callers, async or not`(scope: AnyScope, call: Call) async throws {
    scope.apply(to: try container.register(Leaf.self) { builds.count(Leaf()) })
    let leaf = try await call.resolve(Leaf.self, in: container)
    for call in Call.allCases + Call.allCases + Call.allCases {
      #expect(try await call.resolve(Leaf.self, in: container) === leaf)
    }
    #expect(builds.value == 1)
  }

  @Test(arguments: AnyScope.keeping, [Occasion.release, .releaseAll, .shutdown])
  func `release and shutdown discard the instance of each caching scope, but release not that of a plain singleton`(
    scope: AnyScope, occasion: Occasion
  ) async throws {
    for call in Call.allCases {
      let container = Container()
      scope.apply(to: try container.register(Leaf.self) { Leaf() })
      let leaf = try await call.resolve(Leaf.self, in: container)
      try await occasion.happen(to: Leaf.self, in: container, by: call)
      let next = try await call.resolve(Leaf.self, in: container)
      #expect((next === leaf) == (scope == .singleton && occasion != .shutdown))
      #expect(try await call.resolve(Leaf.self, in: container) === next)
    }
  }

  @Test(arguments: Call.allCases)
  func `a singleton caches an Int and a nil optional`(call: Call) async throws {
    try container.register(Int.self) { builds.increment() }.asSingleton()
    try container.register(String?.self) { builds.count(nil) }.asSingleton()
    for _ in 0..<3 {
      #expect(try await call.resolve(Int.self, in: container) == 1)
      #expect(try await call.resolve(String?.self, in: container) == nil)
    }
    #expect(builds.value == 2)
  }

  // MARK: Releasing by type

  @Test(arguments: Call.allCases)
  func `release by name, key or both discards only the disposable singleton of these`(call: Call) async throws {
    try container.register(Leaf.self) { Leaf() }.asDisposableSingleton()
    try container.register(Leaf.self, name: "a") { Leaf() }.asDisposableSingleton()
    try container.register(Leaf.self, key: 7) { Leaf() }.asDisposableSingleton()
    try container.register(Leaf.self, name: "a", key: 7) { Leaf() }.asDisposableSingleton()
    let resolve = {
      [
        try await call.resolve(Leaf.self, in: container), try await call.resolve(Leaf.self, name: "a", in: container),
        try await call.resolve(Leaf.self, key: 7, in: container),
        try await container.resolve(Leaf.self, name: "a", key: 7),
      ]
    }
    // Nothing has been resolved, or is even registered.
    await call.release(Leaf.self, in: container)
    await call.release(String.self, in: container)
    let first = try await resolve()
    await call.release(Leaf.self, name: "a", in: container)
    let second = try await resolve()
    #expect(zip(first, second).map { $0 === $1 } == [true, false, true, true])
    switch call {
    case .synchronous: synchronously { container.release(Leaf.self, key: 7) }
    case .asynchronous: await container.release(Leaf.self, key: 7)
    }
    let third = try await resolve()
    #expect(zip(second, third).map { $0 === $1 } == [true, true, false, true])
    switch call {
    case .synchronous: synchronously { container.release(Leaf.self, name: "a", key: 7) }
    case .asynchronous: await container.release(Leaf.self, name: "a", key: 7)
    }
    let fourth = try await resolve()
    #expect(zip(third, fourth).map { $0 === $1 } == [true, true, true, false])
  }

  @Test(arguments: AnyScope.disposing, Call.allCases)
  func `release of an implemented type discards the instance behind it`(scope: AnyScope, call: Call) async throws {
    scope.apply(to: try container.register(LiveService.self) { LiveService() }).implements((any Service).self)
    let service = try await call.resolve((any Service).self, in: container)
    await call.release((any Service).self, in: container)
    #expect(try await call.resolve((any Service).self, in: container) !== service)
  }

  // MARK: Weak scope

  @Test(arguments: Call.allCases)
  func `a weak registration caches its instance only while a caller holds it`(call: Call) async throws {
    try container.register(Leaf.self) { builds.count(Leaf()) }.asWeak()
    weak var reference: Leaf?
    do {
      let leaf = try await call.resolve(Leaf.self, in: container)
      reference = leaf
      let isSame = try await call.resolve(Leaf.self, in: container) === leaf
      #expect(isSame)
    }
    #expect(reference == nil)
    _ = try await call.resolve(Leaf.self, in: container)
    #expect(builds.value == 2)
  }

  @Test(arguments: Call.allCases)
  func `resolving a weak registration throws if its product is no class instance`(call: Call) async throws {
    try container.register(Int.self) { 1 }.asWeak()
    try container.register(Any.self) { "text" }.asWeak()
    await call.expectResolveThrows(Int.self, in: container, .invalidInstance)
    await call.expectResolveThrows(Any.self, in: container, .invalidInstance)
  }

  @Test(arguments: Call.allCases)
  func `a weak registration caches a class instance registered as a protocol or Any`(call: Call) async throws {
    try container.register((any Service).self) { LiveService() }.asWeak()
    try container.register(Any.self) { Leaf() }.asWeak()
    await call.expectSameInstance((any Service).self, in: container)
    await call.expectSameInstance(Any.self, in: container)
  }

  // MARK: Container scope

  @Test(arguments: Call.allCases)
  func `the error for a misspelt container name lists the names and suggests one`(call: Call) async throws {
    try app.register(Leaf.self) { Leaf() }.asScoped(to: "reqeust")
    try app.register(given: Int.self, toChildrenNamed: "session")
    let request = app.makeChild(named: "request")
    let part = request.makeChild(named: "part")
    for (container, names) in [
      (app, ["session", "request", "part"]), (request, ["request", "session", "part"]),
      (part, ["part", "request", "session"]),
    ] {
      let error = await call.expectResolveThrows(Leaf.self, in: container, .containerNotFound)
      #expect(error?.failure?.containerNames == names)
      #expect(error?.description.contains("Did you mean:\n    the container \"request\"\n") == true)
    }
  }

  @Test(arguments: Call.allCases)
  func `release and releaseAll discard scoped instances only in their own container`(call: Call) async throws {
    try parent.register(Leaf.self) { Leaf() }.asScoped()
    let child = parent.makeChild()
    let above = try await call.resolve(Leaf.self, in: parent)
    let below = try await call.resolve(Leaf.self, in: child)
    await call.release(Leaf.self, in: child)
    #expect(try await call.resolve(Leaf.self, in: parent) === above)
    let next = try await call.resolve(Leaf.self, in: child)
    #expect(next !== below)
    await call.releaseAll(in: parent)
    #expect(try await call.resolve(Leaf.self, in: parent) !== above)
    #expect(try await call.resolve(Leaf.self, in: child) === next)
  }
}
