import TestSupport
import Testing

private final class Chicken: Sendable { init(_ egg: Egg) {} }
private final class Egg: Sendable { init(_ chicken: Chicken) {} }

private final class One { init(two: Two) {} }

private final class Two { init(three: Three) {} }

private final class Three { init(four: Four) {} }

private final class Four: Sendable { init(five: Five) {} }

private final class Five { init(one: One) {} }

private final class Node { init(parent: Node, depth: Int) {} }

/// Resolves its successor, which has the next number, or zero at the limit.
private final class Link: Sendable {
  init(_ resolver: Resolver, _ limit: Limit, number: Int) throws {
    _ = try resolver.resolve(Link.self, arguments: (number + 1) % limit.value)
  }
}

private struct Limit { let value: Int }

private struct Farm { let chicken: Chicken }

private final class Left { init(right: Right?) {} }
private final class Right { init(lefts: [Left]) {} }

/// A loop without a Lazy, and the error of the first type on its path.
private struct Loop: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let route: [String]
  let remedy: String
  let register: @Sendable (Container) throws -> Void
  let resolve: @Sendable (Call, Container) async throws -> Void

  /// Creates a loop that a Lazy in the initializer of the last type before the loop's end breaks, or another remedy.
  init<Product>(
    _ testDescription: String, from type: Product.Type, _ route: [String], _ remedy: String? = nil,
    register: @escaping @Sendable (Container) throws -> Void
  ) {
    (self.testDescription, self.route, self.register) = (testDescription, route, register)
    let (owner, need) = (route[route.count - 2], route[route.count - 1])
    self.remedy = remedy ?? "have the initializer of \(owner) take a `Lazy<\(need)>`."
    resolve = { call, container in _ = try await call.resolve(type, in: container) }
  }

  static let all = [
    Loop("two initializers", from: Chicken.self, ["Chicken", "Egg", "Chicken"]) {
      try $0.register(initializer: Chicken.init)
      try $0.register(initializer: Egg.init)
    },
    Loop("two singletons", from: Egg.self, ["Egg", "Chicken", "Egg"]) {
      try $0.register(initializer: Chicken.init).asSingleton()
      try $0.register(initializer: Egg.init).asSingleton()
    },
    Loop("five initializers", from: One.self, ["One", "Two", "Three", "Four", "Five", "One"]) {
      try $0.register(initializer: One.init)
      try $0.register(initializer: Two.init)
      try $0.register(initializer: Three.init)
      try $0.register(initializer: Four.init)
      try $0.register(initializer: Five.init)
    },
    Loop("a path into a loop", from: Farm.self, ["Farm", "Chicken", "Egg", "Chicken"]) {
      try $0.register(initializer: Chicken.init)
      try $0.register(initializer: Egg.init)
      try $0.register(initializer: Farm.init)
    },
    Loop(
      "an optional and an array", from: Left.self, ["Left", "Right", "Left"],
      "have the initializer of Right take a `Lazy<[Left]>`."
    ) {
      try $0.register(initializer: Left.init)
      try $0.register(initializer: Right.init)
    },
    Loop(
      "itself", from: Node.self, ["Node", "Node"],
      "decorate with it instead, `decorate(Node.self, initializer: ….init)`."
    ) {
      try $0.register(Int.self) { 1 }
      try $0.register(initializer: Node.init)
    },
    Loop("another one of its type", from: Node.self, ["Node", "Node"]) {
      try $0.register(Int.self) { 1 }
      try $0.register(initializer: Node.init).asTransient()
    },
    Loop(
      "an initializer and a closure", from: Chicken.self, ["Chicken", "Egg", "Chicken"],
      "have the initializer of Chicken take a `Lazy<Egg>`."
    ) {
      try $0.register(initializer: Chicken.init)
      try $0.register(Egg.self) { resolver in Egg(try resolver.resolve(Chicken.self)) }
    },
    Loop(
      "two closures", from: Chicken.self, ["Chicken", "Egg", "Chicken"],
      "set one of them in the other by `.injecting(\\.…)`, or resolve it when it is used."
    ) {
      try $0.register(Chicken.self) { resolver in Chicken(try resolver.resolve(Egg.self)) }
      try $0.register(Egg.self) { resolver in Egg(try resolver.resolve(Chicken.self)) }
    },
  ]
}

