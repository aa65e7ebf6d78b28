import TestSupport
import Testing

struct InjectTests {
  private class Fruit {
    let color: String
    init(color: String = "red") { self.color = color }
  }
  private final class Apple: Fruit {}

  private let container = Container()

  init() throws { try container.register(Fruit.self) { Apple() } }

  @Test(arguments: Call.allCases)
  func `an injected property is available in the init of a class or struct and stays`(call: Call) async throws {
    final class Kitchen {
      @Inject private var fruit: Fruit
      let seen: Fruit
      init() { seen = _fruit.wrappedValue }
      var isSame: Bool { fruit === seen && fruit === seen }
    }
    struct Cellar {
      @Inject var fruit: Fruit
      let color: String
      init() { color = _fruit.wrappedValue.color }
    }
    try container.register(initializer: Kitchen.init)
    try container.register(initializer: Cellar.init)
    for _ in 1...3 {
      let kitchen = try await call.resolve(Kitchen.self, in: container)
      #expect(kitchen.isSame && kitchen.seen is Apple)
      #expect(try await call.resolve(Cellar.self, in: container).color == "red")
    }
  }

  @Test func `an injected property is available in an actor and in its asynchronous init`() async throws {
    actor Kitchen {
      @Inject var fruit: Fruit
      private(set) var color = ""
      init() async { color = fruit.color }
    }
    actor Plain {
      @Inject var fruit: Fruit
      var color: String { fruit.color }
    }
    try container.register(initializer: Kitchen.init)
    try container.register(initializer: Plain.init)
    for _ in 1...3 {
      #expect(try await container.resolve(Kitchen.self).color == "red")
      #expect(try await container.resolve(Plain.self).color == "red")
      let plain = try synchronously { try container.resolve(Plain.self) }
      #expect(await plain.color == "red")
    }
  }

  @MainActor
  private final class Screen {
    @Inject var fruit: Fruit
    let color: String
    init() { color = _fruit.wrappedValue.color }
  }

  @MainActor
  @Test func `a main-actor init reads its property for callers there, and for one off the main actor`() async throws {
    try container.register(initializer: Screen.init)
    #expect(try await Task.detached { try await container.resolve(Screen.self).color }.value == "red")
    for _ in 1...3 {
      #expect(try synchronously { try container.resolve(Screen.self) }.color == "red")
      #expect(try await container.resolve(Screen.self).fruit.color == "red")
    }
  }

  private class Room {
    @Inject private var fruit: Fruit
    @Inject var number: Int
    func roomFruit() -> Fruit { fruit }
  }
  private class Hall: Room {
    @Inject private var fruit: Fruit
    @Inject var text: String
    func hallFruit() -> Fruit { fruit }
  }
  private final class Ballroom: Hall {
    let seen: (number: Int, text: String)
    override init() {
      seen = (1, "")
      super.init()
    }
  }

  @Test(arguments: Call.allCases)
  func `private injected properties of superclasses with the same name are all filled`(call: Call) async throws {
    try container.register(Int.self) { 7 }
    try container.register(String.self) { "seven" }
    let registration = try container.register(initializer: Ballroom.init)
    for _ in 1...3 {
      let room = try await call.resolve(Ballroom.self, in: container)
      #expect(room.number == 7 && room.text == "seven" && room.roomFruit() === room.hallFruit())
    }
    #expect(
      registration.outline == [
        "fruit: Fruit required", "text: String required", "fruit: Fruit required", "number: Int required",
      ])
  }

  private final class Guarded<Element> {
    @Inject var one: Element
    @Inject var lazy: Lazy<Element>
    @Inject var all: [Element]
  }

  @Test(arguments: Call.allCases)
  func `injected properties of generic types are filled for each generic argument`(call: Call) async throws {
    struct Pair<First, Second> {
      @Inject var first: First
      @Inject var second: Second?
    }
    try container.register(Int.self) { 7 }
    try container.register(initializer: Guarded<Fruit>.init)
    try container.register(initializer: Guarded<Int>.init)
    try container.register(initializer: { () in Pair<Int, String>() })
    let numbers = try await call.resolve(Guarded<Int>.self, in: container)
    #expect(try numbers.one == 7 && numbers.lazy.value == 7 && numbers.all == [7])
    let fruits = try await call.resolve(Guarded<Fruit>.self, in: container)
    #expect(try fruits.lazy.value === fruits.one)
    let pair = try await call.resolve(Pair<Int, String>.self, in: container)
    #expect(pair.first == 7 && pair.second == nil)
  }

  @Test(arguments: Call.allCases)
  func `injected properties of Injectable types are filled, with and without parameters`(call: Call) async throws {
    final class Kitchen: Injectable {
      @Inject var fruit: Fruit
      let color: String
      required init() { color = _fruit.wrappedValue.color }
    }
    final class Cellar: InjectableWithParameter {
      @Inject var fruit: Fruit
      let kitchen: Kitchen
      init(_ kitchen: Kitchen) throws { self.kitchen = kitchen }
    }
    try container.register(injectable: Kitchen.self)
    try container.register(injectable: Cellar.self)
    let cellar = try await call.resolve(Cellar.self, in: container)
    #expect(cellar.kitchen.color == "red" && cellar.kitchen.fruit === cellar.fruit)
  }

  @Test(arguments: Call.allCases)
  func `injected properties and parameters share the graph-scoped instances of the tree`(call: Call) async throws {
    final class Cook { @Inject var fruit: Fruit }
    final class Kitchen {
      @Inject var cook: Cook
      @Inject var fruit: Fruit
      let other: Fruit
      init(_ other: Fruit) { self.other = other }
    }
    try container.register(initializer: Cook.init)
    try container.register(initializer: Kitchen.init)
    for _ in 1...2 {
      let kitchen = try await call.resolve(Kitchen.self, in: container)
      #expect(kitchen.fruit === kitchen.other && kitchen.cook.fruit === kitchen.other)
    }
  }
}
