import TestSupport
import Testing

private struct Fruit: Equatable { var name = "" }
private enum Theme: Hashable { case dark, light }
private enum Salad { struct Dressing: Equatable { var name = "salad" } }
private enum Wound { struct Dressing: Equatable { var name = "wound" } }

/// Has the name of a type of the standard library.
private struct Mirror: Equatable { var name = "own" }

private protocol Manager<Item> {
  associatedtype Item
  var name: String { get }
}
private class Base {}
private final class Derived: Base {}
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

struct KeyTests {
  private let container = Container()

  @Test(arguments: Call.allCases)
  func `each name and each hashable key of a type has its own registration`(call: Call) async throws {
    let keys: [(any Hashable & Sendable)?] = [nil, "1", "two", 1, Int8(1), 1.0, Theme.dark, Theme.light]
    for (number, key) in keys.enumerated() { try container.register(Int.self, key: key) { number } }
    for (number, key) in keys.enumerated() {
      let found = try await call.run {
        try container.resolve(Int.self, key: key)
      } asynchronously: {
        try await container.resolve(Int.self, key: key)
      }
      #expect(found == number)
      if key == nil || key is String {
        #expect(try await call.resolve(Int.self, name: key as? String, in: container) == number)
      }
    }
    await call.expectResolveThrows(Int.self, name: "three", in: container, .noRegistrationFound)
    await call.expectResolveThrows(Int.self, key: 2, in: container, .noRegistrationFound)
  }

  @Test(arguments: Call.allCases)
  func `a name, an equal String key and an equivalent spelling are one registration`(call: Call) async throws {
    try container.register(Int.self, name: "caf\u{E9}") { 1 }.asSingleton()
    #expect(try await call.resolve(Int.self, name: "cafe\u{301}", in: container) == 1)
    // The second time, the singleton is cached and found without a lock.
    #expect(try await call.resolve(Int.self, name: "cafe\u{301}", in: container) == 1)
    #expect(try await call.resolve(Int.self, key: "cafe\u{301}", in: container) == 1)
    #expect(try await call.resolve(Int.self, name: "caf\u{E9}", in: container) == 1)
    try container.register(Int.self, name: "cafe\u{301}") { 2 }.asSingleton()
    #expect(try await call.resolve(Int.self, name: "caf\u{E9}", in: container) == 2)
    try container.register(Int.self, key: "cafe\u{301}") { 3 }
    #expect(try await call.resolve(Int.self, name: "cafe\u{301}", in: container) == 3)
    #expect(try await call.resolveAll(Int.self, in: container) == [3])
  }

