import TestSupport
import Testing

@testable import Nexus

@Suite("Injected properties that a registration knows")
struct InjectPlanTests {
  private let container = Container()

  init() throws {
    for color in ["red", "white"] { try container.register(Berry.self, name: color) { Berry(color: color) } }
    try container.register(Berry.self) { Berry(color: "plain") }
  }

  @Test func `a new registration lists its parameters and injected properties in order`() throws {
    final class Bar {
      @Inject var wine: Berry
      @Inject(name: "red") var red: Berry
      @Inject var none: Int?
      @Inject var later: Lazy<Berry>
      @Inject var often: Provider<Berry>
      @Inject var all: [Berry]
      var plain = 1
      let size: Int
      init(_ size: Int, _ names: [String]) { self.size = size }
    }
    let registration = try container.register(initializer: Bar.init)
    #expect(
      registration.outline == [
        "0: Int required", "1: String collection", "wine: Berry required", "red: Berry required", "none: Int optional",
        "later: Berry lazy", "often: Berry provider", "all: Berry collection",
      ])
  }

  private class House { @Inject(name: "red") var wine: Berry }
  private final class Villa: House { @Inject(name: "white") var cellar: Berry }

  /// Built by hand while another object is under construction.
  private final class Guest { @Inject(name: "white") var wine: Berry }
  private final class Crowd {
    @Inject var wine: Berry
    let guest: Guest
    let color: String
    init(_ guest: Guest) {
      self.guest = guest
      color = _wine.wrappedValue.color
    }
  }

  private class Salon { @Inject var wine: Berry }
  private final class Ball: Salon {
    let guest: Guest
    override init() {
      guest = Guest()
      super.init()
    }
  }

  @Test(arguments: Call.allCases)
  func `a registration does not list the properties of an object that a rule or init builds`(call: Call) async throws {
    let byRule = try container.register(initializer: Crowd.init, with: .resolving { @Sendable _ in Guest() })
    let byInit = try container.register(initializer: Ball.init)
    for _ in 1...3 {
      let crowd = try await call.resolve(Crowd.self, in: container)
      let ball = try await call.resolve(Ball.self, in: container)
      #expect([crowd.color, ball.wine.color] == ["plain", "plain"])
      #expect([crowd.guest.wine.color, ball.guest.wine.color] == ["white", "white"])
      #expect(byRule.outline == ["0: Guest closure", "wine: Berry required"])
      #expect(byInit.outline == ["wine: Berry required"])
    }
  }

  @Test func `init can read an awaited property if a rule builds an object with a named one`() async {
    await #expect(processExitsWith: .success) {
      let container = Container()
      try container.register(Berry.self) { () async in Berry(color: "plain") }
      try container.register(Berry.self, name: "white") { Berry(color: "white") }
      try container.register(initializer: Crowd.init, with: .resolving { @Sendable _ in Guest() })
      for _ in 1...3 { #expect(try await container.resolve(Crowd.self).color == "plain") }
    }
  }

  @Test func `a property plan is complete for structs and actors but not for other classes`() async throws {
    struct Plain { @Inject var wine: Berry }
    actor Clerk { @Inject var wine: Berry }
    for type in [Plain.self, Plain?.self, Clerk.self] as [Any.Type] {
      #expect(PropertyPlan.of(type).fields.map(\.name) == ["wine"] && PropertyPlan.of(type).isWhole, "\(type)")
    }
    #expect(PropertyPlan.of(Villa.self).fields.count == 2 && !PropertyPlan.of(Villa.self).isWhole)
    #expect(PropertyPlan.of(AnyObject.self).isEmpty && !PropertyPlan.of(AnyObject.self).isWhole)
    #expect(PropertyPlan.of(Int.self).isEmpty && PropertyPlan.of(Int.self).isWhole)
  }

  @Test(arguments: Call.allCases)
  func `a type registered as AnyObject gets its injected properties but lists none`(call: Call) async throws {
    let registration = try container.register(AnyObject.self, initializer: Villa.init)
    for _ in 1...2 {
      let villa = try #require(try await call.resolve(AnyObject.self, in: container) as? Villa)
      #expect(villa.wine.color == "red" && villa.cellar.color == "white" && registration.outline == [])
    }
  }
}
