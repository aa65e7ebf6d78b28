import Nexus
import AstrojectTesting
import TestSupport
import Testing

private final class Chicken: Sendable {
  let egg: Egg
  init(_ egg: Egg) { self.egg = egg }
}

private final class Egg: Sendable {
  let chicken: Chicken
  init(_ chicken: Chicken) { self.chicken = chicken }
}

private final class One {
  init(two: Two) {}
}

private final class Two {
  init(three: Three) {}
}

private final class Three {
  init(four: Four) {}
}

private final class Four {
  init(five: Five) {}
}

private final class Five {
  init(one: One) {}
}

private final class Node {
  init(parent: Node, depth: Int) {}
}

/// Resolves its successor, which has the next number, or zero at the limit.
private final class Link: Sendable {
  init(_ resolver: Resolver, _ limit: Limit, number: Int) throws {
    _ = try resolver.resolve(Link.self, arguments: (number + 1) % limit.value)
  }
}

private struct Limit {
  let value: Int
}

private struct Farm {
  let chicken: Chicken
}

@Suite("Loops of initializers without a Lazy", .ownThreads)
struct InitializerCycleTests {
  private let container = Container()

  private func registerTwo(_ configure: (Registration<Chicken>, Registration<Egg>) -> Void = { _, _ in }) throws {
    configure(try container.register(initializer: Chicken.init), try container.register(initializer: Egg.init))
  }

  /// Expects a path to end with a loop through these names, from any of them.
  private func expectLoop(
    _ route: [String]?, through names: [String], sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let loop = route?.suffix(names.count + 1).map { $0 } ?? []
    #expect(loop.first == loop.last && loop.count == names.count + 1, "\(loop)", sourceLocation: sourceLocation)
    let start = names.firstIndex(of: loop.first ?? "") ?? 0
    let expected = names[start...] + names[..<start]
    #expect(Array(loop.dropLast()) == Array(expected), sourceLocation: sourceLocation)
  }

  @Test(arguments: Call.allCases)
  func `a loop of two initializers throws with its path and says where a Lazy breaks it`(call: Call) async throws {
    try registerTwo()
    let error = await call.expectResolveThrows(Chicken.self, in: container, .circularDependency)
    #expect(error?.headline == "Chicken needs itself.")
    #expect(error?.route == ["Chicken", "Egg", "Chicken"])
    #expect(error?.remedy == "break the loop: have the initializer of Egg take a `Lazy<Chicken>`.")
  }

  @Test(arguments: Call.allCases)
  func `a loop of five initializers throws with its path and says where a Lazy breaks it`(call: Call) async throws {
    try container.register(initializer: One.init)
    try container.register(initializer: Two.init)
    try container.register(initializer: Three.init)
    try container.register(initializer: Four.init)
    try container.register(initializer: Five.init)
    let error = await call.expectResolveThrows(One.self, in: container, .circularDependency)
    #expect(error?.route == ["One", "Two", "Three", "Four", "Five", "One"])
    #expect(error?.remedy == "break the loop: have the initializer of Five take a `Lazy<One>`.")
  }

  @Test(arguments: Call.allCases)
  func `a loop of two singletons throws with its path and says where a Lazy breaks it`(call: Call) async throws {
    try registerTwo { chicken, egg in
      chicken.asSingleton()
      egg.asSingleton()
    }
    let error = await call.expectResolveThrows(Egg.self, in: container, .circularDependency)
    #expect(error?.route == ["Egg", "Chicken", "Egg"])
    #expect(error?.remedy == "break the loop: have the initializer of Chicken take a `Lazy<Egg>`.")
  }

  @Test(arguments: Call.allCases)
  func `a loop of two transient initializers throws with its path and suggests a Lazy`(call: Call) async throws {
    try registerTwo { chicken, egg in
      chicken.asTransient()
      egg.asTransient()
    }
    let error = await call.expectResolveThrows(Chicken.self, in: container, .circularDependency)
    expectLoop(error?.route, through: ["Chicken", "Egg"])
    #expect(error?.remedy?.hasPrefix("break the loop: have the initializer of ") == true)
  }

  @Test(arguments: Call.allCases)
  func `the error of a loop shows the path from the resolved type into the loop`(call: Call) async throws {
    try registerTwo()
    try container.register(initializer: Farm.init)
    let error = await call.error { try await $0.resolve(Farm.self, in: container) }
    #expect(error?.route == ["Farm", "Chicken", "Egg", "Chicken"])
    #expect(error?.remedy == "break the loop: have the initializer of Egg take a `Lazy<Chicken>`.")
  }

