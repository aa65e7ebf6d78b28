import TestSupport
import Testing

@testable import Nexus

@Suite("What properties a type injects is known")
struct InjectPlanTests {
  private final class Wine {
    let color: String
    init(color: String) { self.color = color }
  }

  private static func make() throws -> Container {
    let container = Container()
    for color in ["red", "white"] { try container.register(Wine.self, name: color) { Wine(color: color) } }
    try container.register(Wine.self) { Wine(color: "plain") }
    return container
  }

  @Test("before anything is built, but for the names, behind the parameters in their order")
  func ahead() throws {
    final class Bar {
      @Inject var wine: Wine
      @Inject(name: "red") var red: Wine
      @Inject var none: Int?
      @Inject var later: Lazy<Wine>
      @Inject var often: Provider<Wine>
      @Inject var all: [Wine]
      var plain = 1
      let size: Int
      init(_ size: Int, _ names: [String]) { self.size = size }
    }
    let registration = try InjectPlanTests.make().register(initializer: Bar.init)
    #expect(
      registration.outline == [
        "0: Int required", "1: String collection", "wine: Wine required", "red: Wine required", "none: Int optional",
        "later: Wine lazy", "often: Wine provider", "all: Wine collection",
      ])
  }

  private class House {
    @Inject(name: "red") var wine: Wine
  }
  private final class Villa: House {
    @Inject(name: "white") var cellar: Wine
  }

  @Test(
    "with the names of a subclass and its superclass each in its place, in the order in which they are made",
    arguments: Way.allCases)
  func inheritance(way: Way) async throws {
    let container = try InjectPlanTests.make()
    let registration = try container.register(initializer: Villa.init)
    for _ in 1...2 {
      let villa = try await way.resolve(Villa.self, in: container)
      #expect(villa.wine.color == "red" && villa.cellar.color == "white")
      #expect(
        registration.outline == ["cellar: Wine named \"white\" required", "wine: Wine named \"red\" required"])
    }
  }

  /// Made by hand in the middle of another object's building.
  private final class Guest {
    @Inject(name: "white") var wine: Wine
  }
  private final class Crowd {
    @Inject var wine: Wine
    let guest: Guest
    let color: String
    init(_ guest: Guest) {
      self.guest = guest
      color = _wine.wrappedValue.color
    }
  }

  @Test("although a rule for a parameter makes such objects, too", arguments: Way.allCases)
  func rule(way: Way) async throws {
    let container = try InjectPlanTests.make()
    let registration = try container.register(
      initializer: Crowd.init, with: .resolving { @Sendable _ in Guest() })
    for _ in 1...3 {
      let crowd = try await way.resolve(Crowd.self, in: container)
      #expect(crowd.color == "plain" && crowd.guest.wine.color == "white")
      #expect(registration.outline == ["0: Guest closure", "wine: Wine required"])
    }
  }

  @Test("although a rule makes such objects: what has to be awaited can be used in `init` all the same")
  func ruleAwaited() async {
    await #expect(processExitsWith: .success) {
      let container = Container()
      try container.register(Wine.self) { () async in Wine(color: "plain") }
      try container.register(Wine.self, name: "white") { Wine(color: "white") }
      try container.register(initializer: Crowd.init, with: .resolving { @Sendable _ in Guest() })
      for _ in 1...3 { #expect(try await container.resolve(Crowd.self).color == "plain") }
    }
  }

  private class Salon {
    @Inject var wine: Wine
  }
  private final class Ball: Salon {
    let guest: Guest
    override init() {
      guest = Guest()
      super.init()
    }
  }

  @Test("although `init` makes such objects before its superclass has its own", arguments: Way.allCases)
  func nested(way: Way) async throws {
    let container = try InjectPlanTests.make()
    let registration = try container.register(initializer: Ball.init)
    for _ in 1...3 {
      let ball = try await way.resolve(Ball.self, in: container)
      #expect(ball.wine.color == "plain" && ball.guest.wine.color == "white")
      #expect(registration.outline == ["wine: Wine required"])
    }
  }

  @Test("a type that has none pays nothing: after the first build there is nothing to do", arguments: Way.allCases)
  func nothing(way: Way) async throws {
    struct Plain { let wine: Wine }
    let container = try InjectPlanTests.make()
    let plain = try container.register(initializer: Plain.init(wine:))
    let house = try container.register(initializer: House.init)
    _ = try await way.resolve(Plain.self, in: container)
    _ = try await way.resolve(House.self, in: container)
    #expect(plain.plan?.hasNothingToDo == true)
    #expect(house.plan?.hasNothingToDo == false)
  }

  @Test("a type that has none is told from one whose type is not known yet", arguments: Way.allCases)
  func unknown(way: Way) async throws {
    let container = try InjectPlanTests.make()
    let registration = try container.register(AnyObject.self, initializer: Villa.init)
    #expect(registration.plan?.hasNothingToDo == false)
    for _ in 1...2 {
      let villa = try #require(try await way.resolve(AnyObject.self, in: container) as? Villa)
      #expect(villa.wine.color == "red" && registration.plan?.hasNothingToDo == false)
    }
  }
}

extension Registration {
  /// What is known of the properties.
  fileprivate var plan: PropertyPlan? { (wiring as? InitializerWiring)?.properties }
}
