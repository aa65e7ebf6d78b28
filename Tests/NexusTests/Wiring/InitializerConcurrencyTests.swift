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

/// A scope that caches instances.
private struct Kept: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let apply: @Sendable (Registration<Car>) -> Void

  static let all = [
    Kept(testDescription: "singleton") { $0.asSingleton() },
    Kept(testDescription: "disposable") { $0.asDisposableSingleton() },
    Kept(testDescription: "container") { $0.asScoped() },
    Kept(testDescription: "weak") { $0.asWeak() },
  ]
}

@Suite("Cached instances of initializers under concurrency", .ownThreads)
struct InitializerConcurrencyTests {
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

  @Test(arguments: Crowd.all, Kept.all)
  private func `concurrent callers build an instance and its dependencies once`(crowd: Crowd, kept: Kept) async throws {
    for round in rounds(100) {
      let (engines, cars) = (Counter(), Counter())
      let container = Container()
      try container.register(Int.self) { cars.increment() }
      try container.register(initializer: Engine.init, with: .value(engines)).asSingleton()
      kept.apply(try container.register(initializer: Car.init))
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

  @Test(arguments: Crowd.all)
  func `a singleton is built once for each argument of concurrent callers`(crowd: Crowd) async throws {
    for round in rounds(100) {
      let engines = Counter()
      let container = Container()
      try container.register(initializer: Engine.init, with: .value(engines)).asTransient()
      try container.register(initializer: Car.init).asSingleton()
      let results = await crowd.run { number in
        try container.resolve(Car.self, arguments: round + number % 2)
      } asynchronous: { number in
        try await container.resolve(Car.self, arguments: round + number % 2)
      }
      let products = try results.map { try $0.get() }
      for (number, car) in products.enumerated() {
        #expect(car === products[number % 2] && car.number == round + number % 2, "round \(round)")
      }
      #expect(engines.value == 2, "round \(round)")
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

  @Test
  func `a thread is refused a child's scoped instance while its build is suspended`() async throws {
    let pause = PausePoint()
    let container = Container()
    try container.register(Int.self) { 1 }
    try container.register(Wood.self) { () async in
      await pause.pass()
      return Wood()
    }.asTransient()
    try container.register(initializer: House.init).asScoped()
    for _ in 0..<3 { _ = try await container.makeChild().resolve(House.self) }
    pause.arm()
    let child = container.makeChild()
    async let house = child.resolve(House.self)
    await pause.waitUntilReached()
    let error = await #expect(throws: AstrojectError.self) {
      try await onThread { try child.resolve(House.self) }
    }
    #expect(error?.kind == .asynchronousFactory)
    pause.goOn()
    let built = try await house
    #expect(try await child.resolve(House.self) === built)
  }

  @Test func `a synchronous resolve throws while a task's build of the singleton is suspended`() async throws {
    let (isSuspended, mayGoOn) = (Gate(), Gate())
    let container = Container()
    try container.register(Int.self) { 1 }
    try container.register(Wood.self) {
      isSuspended.open()
      await mayGoOn.pass()
      return Wood()
    }
    try container.register(initializer: House.init).asSingleton()
    async let house = container.resolve(House.self)
    await isSuspended.pass()
    let error = await #expect(throws: AstrojectError.self) {
      try await onThread { try container.resolve(House.self) }
    }
    #expect(error?.kind == .asynchronousFactory)
    #expect(error?.headline == "House is being built asynchronously at the moment.")
    mayGoOn.open()
    let product = try await house
    #expect(try synchronously { try container.resolve(House.self) } === product)
  }

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
    let container = Container()
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

  @Test(arguments: Crowd.all)
  func `a singleton is built again after a parameter has failed for concurrent callers`(crowd: Crowd) async throws {
    let container = Container()
    try container.register(Int.self) { throw Objection() }
    try container.register(initializer: Engine.init, with: .value(Counter()))
    try container.register(initializer: Car.init).asSingleton()
    let results = await crowd.run {
      try container.resolve(Car.self)
    } asynchronous: {
      try await container.resolve(Car.self)
    }
    for result in results {
      let error = #expect(throws: AstrojectError.self) { try result.get() }
      #expect(error?.underlyingError as? Objection == Objection())
    }
    try container.register(Int.self) { 1 }
    #expect(try await container.resolve(Car.self).number == 1)
  }
}
