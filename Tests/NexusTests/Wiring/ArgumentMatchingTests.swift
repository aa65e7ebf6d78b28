import TestSupport
import Testing

private protocol Fruit: Sendable { var sort: String { get } }

private struct Apple: Fruit {
  let sort: String
  init(_ sort: String = "apple") { self.sort = sort }
}

private struct Pear: Fruit { let sort = "pear" }

struct ArgumentMatchingTests {
  private struct Juice { let fruit: any Fruit, liters: Int }

  private struct Cup<Liters> { let liters: Liters }

  private struct Mixed { let apple: Apple, fruit: any Fruit }

  private struct Label: Equatable { let title: String, subtitle: String, size: Int }

  private let container = Container()

  init() throws {
    try container.register(initializer: Cup<Int>.init)
    try container.register(initializer: Cup<Int?>.init)
    try container.register(initializer: Cup<Lazy<Int>>.init)
    try container.register(initializer: Cup<Provider<Int>>.init)
    try container.register(initializer: Cup<[Int]>.init)
    try container.register(initializer: Juice.init)
    try container.register(initializer: Mixed.init)
  }

  // MARK: By type

  @Test(arguments: Call.allCases)
  func `an argument fills the parameter of its type, given alone or in a list`(call: Call) async throws {
    #expect(try await call.resolve(Cup<Int>.self, arguments: 5, in: container).liters == 5)
    #expect(try synchronously { try container.resolve(Cup<Int>.self, argument: 6) }.liters == 6)
    #expect(try await container.resolve(Cup<Int>.self, argument: 7).liters == 7)
  }

  @Test(arguments: Call.allCases, [nil, "marked"])
  func `an argument fills an optional, Lazy or Provider parameter`(call: Call, name: String?) async throws {
    try container.register(name: "marked", initializer: Cup<Int?>.init, with: .argument)
    try container.register(name: "marked", initializer: Cup<Lazy<Int>>.init, with: .argument)
    try container.register(name: "marked", initializer: Cup<Provider<Int>>.init, with: .argument)
    #expect(try await call.resolve(Cup<Int?>.self, name: name, arguments: 5, in: container).liters == 5)
    let later = try await call.resolve(Cup<Lazy<Int>>.self, name: name, arguments: 5, in: container).liters
    #expect(try later.value == 5)
    #expect(try await later.get() == 5)
    let often = try await call.resolve(Cup<Provider<Int>>.self, name: name, arguments: 5, in: container).liters
    #expect(try synchronously { try often.get() } == 5)
    #expect(try await often.get() == 5)
  }

  @Test(arguments: Call.allCases)
  func `an optional, Lazy or array argument fills a parameter of the same type`(call: Call) async throws {
    #expect(try await call.resolve(Cup<Int?>.self, arguments: Int?.some(5), in: container).liters == 5)
    #expect(try await call.resolve(Cup<Int?>.self, arguments: Int?.none, in: container).liters == nil)
    #expect(try await call.resolve(Cup<Lazy<Int>>.self, arguments: Lazy(5), in: container).liters.value == 5)
    #expect(try await call.resolve(Cup<[Int]>.self, arguments: [5, 6], in: container).liters == [5, 6])
  }

  @Test(arguments: Call.allCases)
  func `an argument fills a parameter of a protocol that its type conforms to`(call: Call) async throws {
    try container.register(Int.self) { 1 }
    #expect(try await call.resolve(Juice.self, arguments: Apple(), in: container).fruit.sort == "apple")
    let fruit: any Fruit = Pear()
    #expect(try await call.resolve(Juice.self, arguments: fruit, in: container).fruit.sort == "pear")
  }

  @Test(arguments: Call.allCases)
  func `an argument fills the parameter of its exact type rather than one of a protocol`(call: Call) async throws {
    try container.register((any Fruit).self) { Pear() }
    let mixed = try await call.resolve(Mixed.self, arguments: Apple("given"), in: container)
    #expect(mixed.apple.sort == "given" && mixed.fruit.sort == "pear")
  }

  @Test(arguments: Call.allCases)
  func `an argument wrapped in Argument fills the parameter of the stated type`(call: Call) async throws {
    try container.register(Apple.self) { Apple("registered") }
    let mixed = try await call.resolve(Mixed.self, arguments: Argument<any Fruit>(Apple("given")), in: container)
    #expect(mixed.apple.sort == "registered" && mixed.fruit.sort == "given")
  }

  @Test(arguments: Call.allCases)
  func `an argument takes precedence over registrations and contributions of its type`(call: Call) async throws {
    try container.register(Int.self) { 1 }
    try container.contribute(Int.self) { 2 }
    #expect(try await call.resolve(Cup<Int>.self, arguments: 5, in: container).liters == 5)
    #expect(try await call.resolve(Cup<Int?>.self, arguments: 5, in: container).liters == 5)
    #expect(try await call.resolve(Cup<Lazy<Int>>.self, arguments: 5, in: container).liters.value == 5)
    #expect(try await call.resolve(Cup<[Int]>.self, arguments: [5], in: container).liters == [5])
    #expect(try await call.resolve(Cup<Int>.self, in: container).liters == 1)
  }

  @Test(arguments: Call.allCases)
  func `an argument takes precedence over the name rule of its parameter`(call: Call) async throws {
    try container.register(Int.self, name: "size") { 1 }
    try container.register(name: "named", initializer: Cup<Int>.init, with: .named("size"))
    #expect(try await call.resolve(Cup<Int>.self, name: "named", in: container).liters == 1)
    #expect(try await call.resolve(Cup<Int>.self, name: "named", arguments: 5, in: container).liters == 5)
  }

  @Test(arguments: Call.allCases)
  func `two arguments of one type fill the two parameters of that type in order`(call: Call) async throws {
    try container.register(initializer: Label.init)
    let label = try await call.resolve(Label.self, arguments: "a", 3, "b", in: container)
    #expect(label == Label(title: "a", subtitle: "b", size: 3))
  }

  @Test(arguments: Call.allCases)
  func `arguments of different static types fill two protocol parameters in order`(call: Call) async throws {
    struct Basket { let first: any Fruit, second: any Fruit }
    try container.register(initializer: Basket.init)
    let distinct = try await call.resolve(Basket.self, arguments: Pear(), Apple(), in: container)
    #expect([distinct.first.sort, distinct.second.sort] == ["pear", "apple"])
    let pear: any Fruit = Pear()
    let basket = try await call.resolve(Basket.self, arguments: Apple(), pear, in: container)
    #expect([basket.first.sort, basket.second.sort] == ["apple", "pear"])
  }

  // MARK: Marked

  @Test(arguments: Call.allCases)
  func `arguments fill marked parameters by position first, and the others by type`(call: Call) async throws {
    try container.register(String.self) { "registered" }
    try container.register(Int.self) { 1 }
    try container.register(name: "both", initializer: Label.init, with: .argument, .argument, .auto)
    try container.register(name: "second", initializer: Label.init, with: .auto, .argument, .auto)
    let both = try await call.resolve(Label.self, name: "both", arguments: "a", "b", in: container)
    #expect(both == Label(title: "a", subtitle: "b", size: 1))
    let one = try await call.resolve(Label.self, name: "second", arguments: "a", in: container)
    #expect(one == Label(title: "registered", subtitle: "a", size: 1))
    let all = try await call.resolve(Label.self, name: "second", arguments: "subtitle", 3, "title", in: container)
    #expect(all == Label(title: "title", subtitle: "subtitle", size: 3))
  }
}
