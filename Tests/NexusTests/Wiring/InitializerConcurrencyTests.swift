import Nexus
import AstrojectTesting
import TestSupport
import Testing

@testable import Astroject

private final class Engine: Sendable {
  init(_ builds: Counter) {
    builds.increment()
    for _ in 0..<2_000 { _ = builds.value }
  }
}

private final class Car: Sendable {
  let engine: Engine
  let number: Int
  init(_ engine: Engine, number: Int) { (self.engine, self.number) = (engine, number) }
}

private final class House: Sendable {
  init(_ key: Int, _ door: Wood) {}
}

private final class Wood: Sendable {}

@MainActor private final class Window {
  init() {}
}

private final class Facade: Sendable {
  init(_ key: Int, _ window: Window) {}
}

@Suite("Cached instances of initializers under concurrency", .ownThreads)
struct InitializerConcurrencyTests {
  private let container = Container()

  @Test(arguments: Crowd.all)
  func `concurrent first uses of an initializer get one shared parameter plan`(crowd: Crowd) async throws {
    for _ in rounds(100) {
      let container = Container()
      let car = try container.register(initializer: Car.init)
      let results = await crowd.run { [blueprint = car.blueprint] in
        blueprint.parameterPlan
      } asynchronous: { [blueprint = car.blueprint] in
        blueprint.parameterPlan
      }
      let wirings = try results.map { try #require(try $0.get()) }
      #expect(wirings.allSatisfy { $0 === wirings[0] })
      #expect(wirings[0].dependencies.map(\.key) == [Key(Engine.self), Key(Int.self)])
    }
  }

  @Test(arguments: Crowd.all, [AnyScope.singleton, .disposable, .scoped, .weak])
  func `concurrent callers build an instance and its dependencies once`(crowd: Crowd, scope: AnyScope) async throws {
    for round in rounds(100) {
      let (engines, cars) = (Counter(), Counter())
      let container = Container()
      try container.register(Int.self) { cars.increment() }
      try container.register(initializer: Engine.init, with: .value(engines)).asSingleton()
      scope.apply(to: try container.register(initializer: Car.init))
      let results = await crowd.run {
        try container.resolve(Car.self)
      } asynchronous: {
        try await container.resolve(Car.self)
      }
      let products = try results.map { try $0.get() }
      #expect(products.count == 8)
      #expect(products.allSatisfy { $0 === products[0] }, "round \(round)")
      #expect(cars.value == 1 && engines.value == 1, "round \(round)")
    }
  }

  @Test func `a singleton is built once for concurrent tasks if a parameter suspends`() async throws {
    for round in rounds(100) {
      let cars = Counter()
      let container = Container()
      try container.register(Int.self) {
        await Task.yield()
        return cars.increment()
      }
      try container.register(initializer: Engine.init, with: .value(Counter()))
      try container.register(initializer: Car.init).asSingleton()
      let results = await Crowd(tasks: 8).run {
        try container.resolve(Car.self)
      } asynchronous: {
        try await container.resolve(Car.self)
      }
      let products = try results.map { try $0.get() }
      #expect(products.allSatisfy { $0 === products[0] }, "round \(round)")
      #expect(cars.value == 1, "round \(round)")
    }
  }

  // MARK: Builds that suspend

  @Test func `a thread that waits for a singleton throws if its build suspends in a parameter`() async throws {
    for _ in rounds(100) {
      let (hasBegun, mayGoOn, isTurnedAway) = (Gate(), Gate(), Gate())
      let container = Container()
      try container.register(Int.self) {
        hasBegun.open()
        mayGoOn.wait()
        return 1
      }
      try container.register(Wood.self) {
        await isTurnedAway.pass()
        return Wood()
      }
      try container.register(initializer: House.init).asSingleton()
      async let house = container.resolve(House.self)
      let error = await #expect(throws: AstrojectError.self) {
        try await onThread {
          hasBegun.wait()
          mayGoOn.open()
          defer { isTurnedAway.open() }
          // The build ends only after this resolve, which cannot wait for it before or after it suspends.
          return try container.resolve(House.self)
        }
      }
      #expect(error?.kind == .asynchronousFactory)
      _ = try await house
    }
  }

  @MainActor
  @Test func `the main thread is refused an instance whose build needs the main actor`() async throws {
    let hasBegun = Gate()
    try container.register(Int.self) {
      hasBegun.open()
      return 1
    }
    try container.register(initializer: Window.init)
    try container.register(initializer: Facade.init).asSingleton()
    let task = Task.detached { try await container.resolve(Facade.self) }
    synchronously { hasBegun.wait() }
    let error = #expect(throws: AstrojectError.self) { try synchronously { try container.resolve(Facade.self) } }
    #expect(error?.kind == .asynchronousFactory)
    let product = try await task.value
    #expect(try await container.resolve(Facade.self) === product)
  }
}
