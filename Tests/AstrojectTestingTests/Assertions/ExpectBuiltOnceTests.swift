import TestSupport
import Testing

@testable import Astroject

@Suite("expectBuiltOnce", .ownThreads)
struct ExpectBuiltOnceTests {
  private let container = Container()

  @Test(arguments: Call.allCases)
  func `expectBuiltOnce builds in a fork, keeps a cached instance and takes a given one`(call: Call) async throws {
    let builds = Counter()
    try container.register(Farmer.self) { builds.count(Farmer()) }.asSingleton()
    let kept = try await container.resolve(Farmer.self)
    await call.expectBuiltOnce(Farmer.self, in: container, concurrently: 6)
    #expect(builds.value == 2)
    #expect(try await container.resolve(Farmer.self) === kept)
    try container.register(instance: Farmer())
    await call.expectBuiltOnce(Farmer.self, in: container)
    try container.register(instance: kept).ownedExternally()
    await call.expectBuiltOnce(Farmer.self, in: container)
    try container.register(given: Farmer.self, toChildrenNamed: "child")
    await call.expectBuiltOnce(Farmer.self, in: try container.makeChild(named: "child", given: kept))
    try container.register(instance: kept).ownedExternally()
    try container.decorate(Farmer.self) { _, _ in builds.count(Farmer()) }
    let caught = await failures { await call.expectBuiltOnce(Farmer.self, in: container) }
    #expect(caught.count == 1)
  }

  @Test(arguments: Call.allCases)
  func `expectBuiltOnce runs the decorator of a singleton once`(call: Call) async throws {
    let layers = Counter()
    try container.register(Farmer.self) { Farmer() }.asSingleton()
    if call.isAwaiting {
      try container.decorate(Farmer.self) { _, farmer in await later(layers.count(farmer)) }
    } else {
      try container.decorate(Farmer.self) { _, farmer in layers.count(farmer) }
    }
    await call.expectBuiltOnce(Farmer.self, in: container)
    #expect(layers.value == 1)
  }

  @Test(arguments: Call.allCases)
  func `expectBuiltOnce starts all requests before the first product is built`(call: Call) async throws {
    let barrier = Barrier(count: 4)
    // The barrier opens only if all four are inside at once. A task must not block a thread, so it suspends there.
    switch call {
    case .synchronous:
      try container.register(Farmer.self) {
        barrier.wait()
        return Farmer()
      }.asTransient()
    case .asynchronous:
      try container.register(Farmer.self) {
        await barrier.pass()
        return Farmer()
      }.asTransient()
    }
    let caught = await failures { await call.expectBuiltOnce(Farmer.self, in: container, concurrently: 4) }
    #expect(caught.map { $0.text.contains("it was built 4 times") } == [true])
  }

  @Test func `the awaiting form of expectBuiltOnce passes for asynchronous singletons`() async throws {
    let builds = Counter()
    try container.register(Farmer.self) { await later(builds.count(Farmer())) }.asSingleton()
    try container.register(MainFarm.self, initializer: MainFarm.init(farmer:)).asSingleton()
    try container.register(
      MainFarm.self, name: "rule", initializer: MainFarm.init(farmer:), with: .resolving { _ in await later(Farmer()) }
    ).asSingleton()
    try container.register(Int.self) { @MainActor in 1 }.asSingleton()
    await expectBuiltOnce(Farmer.self, in: container)
    await expectBuiltOnce(MainFarm.self, in: container)
    await expectBuiltOnce(MainFarm.self, name: "rule", in: container)
    await expectBuiltOnce(Int.self, in: container)
    #expect(builds.value == 2)
  }

  @Test(arguments: Call.allCases)
  func `expectBuiltOnce passes its arguments to an initializer`(call: Call) async throws {
    try container.register(MainFarm.self, initializer: MainFarm.init(farmer:), with: .argument).asSingleton()
    await call.expectBuiltOnce(MainFarm.self, arguments: Farmer(), in: container)
  }

  @Test(arguments: Call.allCases)
  func `expectBuiltOnce says that there is no current container`(call: Call) async {
    let caught = await failures { await call.expectBuiltOnce(Farmer.self, in: Container.missing) }
    #expect(caught.map { $0.text.contains("for Farmer: there is no current container.") } == [true])
  }

  @Test(arguments: Call.allCases)
  func `expectBuiltOnce builds with the current container of the test`(call: Call) async throws {
    let container = try Container { try $0.register(Int.self) { 7 } }
    let seen = Guarded<[Int?]>([])
    let fork = try container.overriding { overrides in
      try overrides.add(Farmer.self) {
        seen.withLock { $0.append(try? Container.current.resolve(Int.self)) }
        return Farmer()
      }.asSingleton()
    }
    await Container.withCurrent(container) { await call.expectBuiltOnce(Farmer.self, in: fork) }
    #expect(seen.now == [7])
  }

  @Test func `expectBuiltOnce reports the use of a forbidden dependency by an asynchronous build`() async throws {
    let container = try Container { container in
      try container.register(Farmer.self) { Farmer() }
      try container.register(MainFarm.self) { resolver in
        await Task.yield()
        return MainFarm(farmer: try await resolver.resolve(Farmer.self))
      }.asSingleton()
    }
    let fork = try container.overriding { try $0.failOnUse(Farmer.self) }
    let caught = await failures { await expectBuiltOnce(MainFarm.self, in: fork) }
    #expect(caught.count > 1)
  }
}

/// Built by an initializer from a dependency that may have to be awaited.
private final class MainFarm {
  let farmer: Farmer
  init(farmer: Farmer) { self.farmer = farmer }
}