  @Test(arguments: Call.allCases)
  func `resolve finds each named singleton among 3,000 names and no other type or key`(call: Call) async throws {
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

  @Test func `a registration with a name and a key is not found by either of them alone`() throws {
    try container.register(Int.self, name: "a", key: 1) { 1 }.asSingleton()
    for _ in 0..<2 { #expect(try container.resolve(Int.self, name: "a", key: 1) == 1) }
    expectResolveThrows(Int.self, name: "a", in: container, .noRegistrationFound)
    expectResolveThrows(Int.self, key: 1, in: container, .noRegistrationFound)
  }

  @Test func `keys are equal and have the same hash if type, label and argument types are equal`() throws {
    let plain = try container.register(Int.self) { 1 }.key
    let named = try container.register(Int.self, name: "a") { 1 }.key
    let keyed = try container.register(Int.self, key: "a") { 1 }.key
    let other = try container.register(Int.self, name: "a", argument: Int.self, factory: { $1 }).key
    let themed = try container.register(Int.self, key: Theme.dark) { 1 }.key
    #expect(plain.product is Int.Type && plain.arguments is Void.Type && plain.name == nil)
    #expect(named == keyed && named.hashValue == keyed.hashValue && keyed.name == "a")
    #expect(keyed.tag as? String == "a")
    #expect(other.arguments is Int.Type && other.name == "a")
    #expect(themed.name == nil && themed.tag as? Theme == .dark)
    #expect(Set([plain, named, keyed, other, themed]).count == 4)
  }

  @Test(arguments: Call.allCases)
  func `registrations of one type are told apart by their argument types`(call: Call) async throws {
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

  @Test(arguments: Call.allCases)
  func `types with the same name are told apart by their enclosing types`(call: Call) async throws {
    struct Fruit: Equatable { var name = "local" }
    try container.register(Salad.Dressing.self) { Salad.Dressing() }
    try container.register(Wound.Dressing.self) { Wound.Dressing() }
    try container.register(Fruit.self) { Fruit() }
    #expect(try await call.resolve(Salad.Dressing.self, in: container).name == "salad")
    #expect(try await call.resolve(Wound.Dressing.self, in: container).name == "wound")
    #expect(try await call.resolve(Fruit.self, in: container).name == "local")
    #expect(!container.isRegistered(AstrojectTests.Fruit.self))
  }

  @Test(arguments: Call.allCases)
  func `types with the same name in two modules are different keys and near matches`(call: Call) async throws {
    try container.register(Mirror.self) { Mirror() }
    let error = await call.expectResolveThrows(Swift.Mirror.self, in: container, .noRegistrationFound)
    #expect(error?.failure?.nearMatches.map(\.difference) == [.module])
    try container.register(Swift.Mirror.self) { Swift.Mirror(reflecting: 1) }
    #expect(try await call.resolve(Mirror.self, in: container) == Mirror())
    #expect(try await call.resolve(Swift.Mirror.self, in: container).subjectType is Int.Type)
  }

  @Test(arguments: Call.allCases)
  func `existentials with different primary associated types are different keys`(call: Call) async throws {
    try container.register((any Manager<Flag>).self) { FlagManager() }
    try container.register((any Manager<Ship>).self) { ShipManager() }
    #expect(try await call.resolve((any Manager<Flag>).self, in: container).name == "flags")
    #expect(try await call.resolve((any Manager<Ship>).self, in: container).name == "ships")
    #expect(!container.isRegistered((any Manager).self))
  }

  @Test(arguments: Call.allCases)
  func `a tuple, a function type or a metatype can be registered and resolved`(call: Call) async throws {
    try container.register((Int, String).self) { (1, "a") }
    try container.register((@Sendable (Int) -> Int).self) { { $0 + 1 } }
    try container.register(Any.Type.self) { Int.self }
    #expect(try await call.resolve((Int, String).self, in: container) == (1, "a"))
    #expect(try await call.resolve((@Sendable (Int) -> Int).self, in: container)(2) == 3)
    #expect(try await call.resolve(Any.Type.self, in: container) == Int.self)
  }

  @Test(arguments: Call.allCases)
  func `resolve uses the static type of a metatype, not the subclass that it holds`(call: Call) async throws {
    try container.register(Derived.self) { Derived() }
    try container.register(Base.self) { Base() }.asSingleton()
    // From the second request on, the plan of the subclass is published.
    for _ in 1...2 { _ = try await call.resolve(Derived.self, in: container) }
    let type: Base.Type = Derived.self
    let product = try await call.resolve(type, in: container)
    #expect(try await call.resolve(Base.self, in: container) === product)
    #expect(!(product is Derived))
  }

  // MARK: isRegistered

  @Test func `isRegistered finds forwardings and parents' registrations, not a child's, and builds nothing`() throws {
    let (parent, builds) = (Container(), Counter())
    try parent.register(LiveService.self) { builds.count(LiveService()) }.asSingleton().implements((any Service).self)
    let child = try parent.makeChild { child in try child.register(Int.self) { 1 } }
    for container in [parent, child] {
      #expect(container.isRegistered(LiveService.self) && container.isRegistered((any Service).self))
    }
    #expect(child.isRegistered(Int.self) && !parent.isRegistered(Int.self))
    #expect(builds.value == 0)
  }
}
