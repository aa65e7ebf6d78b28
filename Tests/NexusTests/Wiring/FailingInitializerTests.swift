import TestSupport
import Testing

struct FailingInitializerTests {
  private struct Engine {
    let power: Int
    init(power: Int) throws {
      guard power > 0 else { throw Objection() }
      self.power = power
    }
  }

  private enum Refused: Error, Equatable { case tooWeak(Int) }

  private struct Turbine {
    let power: Int
    init(power: Int) throws(Refused) {
      guard power > 0 else { throw .tooWeak(power) }
      self.power = power
    }
  }

  private struct Rocket { init() async throws(Objection) { throw Objection() } }

  @MainActor private final class Panel { init(power: Int) throws(Objection) { throw Objection() } }

  private struct Spare {
    let power: Int
    init?(power: Int) {
      guard power > 0 else { return nil }
      self.power = power
    }
  }

  private final class Part: Sendable {
    private let frees: Counter
    init(_ frees: Counter) { self.frees = frees }
    deinit { frees.increment() }
  }
  private struct Machine { let part: Part, power: Int }

  private struct Garage { let spare: Spare? }
  private struct Owner { let spare: Spare }

  private func container(power: Int) throws -> Container {
    try Container { container in
      try container.register(Int.self) { power }
      try container.register(initializer: Engine.init(power:))
      try container.register(initializer: Turbine.init)
      try container.register(initializer: Spare.init)
      try container.register(initializer: Garage.init)
      try container.register(initializer: Owner.init)
    }
  }

  @Test(arguments: Call.allCases)
  func `a throwing initializer returns its product, or fails the resolve with its own error`(call: Call) async throws {
    let container = try container(power: 5)
    #expect(try await call.resolve(Engine.self, in: container).power == 5)
    #expect(try await call.resolve(Turbine.self, in: container).power == 5)
    let failing = try self.container(power: -2)
    let untyped = await call.expectResolveThrows(Engine.self, in: failing, .factoryFailed)
    #expect(untyped?.underlyingError as? Objection == Objection())
    let typed = await call.expectResolveThrows(Turbine.self, in: failing, .factoryFailed)
    #expect(typed?.underlyingError as? Refused == .tooWeak(-2))
  }

  @Test(arguments: Call.allCases)
  func `the value of a parameter is freed if a later parameter fails`(call: Call) async throws {
    let (container, frees) = (Container(), Counter())
    try container.register(Part.self) { Part(frees) }
    try container.register(Int.self) { throw Objection() }
    try container.register(initializer: Machine.init)
    for count in 1...3 {
      await call.expectResolveThrows(Machine.self, in: container, .factoryFailed)
      #expect(frees.value == count)
    }
  }

  @Test func `an asynchronous or main-actor initializer that throws fails the resolve with its error`() async throws {
    let container = try container(power: 5)
    try container.register(initializer: Rocket.init)
    try container.register(initializer: Panel.init(power:))
    for error in [
      await Call.asynchronous.expectResolveThrows(Rocket.self, in: container, .factoryFailed),
      await Call.asynchronous.expectResolveThrows(Panel.self, in: container, .factoryFailed),
    ] {
      #expect(error?.underlyingError as? Objection == Objection())
    }
  }

  @Test(arguments: Call.allCases, [0, 5])
  func `a failable initializer fills an optional with its result`(call: Call, power: Int) async throws {
    let container = try container(power: power)
    #expect(try await call.resolve(Spare?.self, in: container)?.power == (power == 0 ? nil : power))
    #expect(try await call.resolve(Garage.self, in: container).spare?.power == (power == 0 ? nil : power))
  }

  @Test(arguments: Call.allCases)
  func `a failable initializer fills nothing but optionals, and the error suggests one`(call: Call) async throws {
    let container = try container(power: 5)
    let error = await call.expectResolveThrows(Spare.self, in: container, .noRegistrationFound)
    #expect(error?.failure?.nearMatches.map(\.difference) == [.optional])
    let owner = await call.expectResolveThrows(Owner.self, in: container, .noRegistrationFound)
    #expect(owner?.failure?.key == Key(Spare.self))
    withExtendedLifetime(container) {}
  }
}