@Suite("Loops of initializers without a Lazy", .ownThreads)
struct InitializerCycleTests {
  private let container = Container()

  @Test(arguments: Loop.all, Call.allCases)
  private func `a loop throws with its path and says where a Lazy breaks it`(loop: Loop, call: Call) async throws {
    try loop.register(container)
    let error = await call.expectError(.circularDependency) { try await loop.resolve($0, container) }
    #expect(error?.headline == "\(loop.route.last ?? "") needs itself." && error?.route == loop.route)
    #expect(error?.remedy == "break the loop: " + loop.remedy)
  }

  @Test(arguments: Call.allCases)
  func `a loop through another container throws wherever it begins`(call: Call) async throws {
    let other = Container()
    try container.register(initializer: One.init)
    try container.register(initializer: Two.init)
    switch call {
    case .synchronous:
      try container.register(initializer: Injection(Three.init, with: .resolving { _ in try other.resolve(Four.self) }))
      try other.register(Four.self) { [unowned container] in Four(five: Five(one: try container.resolve(One.self))) }
    case .asynchronous:
      try container.register(
        initializer: Injection(Three.init, with: .resolving { _ in try await other.resolve(Four.self) }))
      try other.register(Four.self) { [unowned container] in
        Four(five: Five(one: try await container.resolve(One.self)))
      }
    }
    let errors = [
      await call.error(resolving: One.self, in: container), await call.error(resolving: Two.self, in: container),
      await call.error(resolving: Three.self, in: container), await call.error(resolving: Four.self, in: other),
    ]
    for error in errors { #expect(error?.kind == .circularDependency) }
  }

  @Test(arguments: Call.allCases)
  func `a loop of transient initializers throws with a path of one round`(call: Call) async throws {
    try container.register(initializer: Chicken.init).asTransient()
    try container.register(initializer: Egg.init).asTransient()
    let error = await call.expectResolveThrows(Chicken.self, in: container, .circularDependency)
    let loop = error?.route.suffix(3).map { $0 }
    #expect(loop == ["Chicken", "Egg", "Chicken"] || loop == ["Egg", "Chicken", "Egg"])
    #expect(error?.remedy?.hasPrefix("break the loop: have the initializer of ") == true)
  }

  @Test(arguments: Call.allCases)
  func `an initializer that needs its own type throws with an argument, too`(call: Call) async throws {
    try container.register(Int.self) { 1 }
    try container.register(initializer: Node.init)
    await call.expectResolveThrows(Node.self, arguments: 5, in: container, .circularDependency)
  }

  @Test func `repeated arguments throw circularDependency, and an endless chain tooDeep`() async throws {
    try container.register(initializer: Link.init)
    let outcomes: [(Int, AstrojectError.Kind)] = [(3, .circularDependency), (.max, .tooDeep)]
    for (limit, kind) in outcomes {
      try container.register(Limit.self) { Limit(value: limit) }
      await Call.synchronous.expectError(kind) { _ in
        try await onThread { try container.resolve(Link.self, arguments: 0) }
      }
    }
  }

  @Test(arguments: [Crowd(threads: 2), Crowd(tasks: 2)])
  func `two callers that enter a loop at both ends each get a circularDependency error`(crowd: Crowd) async throws {
    for _ in rounds(50) {
      let container = Container()
      try container.register(initializer: Chicken.init).asSingleton()
      try container.register(initializer: Egg.init).asSingleton()
      let results = await crowd.run { number -> Any in
        try number == 0 ? container.resolve(Chicken.self) as Any : container.resolve(Egg.self) as Any
      } asynchronous: { number in
        try await number == 0 ? container.resolve(Chicken.self) as Any : container.resolve(Egg.self) as Any
      }
      for result in results {
        let error = expectThrows(.circularDependency) { try result.get() }
        #expect(Set(error?.route ?? []) == ["Chicken", "Egg"])
        #expect(error?.remedy?.hasPrefix("break the loop: have the initializer of ") == true)
      }
    }
  }
}
