import Astroject
import AstrojectTesting
import TestSupport
import Testing

private struct Fruit: Equatable { var name = "" }
private enum Theme: Hashable { case dark, light }
private enum Salad { struct Dressing: Equatable { var name = "salad" } }
private enum Wound { struct Dressing: Equatable { var name = "wound" } }

/// There is one of this name in the standard library, too.
private struct Mirror: Equatable { var name = "own" }

private protocol Manager<Item> {
  associatedtype Item
  var name: String { get }
}
private struct Flag {}
private struct Ship {}
private struct FlagManager: Manager {
  typealias Item = Flag
  let name = "flags"
}
private struct ShipManager: Manager {
  typealias Item = Ship
  let name = "ships"
}

@Suite("A key")
struct KeyTests {
  @Test("is a type: others do not find what is registered for it", arguments: Call.allCases)
  func type(call: Call) async throws {
    let container = Container()
    try container.register(Int.self) { 42 }
    #expect(try await call.resolve(Int.self, in: container) == 42)
    await call.expectResolveThrows(Int8.self, in: container, .noRegistrationFound)
  }

  @Test("is a type and a name, each name with a registration of its own", arguments: Call.allCases)
  func name(call: Call) async throws {
    let container = Container()
    try container.register(Int.self) { 1 }
    try container.register(Int.self, name: "two") { 2 }
    try container.register(Int.self, name: "three") { 3 }
    #expect(try await call.resolve(Int.self, in: container) == 1)
    #expect(try await call.resolve(Int.self, name: "two", in: container) == 2)
    #expect(try await call.resolve(Int.self, name: "three", in: container) == 3)
    await call.expectResolveThrows(Int.self, name: "four", in: container, .noRegistrationFound)
  }

