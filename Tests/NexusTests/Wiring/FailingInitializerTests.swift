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

  @Test(arguments: Call.allCases)
  func `a throwing or failable initializer that succeeds returns its product`(call: Call) async throws {
    let container = try container(power: 5)
    #expect(try await call.resolve(Engine.self, in: container).power == 5)
    #expect(try await call.resolve(Turbine.self, in: container).power == 5)
    #expect(try await call.resolve(Spare?.self, in: container)?.power == 5)
  }

  @Test(arguments: Call.allCases)
  func `a throwing initializer fails the resolve with its own error`(call: Call) async throws {
    let container = try container(power: 0)
    let error = await call.expectResolveThrows(Engine.self, in: container, .factoryFailed)
    #expect(error?.underlyingError as? Objection == Objection())
  }

  @Test(arguments: Call.allCases)
  func `an initializer with typed throws fails the resolve with its typed error`(call: Call) async throws {
    let container = try container(power: -2)
    let error = await call.expectResolveThrows(Turbine.self, in: container, .factoryFailed)
    #expect(error?.underlyingError as? Refused == .tooWeak(-2))
  }

  @Test(arguments: Call.allCases)
  func `a failable initializer that returns nil resolves its optional type as nil`(call: Call) async throws {
    let container = try container(power: 0)
    #expect(try await call.resolve(Spare?.self, in: container) == nil)
  }

  @Test(arguments: Call.allCases)
  func `resolving the unwrapped type of a failable initializer suggests the optional`(call: Call) async throws {
    let container = try container(power: 5)
    let error = await call.expectResolveThrows(Spare.self, in: container, .noRegistrationFound)
    withExtendedLifetime(container) { #expect(error?.failure?.nearMatches.map(\.difference) == [.optional]) }
  }

  @Test(arguments: Call.allCases, [0, 5])
  func `a failable initializer fills an optional parameter with its result`(call: Call, power: Int) async throws {
    let container = try container(power: power)
    try container.register(initializer: Garage.init)
    #expect(try await call.resolve(Garage.self, in: container).spare?.power == (power == 0 ? nil : power))
  }

  @Test(arguments: Call.allCases)
  func `a failable initializer does not fill a parameter that is not optional`(call: Call) async throws {
    let container = try container(power: 5)
    try container.register(initializer: Owner.init)
    let error = await call.expectResolveThrows(Owner.self, in: container, .noRegistrationFound)
    #expect(error?.failure?.key == Key(Spare.self))
  }
}
