import AstrojectTesting
import Nexus
import TestSupport
import Testing

@Suite("What is to be built once")
struct ExpectBuiltOnceTests {
  @Test("is asked by as many as are wanted, at the same moment, in a fork", arguments: Call.allCases)
  func contention(call: Call) async throws {
    let container = Container()
    let builds = Counter()
    try container.register(Farmer.self) {
      builds.increment()
      return Farmer()
    }.asSingleton()
    let kept = try await container.resolve(Farmer.self)
    await call.run {
      expectBuiltOnce(Farmer.self, in: container, concurrently: 6)
    } asynchronously: {
      await expectBuiltOnce(Farmer.self, in: container, concurrently: 6)
    }
    #expect(builds.value == 2)
    #expect(try await container.resolve(Farmer.self) === kept)
  }

  @Test("is one thing with what decorates it", arguments: Call.allCases)
  func decorated(call: Call) async throws {
    let layers = Counter()
    let container = Container()
    try container.register(Farmer.self) { Farmer() }.asSingleton()
    if call.isAwaiting {
      try container.decorate(Farmer.self) { _, farmer in
        layers.increment()
        await Task.yield()
        return farmer
      }
    } else {
      try container.decorate(Farmer.self) { _, farmer in
        layers.increment()
        return farmer
      }
    }
    await call.run {
      expectBuiltOnce(Farmer.self, in: container)
    } asynchronously: {
      await expectBuiltOnce(Farmer.self, in: container)
    }
    #expect(layers.value == 1)
  }

  @Test("is really asked for by all before the first one has it", arguments: Call.allCases)
  func overlap(call: Call) async throws {
    let container = Container()
    let barrier = Barrier(count: 4)
    // Ends only if all four are inside it at once; a task must not be blocked by what waits for other ones.
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
    let caught = await failures {
      await call.run {
        expectBuiltOnce(Farmer.self, in: container, concurrently: 4)
      } asynchronously: {
        await expectBuiltOnce(Farmer.self, in: container, concurrently: 4)
      }
    }
    #expect(caught.map { $0.text.contains("it was built 4 times") } == [true])
  }

  @Test("may have to be awaited: then only tasks ask for it")
  func asynchronous() async throws {
    let container = Container()
    let builds = Counter()
    try container.register(Farmer.self) {
      builds.increment()
      await Task.yield()
      return Farmer()
    }.asSingleton()
    try container.register(MainFarm.self, initializer: MainFarm.init(farmer:)).asSingleton()
    try container.register(Int.self) { @MainActor in 1 }.asSingleton()
    await expectBuiltOnce(Farmer.self, in: container)
    await expectBuiltOnce(MainFarm.self, in: container)
    await expectBuiltOnce(Int.self, in: container)
    #expect(builds.value == 2)
  }

  @Test("may have to be awaited for what only building it shows")
  func asynchronousParameter() async throws {
    let container = Container()
    try container.register(
      MainFarm.self, initializer: MainFarm.init(farmer:),
      with: .resolving { _ in
        await Task.yield()
        return Farmer()
      }
    ).asSingleton()
    await expectBuiltOnce(MainFarm.self, in: container)
  }

  @Test("is asked for with arguments by type, too", arguments: Call.allCases)
  func arguments(call: Call) async throws {
    let container = Container()
    try container.register(MainFarm.self, initializer: MainFarm.init(farmer:), with: .argument).asSingleton()
    await call.run {
      expectBuiltOnce(MainFarm.self, arguments: Farmer(), in: container)
    } asynchronously: {
      await expectBuiltOnce(MainFarm.self, arguments: Farmer(), in: container)
    }
  }

  @Test(
    "is built within the test: its container is current, and what fails there is the test's", arguments: Call.allCases)
  func within(call: Call) async throws {
    let container = try Container { try $0.register(Int.self) { 7 } }
    let seen = Guarded<[Int?]>([])
    let fork = try container.overriding { overrides in
      try overrides.add(Farmer.self) {
        seen.withLock { $0.append(try? Container.current.resolve(Int.self)) }
        return Farmer()
      }.asSingleton()
    }
    await Container.withCurrent(container) {
      await call.run {
        expectBuiltOnce(Farmer.self, in: fork)
      } asynchronously: {
        await expectBuiltOnce(Farmer.self, in: fork)
      }
    }
    #expect(seen.now == [7])
  }

  @Test("that is awaited fails the test where it may not be used")
  func forbidden() async throws {
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

  @Test("may have been made elsewhere: it is given out as one")
  func madeElsewhere() throws {
    let container = Container()
    try container.register(instance: Farmer())
    expectBuiltOnce(Farmer.self, in: container)
  }
}

/// Made by its initializer of what has to be awaited.
private final class MainFarm {
  let farmer: Farmer
  init(farmer: Farmer) { self.farmer = farmer }
}