  @Test("is not found without its name", arguments: Call.allCases)
  func nameIsNeeded(call: Call) async throws {
    let container = Container()
    try container.register(Int.self, name: "two") { 2 }
    let error = await call.expectResolveThrows(Int.self, in: container, .noRegistrationFound)
    withExtendedLifetime(container) { #expect(error?.failure?.nearMatches.map(\.difference) == [.label]) }
  }

  @Test("may have any hashable value in the place of the name", arguments: Call.allCases)
  func anyHashable(call: Call) async throws {
    let container = Container()
    try container.register(Fruit.self, key: 42) { Fruit(name: "number") }
    try container.register(Fruit.self, key: Theme.dark) { Fruit(name: "dark") }
    try container.register(Fruit.self, key: Theme.light) { Fruit(name: "light") }
    #expect(try await call.resolve(Fruit.self, key: 42, in: container).name == "number")
    #expect(try await call.resolve(Fruit.self, key: Theme.dark, in: container).name == "dark")
    #expect(try await call.resolve(Fruit.self, key: Theme.light, in: container).name == "light")
    await call.expectResolveThrows(Fruit.self, key: 43, in: container, .noRegistrationFound)
  }

  @Test("that is a String is a name", arguments: Call.allCases)
  func stringIsName(call: Call) async throws {
    let container = Container()
    try container.register(Int.self, name: "a") { 1 }
    #expect(try await call.resolve(Int.self, key: "a", in: container) == 1)
    try container.register(Int.self, key: "a") { 2 }
    #expect(try await call.resolve(Int.self, name: "a", in: container) == 2)
    #expect(try await call.resolveAll(Int.self, in: container) == [2])
  }

  @Test("is found by a name that is spelled with other scalars and means the same", arguments: Call.allCases)
  func canonicalNames(call: Call) async throws {
    let container = Container()
    try container.register(Int.self, name: "caf\u{E9}") { 1 }.asSingleton()
    #expect(try await call.resolve(Int.self, name: "cafe\u{301}", in: container) == 1)
    // The second time the singleton is there, and found without a lock.
    #expect(try await call.resolve(Int.self, name: "cafe\u{301}", in: container) == 1)
    #expect(try await call.resolve(Int.self, key: "cafe\u{301}", in: container) == 1)
    #expect(try await call.resolve(Int.self, name: "caf\u{E9}", in: container) == 1)
    try container.register(Int.self, name: "cafe\u{301}") { 2 }.asSingleton()
    #expect(try await call.resolve(Int.self, name: "caf\u{E9}", in: container) == 2)
    #expect(try await call.resolveAll(Int.self, in: container) == [2])
  }

  @Test(
    "with a name finds its own singleton among thousands, and none of another type or key", arguments: Call.allCases)
  func manyNames(call: Call) async throws {
    let container = Container()
    for number in 0..<3_000 {
      try container.register(Int.self, name: "\(number)") { number }.asSingleton()
      try container.register(String.self, name: "\(number)") { "text \(number)" }.asSingleton()
    }
    for _ in 0..<2 {
      for number in stride(from: 0, to: 3_000, by: 7) {
        #expect(try await call.resolve(Int.self, name: "\(number)", in: container) == number)
        #expect(try await call.resolve(String.self, name: "\(number)", in: container) == "text \(number)")
      }
    }
    await call.expectResolveThrows(Int.self, name: "3000", in: container, .noRegistrationFound)
    await call.expectResolveThrows(Int.self, key: 7, in: container, .noRegistrationFound)
    await call.expectResolveThrows(Double.self, name: "7", in: container, .noRegistrationFound)
    await call.expectResolveThrows(Int.self, in: container, .noRegistrationFound)
    try container.register(Int.self, name: "7") { -7 }
    #expect(try await call.resolve(Int.self, name: "7", in: container) == -7)
  }

  @Test("that is made of a name and a key is neither of them")
  func nameAndKey() throws {
    let container = Container()
    try container.register(Int.self, name: "a", key: 1) { 1 }.asSingleton()
    for _ in 0..<2 { #expect(try container.resolve(Int.self, name: "a", key: 1) == 1) }
    expectResolveThrows(Int.self, name: "a", in: container, .noRegistrationFound)
    expectResolveThrows(Int.self, key: 1, in: container, .noRegistrationFound)
  }

  @Test("equals another one, and has its hash, if all that it is made of is equal")
  func equality() throws {
    let container = Container()
    let plain = try container.register(Int.self) { 1 }.key
    let named = try container.register(Int.self, name: "a") { 1 }.key
    let keyed = try container.register(Int.self, key: "a") { 1 }.key
    let other = try container.register(Int.self, name: "a", argument: Int.self, factory: { $1 }).key
    #expect(named == keyed && named.hashValue == keyed.hashValue && keyed.name == "a")
    #expect(keyed.tag as? String == "a")
    #expect(Set([plain, named, keyed, other]).count == 3)
    #expect(try container.register(Int.self, key: 1) { 1 }.key != container.register(Int.self, key: Int8(1)) { 1 }.key)
  }

  @Test("of another type is another key, however equal the values look", arguments: Call.allCases)
  func typeOfKey(call: Call) async throws {
    let container = Container()
    try container.register(String.self, key: 1) { "Int" }
    try container.register(String.self, key: Int8(1)) { "Int8" }
    try container.register(String.self, key: 1.0) { "Double" }
    try container.register(String.self, name: "1") { "String" }
    #expect(try await call.resolve(String.self, key: 1, in: container) == "Int")
    #expect(try await call.resolve(String.self, key: Int8(1), in: container) == "Int8")
    #expect(try await call.resolve(String.self, key: 1.0, in: container) == "Double")
    #expect(try await call.resolve(String.self, name: "1", in: container) == "String")
  }

  @Test("holds the types of the arguments", arguments: Call.allCases)
  func argumentTypes(call: Call) async throws {
    let container = Container()
    try container.register(String.self) { "none" }
    try container.register(String.self, argument: Int.self) { _, _ in "Int" }
    try container.register(String.self, argument: Int8.self) { _, _ in "Int8" }
    try container.register(String.self, argument: Int?.self) { _, _ in "Int?" }
    try container.register(String.self, arguments: Int.self, String.self) { _, _, _ in "Int, String" }
    try container.register(String.self, arguments: String.self, Int.self) { _, _, _ in "String, Int" }
    #expect(try await call.resolve(String.self, in: container) == "none")
    #expect(try await call.resolve(String.self, argument: 1, in: container) == "Int")
    #expect(try await call.resolve(String.self, argument: Int8(1), in: container) == "Int8")
    #expect(try await call.resolve(String.self, argument: Int?(1), in: container) == "Int?")
    #expect(try await call.resolve(String.self, arguments: 1, "", in: container) == "Int, String")
    #expect(try await call.resolve(String.self, arguments: "", 1, in: container) == "String, Int")
    await call.expectResolveThrows(String.self, arguments: 1.5, in: container, .noRegistrationFound)
  }

  @Test("tells types of one name apart by what they are nested in", arguments: Call.allCases)
  func sameName(call: Call) async throws {
    struct Fruit: Equatable { var name = "local" }
    let container = Container()
    try container.register(Salad.Dressing.self) { Salad.Dressing() }
    try container.register(Wound.Dressing.self) { Wound.Dressing() }
    try container.register(Fruit.self) { Fruit() }
    #expect(try await call.resolve(Salad.Dressing.self, in: container).name == "salad")
    #expect(try await call.resolve(Wound.Dressing.self, in: container).name == "wound")
    #expect(try await call.resolve(Fruit.self, in: container).name == "local")
    #expect(!container.isRegistered(AstrojectTests.Fruit.self))
  }

  @Test("tells types of one name in two modules apart, and a failure points to the other", arguments: Call.allCases)
  func sameNameInModules(call: Call) async throws {
    let container = Container()
    try container.register(Mirror.self) { Mirror() }
    let error = await call.expectResolveThrows(Swift.Mirror.self, in: container, .noRegistrationFound)
    #expect(error?.failure?.nearMatches.map(\.difference) == [.module])
    try container.register(Swift.Mirror.self) { Swift.Mirror(reflecting: 1) }
    #expect(try await call.resolve(Mirror.self, in: container) == Mirror())
    #expect(try await call.resolve(Swift.Mirror.self, in: container).subjectType is Int.Type)
  }

  @Test("tells parameterized existentials apart", arguments: Call.allCases)
  func parameterizedExistentials(call: Call) async throws {
    let container = Container()
    try container.register((any Manager<Flag>).self) { FlagManager() }
    try container.register((any Manager<Ship>).self) { ShipManager() }
    #expect(try await call.resolve((any Manager<Flag>).self, in: container).name == "flags")
    #expect(try await call.resolve((any Manager<Ship>).self, in: container).name == "ships")
    #expect(!container.isRegistered((any Manager).self))
  }

  @Test("can be a protocol, whose product is a class that adopts it", arguments: Call.allCases)
  func existential(call: Call) async throws {
    let container = Container()
    try container.register((any Service).self) { LiveService() }
    #expect(try await call.resolve((any Service).self, in: container) is LiveService)
    await call.expectResolveThrows(LiveService.self, in: container, .noRegistrationFound)
  }

  @Test("can be a tuple, a function type or a metatype", arguments: Call.allCases)
  func structuralTypes(call: Call) async throws {
    let container = Container()
    try container.register((Int, String).self) { (1, "a") }
    try container.register((@Sendable (Int) -> Int).self) { { $0 + 1 } }
    try container.register(Any.Type.self) { Int.self }
    #expect(try await call.resolve((Int, String).self, in: container) == (1, "a"))
    #expect(try await call.resolve((@Sendable (Int) -> Int).self, in: container)(2) == 3)
    #expect(try await call.resolve(Any.Type.self, in: container) == Int.self)
  }

  @Test("is told by the registration")
  func told() throws {
    let container = Container()
    let plain = try container.register(Fruit.self) { Fruit() }
    #expect(plain.key.product is Fruit.Type)
    #expect(plain.key.arguments is Void.Type)
    #expect(plain.key.name == nil)
    let full = try container.register(Fruit.self, name: "a", argument: Int.self) { _, _ in Fruit() }
    #expect(full.key.arguments is Int.Type)
    #expect(full.key.name == "a")
    let keyed = try container.register(Fruit.self, key: Theme.dark) { Fruit() }
    #expect(keyed.key.name == nil)
    #expect(keyed.key.tag as? Theme == .dark)
    #expect(Set([plain.key, full.key, keyed.key, plain.key]).count == 3)
  }
}

@Suite("isRegistered")
struct IsRegisteredTests {
  @Test("says whether there is a registration under just this type, name or key, and arguments")
  func forms() throws {
    let container = Container()
    #expect(!container.isRegistered(Int.self))
    try container.register(Int.self) { 1 }
    try container.register(String.self, name: "a") { "" }
    try container.register(Fruit.self, key: Theme.dark) { Fruit() }
    try container.register(Bool.self, argument: Int.self) { _, _ in true }
    try container.register(Double.self, name: "a", arguments: Int.self, String.self) { _, _, _ in 1.5 }

    #expect(container.isRegistered(Int.self))
    #expect(!container.isRegistered(Int.self, name: "a"))
    #expect(container.isRegistered(String.self, name: "a"))
    #expect(container.isRegistered(String.self, key: "a"))
    #expect(!container.isRegistered(String.self))
    #expect(container.isRegistered(Fruit.self, key: Theme.dark))
    #expect(!container.isRegistered(Fruit.self, key: Theme.light))
    #expect(container.isRegistered(Bool.self, arguments: Int.self))
    #expect(container.isRegistered(Bool.self, arguments: Int.self))
    #expect(!container.isRegistered(Bool.self))
    #expect(!container.isRegistered(Bool.self, arguments: String.self))
    #expect(container.isRegistered(Double.self, name: "a", arguments: Int.self, String.self))
    #expect(!container.isRegistered(Double.self, arguments: Int.self, String.self))
    #expect(!container.isRegistered(Double.self, name: "a", arguments: String.self, Int.self))
  }

  @Test("counts forwardings and what a parent has, and not what a child has")
  func around() throws {
    let parent = Container()
    try parent.register(LiveService.self) { LiveService() }.implements((any Service).self)
    let child = try parent.makeChild { child in try child.register(Int.self) { 1 } }
    #expect(parent.isRegistered((any Service).self))
    #expect(child.isRegistered((any Service).self))
    #expect(child.isRegistered(Int.self))
    #expect(!parent.isRegistered(Int.self))
  }

  @Test("builds nothing")
  func buildsNothing() throws {
    let builds = Counter()
    let container = Container()
    try container.register(Int.self) { builds.increment() }.asSingleton()
    #expect(container.isRegistered(Int.self))
    #expect(builds.value == 0)
  }

  @Test("can be asked of a resolver")
  func ofResolver() throws {
    let container = Container()
    try container.register(Int.self) { 1 }
    try container.register([Bool].self) { resolver in
      [
        resolver.isRegistered(Int.self), resolver.isRegistered(String.self), resolver.isRegistered(Int.self, name: "a"),
        resolver.isRegistered(Int.self, arguments: Int.self),
      ]
    }
    #expect(try container.resolve([Bool].self) == [true, false, false, false])
  }
}
