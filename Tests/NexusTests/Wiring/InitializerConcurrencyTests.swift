import TestSupport
import Testing

@testable import Astroject

private final class Engine: Sendable {
  init(_ builds: Counter) {
    builds.increment()
    for _ in 0..<2_000 { _ = builds.value }
  }
}

private final class Car: Sendable { init(_ engine: Engine, number: Int) {} }

private final class Garage: Sendable { init(_ car: Car) {} }

@Suite("Cached instances of initializers under concurrency", .ownThreads)
struct InitializerConcurrencyTests {
  private let container = Container()

  @Test(arguments: Crowd.all)
  func `concurrent first uses of an initializer get one shared parameter plan`(crowd: Crowd) async throws {
    for _ in rounds(100) {
      let container = Container()
      let car = try container.register(initializer: Car.init)
      let results = await crowd.run { [blueprint = car.blueprint] _ in blueprint.parameterPlan }
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
      let products = try await crowd.resolve(Car.self, in: container).map { try $0.get() }
      #expect(products.count == 8 && products.allSatisfy { $0 === products[0] }, "round \(round)")
      #expect(cars.value == 1 && engines.value == 1, "round \(round)")
    }
  }

  @Test func `an awaiting caller builds what a blocking one could not build because of an awaited parameter`()
    async throws
  {
    let (begun, mayEnd) = (Gate(), Gate())
    try container.register(Engine.self) {
      begun.open()
      mayEnd.wait()
      return Engine(Counter())
    }
    try container.register(Int.self) { await later(1) }
    try container.register(initializer: Car.init).asSingleton()
    try container.register(initializer: Garage.init)
    async let blocked = Call.asynchronous.error { [container] _ in
      try await onThread { try container.resolve(Car.self) }
    }
    await begun.pass()
    async let garage = container.resolve(Garage.self)
    try await suspendUntil("Garage waits for Car")
    mayEnd.open()
    #expect(await blocked?.kind == .asynchronousFactory)
    _ = try await garage
  }

  @Test func `a singleton is built once for concurrent tasks if a parameter suspends`() async throws {
    for round in rounds(100) {
      let cars = Counter()
      let container = Container()
      try container.register(Int.self) { await later(cars.increment()) }
      try container.register(initializer: Engine.init, with: .value(Counter()))
      try container.register(initializer: Car.init).asSingleton()
      let products = try await Crowd(tasks: 8).resolve(Car.self, in: container).map { try $0.get() }
      #expect(cars.value == 1 && products.allSatisfy { $0 === products[0] }, "round \(round)")
    }
  }
}
