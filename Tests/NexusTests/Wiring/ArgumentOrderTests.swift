import TestSupport
import Testing

private protocol Fruit: Sendable {}
private protocol Food {}
private struct Apple: Fruit, Food, Sendable {}
private struct Pear: Fruit {}
private struct Bread: Food {}

/// The values that the three parameters of an initializer got.
private struct Trio { let locations: [String] }

struct ArgumentOrderTests {
  private let container = Container()

  @Test(arguments: Call.allCases)
  func `an argument that fits two parameters takes the one left by the other argument`(call: Call) async throws {
    struct Meal { let fruit: any Fruit, food: any Food }
    try container.register(initializer: Meal.init)
    for meal in [
      try await call.resolve(Meal.self, arguments: Apple(), Bread(), in: container),
      try await call.resolve(Meal.self, arguments: Bread(), Apple(), in: container),
    ] {
      #expect(meal.fruit is Apple && meal.food is Bread)
    }
  }

  @Test(arguments: Call.allCases)
  func `arguments fill their parameters in any order if one placement decides the next`(call: Call) async throws {
    struct Bowl { let first: any Fruit, second: any Fruit, pear: Pear? }
    try container.register(initializer: Bowl.init)
    let fruit = Argument<any Fruit>(Apple())
    for bowl in [
      try await call.resolve(Bowl.self, arguments: fruit, Apple(), Pear(), in: container),
      try await call.resolve(Bowl.self, arguments: fruit, Pear(), Apple(), in: container),
      try await call.resolve(Bowl.self, arguments: Pear(), Apple(), fruit, in: container),
    ] {
      #expect(bowl.first is Apple && bowl.second is Apple && bowl.pear != nil)
    }
  }

  private static let parameters: [Any.Type] = [
    (any Fruit).self, (any Food).self, Apple.self, Pear?.self, Apple?.self, Bread.self, Lazy<any Fruit>.self,
    Provider<Apple>.self, (any Fruit)?.self,
  ]

  private static let arguments: [any Sendable] = [
    Apple(), Pear(), Bread(), Argument<any Fruit>(Apple()), Argument<Apple?>(Apple()),
  ]

  /// All combinations of three different indices below a count.
  private static func triples(of count: Int) -> [[Int]] {
    (0..<count).flatMap { first in
      (first..<count).dropFirst().flatMap { second in (second..<count).dropFirst().map { [first, second, $0] } }
    }
  }

  private static let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]

  @Test func `whether three arguments fit three parameters does not depend on their order`() throws {
    var fitting = 0
    for types in ArgumentOrderTests.triples(of: ArgumentOrderTests.parameters.count) {
      let container = Container()
      try register(types.map { ArgumentOrderTests.parameters[$0] }, in: container)
      for given in ArgumentOrderTests.triples(of: ArgumentOrderTests.arguments.count) {
        let outcomes = ArgumentOrderTests.orders.map { order in
          resolve(order.map { ArgumentOrderTests.arguments[given[$0]] }, in: container)
        }
        #expect(Set(outcomes.map { $0 == nil }).count == 1, "\(types) \(given): \(outcomes)")
        if outcomes[0] != nil { fitting += 1 }
      }
    }
    #expect(fitting > 0)
  }

  /// Registers an initializer with three parameters of these types.
  private func register(_ types: [Any.Type], in container: Container) throws {
    func first<A>(_: A.Type) throws {
      func second<B>(_: B.Type) throws {
        func third<C>(_: C.Type) throws {
          try container.register(initializer: { @Sendable (a: A, b: B, c: C) in
            Trio(locations: ["\(a)", "\(b)", "\(c)"])
          }
          ).asTransient()
        }
        try _openExistential(types[2], do: third)
      }
      try _openExistential(types[1], do: second)
    }
    try _openExistential(types[0], do: first)
  }

  /// Returns the value that each parameter got, or nil if the arguments do not fit.
  private func resolve(_ arguments: [Any], in container: Container) -> [String]? {
    func first<A>(_ a: A) -> [String]? {
      func second<B>(_ b: B) -> [String]? {
        func third<C>(_ c: C) -> [String]? { try? container.resolve(Trio.self, arguments: a, b, c).locations }
        return _openExistential(arguments[2], do: third)
      }
      return _openExistential(arguments[1], do: second)
    }
    return _openExistential(arguments[0], do: first)
  }
}
