import Nexus
import AstrojectTesting
import TestSupport
import Testing

@Suite("An initializer that may fail")
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

  private struct Spare {
    let power: Int
    init?(power: Int) {
      guard power > 0 else { return nil }
      self.power = power
    }
  }

  private struct Garage { let spare: Spare? }
  private struct Owner { let spare: Spare }

  private func container(power: Int) throws -> Container {
    try Container { container in
      try container.register(Int.self) { power }
      try container.register(initializer: Engine.init(power:))
      try container.register(initializer: Turbine.init)
      try container.register(initializer: Spare.init)
    }
  }

  @Test("gives its product where it does not", arguments: Call.allCases)
  func succeeding(call: Call) async throws {
    let container = try container(power: 5)
    #expect(try await call.resolve(Engine.self, in: container).power == 5)
    #expect(try await call.resolve(Turbine.self, in: container).power == 5)
    #expect(try await call.resolve(Spare?.self, in: container)?.power == 5)
  }

  @Test("by throwing fails the resolve with what it threw", arguments: Call.allCases)
  func throwing(call: Call) async throws {
    let container = try container(power: 0)
    let error = await call.expectResolveThrows(Engine.self, in: container, .factoryFailed)
    #expect(error?.underlyingError as? Objection == Objection())
  }

  @Test("by throwing one type of error fails the resolve with that", arguments: Call.allCases)
  func typed(call: Call) async throws {
    let container = try container(power: -2)
    let error = await call.expectResolveThrows(Turbine.self, in: container, .factoryFailed)
    #expect(error?.underlyingError as? Refused == .tooWeak(-2))
  }

  @Test("by giving nil registers the optional, which is nil then", arguments: Call.allCases)
  func failable(call: Call) async throws {
    let container = try container(power: 0)
    #expect(try await call.resolve(Spare?.self, in: container) == nil)
  }

  @Test("by giving nil leaves its type itself unregistered, and the error says so", arguments: Call.allCases)
  func failableItself(call: Call) async throws {
    let container = try container(power: 5)
    let error = await call.expectResolveThrows(Spare.self, in: container, .noRegistrationFound)
    withExtendedLifetime(container) { #expect(error?.failure?.nearMatches.map(\.difference) == [.optional]) }
  }

  @Test("by giving nil fills an optional parameter with what it gives", arguments: Call.allCases, [0, 5])
  func optionalParameter(call: Call, power: Int) async throws {
    let container = try container(power: power)
    try container.register(initializer: Garage.init)
    #expect(try await call.resolve(Garage.self, in: container).spare?.power == (power == 0 ? nil : power))
  }

  @Test("by giving nil fills no parameter that is not optional", arguments: Call.allCases)
  func requiredParameter(call: Call) async throws {
    let container = try container(power: 5)
    try container.register(initializer: Owner.init)
    let error = await call.expectResolveThrows(Owner.self, in: container, .noRegistrationFound)
    #expect(error?.failure?.key == Key(Spare.self))
  }
}