  @Test(arguments: Call.allCases)
  func `a loop through an optional and an array parameter throws circularDependency`(call: Call) async throws {
    final class Left { init(right: Right?) {} }
    final class Right { init(lefts: [Left]) {} }
    try container.register(initializer: Left.init)
    try container.register(initializer: Right.init)
    let error = await call.expectResolveThrows(Left.self, in: container, .circularDependency)
    #expect(error?.route.count == 3)
  }

  @Test(arguments: Call.allCases)
  func `the error of a loop with a closure factory suggests a Lazy in the initializer`(call: Call) async throws {
    try container.register(initializer: Chicken.init)
    try container.register(Egg.self) { resolver in Egg(try resolver.resolve(Chicken.self)) }
    let error = await call.error { try await $0.resolve(Chicken.self, in: container) }
    #expect(error?.route == ["Chicken", "Egg", "Chicken"])
    #expect(error?.remedy == "break the loop: have the initializer of Chicken take a `Lazy<Egg>`.")
  }

  @Test(arguments: Call.allCases)
  func `the error of a loop of closure factories suggests injecting or a later resolve`(call: Call) async throws {
    try container.register(Chicken.self) { resolver in Chicken(try resolver.resolve(Egg.self)) }
    try container.register(Egg.self) { resolver in Egg(try resolver.resolve(Chicken.self)) }
    let error = await call.error { try await $0.resolve(Chicken.self, in: container) }
    #expect(
      error?.remedy == """
        break the loop: set one of them in the other by `.injecting(\\.…)`, or resolve it when it is used.
        """)
  }

  @Test(arguments: Call.allCases)
  func `an initializer that needs its own type throws with or without an argument`(call: Call) async throws {
    try container.register(Int.self) { 1 }
    try container.register(initializer: Node.init)
    let plain = await call.expectResolveThrows(Node.self, in: container, .circularDependency)
    #expect(plain?.remedy == "break the loop: have the initializer of Node take a `Lazy<Node>`.")
    await call.expectResolveThrows(Node.self, arguments: 5, in: container, .circularDependency)
  }

  @Test func `repeated arguments throw circularDependency, and an endless chain tooDeep`() async throws {
    let container = container
    try container.register(initializer: Link.init)
    try container.register(Limit.self) { Limit(value: 3) }
    let loop = await #expect(throws: AstrojectError.self) {
      try await onThread { try container.resolve(Link.self, arguments: 0) }
    }
    #expect(loop?.kind == .circularDependency)
    try container.register(Limit.self) { Limit(value: .max) }
    let chain = await #expect(throws: AstrojectError.self) {
      try await onThread { try container.resolve(Link.self, arguments: 0) }
    }
    #expect(chain?.kind == .tooDeep)
  }

  @Test(arguments: [Crowd(threads: 2), Crowd(tasks: 2)])
  func `two callers that enter a loop at both ends each get a circularDependency error`(crowd: Crowd) async throws {
    for _ in rounds(200) {
      let container = Container()
      try container.register(initializer: Chicken.init).asSingleton()
      try container.register(initializer: Egg.init).asSingleton()
      let turn = Counter()
      let results = await crowd.run {
        if turn.increment() == 1 {
          _ = try container.resolve(Chicken.self)
        } else {
          _ = try container.resolve(Egg.self)
        }
      } asynchronous: {
        if turn.increment() == 1 {
          _ = try await container.resolve(Chicken.self)
        } else {
          _ = try await container.resolve(Egg.self)
        }
      }
      for result in results {
        let error = #expect(throws: AstrojectError.self) { try result.get() }
        #expect(error?.kind == .circularDependency)
        #expect(Set(error?.route ?? []) == ["Chicken", "Egg"])
        #expect(error?.remedy?.hasPrefix("break the loop: have the initializer of ") == true)
      }
    }
  }
}

@Suite("Loops of initializers with a Lazy")
struct InitializerLazyCycleTests {
  private final class Hen {
    let egg: Lazy<Chick>
    init(_ egg: Lazy<Chick>) { self.egg = egg }
  }

  private final class Chick {
    let hen: Hen
    init(_ hen: Hen) { self.hen = hen }
  }

  @Test(arguments: Call.allCases)
  func `two singletons that need each other are built if one of them takes a Lazy`(call: Call) async throws {
    let container = Container()
    try container.register(initializer: Hen.init).asSingleton()
    try container.register(initializer: Chick.init).asSingleton()
    let hen = try await call.resolve(Hen.self, in: container)
    #expect(try hen.egg.value.hen === hen)
    let other = Container()
    try other.register(initializer: Hen.init).asSingleton()
    try other.register(initializer: Chick.init).asSingleton()
    let chick = try await call.resolve(Chick.self, in: other)
    #expect(try chick.hen.egg.value === chick)
  }
}
