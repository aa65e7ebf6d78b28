import TestSupport
import Testing

struct InitializerTests {
  private struct Apple { let color: String }

  private struct Nothing {
    let mark: Int
    init() { mark = 7 }
  }

  private struct Twelve {
    let integers: [Int]
    let fractions: [Double]

    init(
      a: Int8, b: Int16, c: Int32, d: Int64, e: Int, f: UInt8, g: UInt16, h: UInt32, i: UInt64, j: UInt, k: Float,
      l: Double
    ) {
      integers = [Int(a), Int(b), Int(c), Int(d), e, Int(f), Int(g), Int(h), Int(i), Int(j)]
      fractions = [Double(k), l]
    }
  }

  private let container = Container()

  init() throws {
    func add<Value: BinaryInteger & Sendable>(_ value: Value) throws { try container.register(Value.self) { value } }
    let integers: [any BinaryInteger & Sendable] = [
      1 as Int8, 2 as Int16, 3 as Int32, 4 as Int64, 5, 6 as UInt8, 7 as UInt16, 8 as UInt32, 9 as UInt64, 10 as UInt,
    ]
    for integer in integers { try add(integer) }
    try container.register(Float.self) { 11 }
    try container.register(Double.self) { 12 }
    try container.register(String.self) { "red" }
  }

  @Test(arguments: Call.allCases)
  func `an initializer with any number of parameters gets its values in order`(call: Call) async throws {
    try container.register(initializer: Nothing.init)
    try container.register(initializer: Apple.init(color:))
    try container.register(initializer: Twelve.init)
    #expect(try await call.resolve(Nothing.self, in: container).mark == 7)
    #expect(try await call.resolve(Apple.self, in: container).color == "red")
    let product = try await call.resolve(Twelve.self, in: container)
    #expect(product.integers == Array(1...10) && product.fractions == [11, 12])
  }
}

struct InitializerProductTests {
  private protocol Juice { var sort: String { get } }
  private struct FreshJuice: Juice { let sort: String }

  private final class Press: Juice {
    let sort: String
    init(sort: String) { self.sort = sort }
  }

  private enum Drink: Equatable {
    case juice(String)
    case mixed(String, parts: Int)

    static func diluted(_ sort: String) -> Drink { .mixed(sort, parts: 9) }
  }

  private struct Pair<First, Second> { let first: First, second: Second }

  private struct Glass: Equatable {
    let sort: String
    let size: Int

    init(_ sort: String) { (self.sort, size) = (sort, 1) }
    init(_ sort: String, _ size: Int) { (self.sort, self.size) = (sort, 10 * size) }
    init(sort: String, size: Int = 3) { (self.sort, self.size) = (sort, size) }
  }

  private let container = Container()

  init() throws {
    try container.register(String.self) { "plum" }
    try container.register(Int.self) { 2 }
  }

  @Test(arguments: Call.allCases)
  func `an initializer registered for a protocol is not resolved by its own type`(call: Call) async throws {
    try container.register((any Juice).self, initializer: FreshJuice.init)
    #expect(try await call.resolve((any Juice).self, in: container).sort == "plum")
    expectNotRegistered(FreshJuice.self, in: container)
  }

  @Test(arguments: Call.allCases)
  func `an initializer that returns its parameter provides it under another type and name, and hides nothing`(
    call: Call
  ) async throws {
    try container.register(initializer: Press.init(sort:)).asSingleton()
    try container.register((any Juice).self, name: "pressed", initializer: { (press: Press) in press }).asTransient()
    let press = try await call.resolve(Press.self, in: container)
    #expect(try await call.resolve((any Juice).self, name: "pressed", in: container) as? Press === press)
    try container.validate(roots: [], maxOpaque: 0)
  }

  @Test(arguments: Call.allCases)
  func `an enum case or a static function is registered like an initializer`(call: Call) async throws {
    try container.register(initializer: Drink.juice)
    #expect(try await call.resolve(Drink.self, in: container) == .juice("plum"))
    try container.register(initializer: Drink.mixed(_:parts:))
    #expect(try await call.resolve(Drink.self, in: container) == .mixed("plum", parts: 2))
    try container.register(initializer: Drink.diluted)
    #expect(try await call.resolve(Drink.self, in: container) == .mixed("plum", parts: 9))
  }

  @Test(arguments: Call.allCases)
  func `an initializer registers each specialization of a generic type separately`(call: Call) async throws {
    try container.register(initializer: Pair<Int, String>.init(first:second:))
    try container.register(initializer: Pair<String, Int>.init)
    #expect(try await call.resolve(Pair<Int, String>.self, in: container).second == "plum")
    #expect(try await call.resolve(Pair<String, Int>.self, in: container).second == 2)
    expectNotRegistered(Pair<Int, Int>.self, in: container)
  }

  @Test(arguments: Call.allCases)
  func `the labels or the type of an initializer select one of several overloads`(call: Call) async throws {
    try container.register(name: "labels", initializer: Glass.init(sort:size:))
    try container.register(name: "one", initializer: Glass.init as @Sendable (String) -> Glass)
    try container.register(name: "two", initializer: Glass.init(_:_:))
    #expect(try await call.resolve(Glass.self, name: "labels", in: container).size == 2)
    #expect(try await call.resolve(Glass.self, name: "one", in: container).size == 1)
    #expect(try await call.resolve(Glass.self, name: "two", in: container).size == 20)
  }
}
