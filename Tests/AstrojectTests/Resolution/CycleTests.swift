import Astroject
import AstrojectTesting
import TestSupport
import Testing

/// How the factories of a loop reach each other.
private enum Way: CaseIterable {
  /// Through the resolver that they are handed.
  case resolver
  /// Through the container, which they captured.
  case container
  /// The first through the resolver, the second through the container.
  case mixed
}

/// Who awaits what.
private enum Effect: CaseIterable {
  case synchronous
  /// The resolve is awaited, the factories are synchronous.
  case awaited
  case asynchronous

  var call: Call { self == .synchronous ? .synchronous : .asynchronous }
}

private final class Hen: Sendable {}
private final class Egg: Sendable {}
private final class Part: Sendable {}

extension Container {
  /// Registers a product that needs another one.
  fileprivate func register<Product: AnyObject & Sendable, Needed: Sendable>(
    _ type: Product.Type, needing needed: Needed.Type, through way: Way, isSecond: Bool = false, _ effect: Effect,
    make: @escaping @Sendable () -> Product
  ) throws -> Registration<Product> {
    let usesContainer = way == .container || way == .mixed && isSecond
    // A loop that is not found ends here, and not when all memory is gone.
    let rounds = Counter()
    let goRound = { @Sendable in if rounds.increment() > 20_000 { throw Trouble("goes round for ever") } }
    switch effect {
    case .synchronous, .awaited:
      return try register(type) { [unowned self] resolver in
        try goRound()
        _ = usesContainer ? try self.resolve(needed) : try resolver.resolve(needed)
        return make()
      }
    case .asynchronous:
      return try register(type) { [unowned self] resolver in
        try goRound()
        _ = usesContainer ? try await self.resolve(needed) : try await resolver.resolve(needed)
        return make()
      }
    }
  }

  /// The same for products that take two arguments, and hand them on.
  fileprivate func registerPair<Product: AnyObject & Sendable, Needed: Sendable>(
    _ type: Product.Type, needing needed: Needed.Type, _ usesContainer: Bool, _ effect: Effect,
    make: @escaping @Sendable () -> Product
  ) throws -> Registration<Product> {
    let rounds = Counter()
    let goRound = { @Sendable in if rounds.increment() > 20_000 { throw Trouble("goes round for ever") } }
    switch effect {
    case .synchronous, .awaited:
      return try register(type, arguments: Int.self, String.self) { [unowned self] resolver, number, text in
        try goRound()
        _ =
          usesContainer
          ? try self.resolve(needed, arguments: number, text) : try resolver.resolve(needed, arguments: number, text)
        return make()
      }
    case .asynchronous:
      return try register(type, arguments: Int.self, String.self) { [unowned self] resolver, number, text in
        try goRound()
        _ =
          usesContainer
          ? try await self.resolve(needed, arguments: number, text)
          : try await resolver.resolve(needed, arguments: number, text)
        return make()
      }
    }
  }

  fileprivate func registerLoop(_ scope: AnyScope, _ way: Way, _ effect: Effect) throws -> (
    hen: Registration<Hen>, egg: Registration<Egg>
  ) {
    let hen = try register(Hen.self, needing: Egg.self, through: way, effect) { Hen() }
    let egg = try register(Egg.self, needing: Hen.self, through: way, isSecond: true, effect) { Egg() }
    return (scope.apply(to: hen), scope.apply(to: egg))
  }
}

/// The path of an error that is a loop.
private func loop(of error: AstrojectError?, sourceLocation: SourceLocation = #_sourceLocation) throws -> [String] {
  guard case .circularDependency(let failure) = error else {
    Issue.record("no loop: \(String(describing: error?.kind))", sourceLocation: sourceLocation)
    return []
  }
  return failure.path.map(\.key.description)
}

@Suite("Loops")
struct CycleTests {
  @Test(
    "of two are found in every scope, sync and async, through the resolver and through a captured container",
    arguments: AnyScope.allCases.flatMap { scope in Way.allCases.map { (scope, $0) } }, Effect.allCases)
  private func two(_ scopeAndWay: (AnyScope, Way), effect: Effect) async throws {
    let (scope, way) = scopeAndWay
    let container = Container()
    let registrations = try container.registerLoop(scope, way, effect)
    let error = await effect.call.error(resolving: Hen.self, in: container)
    guard case .circularDependency(let failure) = error else {
      Issue.record("no loop: \(String(describing: error?.kind))")
      return
    }
    let path = failure.path
    #expect(path.count >= 3)
    #expect(path.first == path.last || path.dropFirst().contains { $0 == path.last })
    #expect(Set(path.map(\.key)) == [registrations.hen.key, registrations.egg.key])
    #expect(Set(path.compactMap(\.location)) == [registrations.hen.location, registrations.egg.location])
  }

  @Test("of two through the resolver are shown once round", arguments: AnyScope.allCases, Effect.allCases)
  private func shown(scope: AnyScope, effect: Effect) async throws {
    let container = Container()
    _ = try container.registerLoop(scope, .resolver, effect)
    let path = try loop(of: await effect.call.error(resolving: Hen.self, in: container))
    #expect(path.suffix(3) == ["Hen", "Egg", "Hen"] || path.suffix(3) == ["Egg", "Hen", "Egg"])
    #expect(path.count <= 4)
  }

  @Test("are shown where they close, though the path has been at the same registration for another container")
  func inOneOfTwoContainers() async throws {
    let parent = Container()
    try parent.register(Hen.self) { resolver in
      _ = try resolver.resolve(Part.self)
      return try resolver.resolve(Hen.self)
    }.asScoped()
    try parent.register(Part.self) { Part() }
    try parent.register(Egg.self) { resolver in
      _ = try resolver.resolve(Hen.self)
      return Egg()
    }.asSingleton()
    let child = parent.makeChild()
    try child.register(Part.self) { resolver in
      _ = try resolver.resolve(Egg.self)
      return Part()
    }
    for call in Call.allCases {
      let path = try loop(of: await call.error(resolving: Hen.self, in: child))
      #expect(path == ["Hen", "Part", "Egg", "Hen", "Hen"])
    }
  }

  @Test("through a captured container are shown once round", arguments: AnyScope.allCases, Effect.allCases)
  private func shownThroughContainer(scope: AnyScope, effect: Effect) async throws {
    let container = Container()
    _ = try container.registerLoop(scope, .container, effect)
    let path = try loop(of: await effect.call.error(resolving: Hen.self, in: container))
    #expect(path.count <= 4, "\(path.prefix(20))")
  }

  @Test("of one are found", arguments: AnyScope.allCases, Effect.allCases)
  private func one(scope: AnyScope, effect: Effect) async throws {
    for way in [Way.resolver, .container] {
      let container = Container()
      scope.apply(to: try container.register(Hen.self, needing: Hen.self, through: way, effect) { Hen() })
      let path = try loop(of: await effect.call.error(resolving: Hen.self, in: container))
      #expect(Set(path) == ["Hen"])
      #expect(path.count >= 2)
    }
  }

  @Test("of scopes that differ are found", arguments: AnyScope.allCases, Effect.allCases)
  private func mixedScopes(scope: AnyScope, effect: Effect) async throws {
    for other in AnyScope.allCases {
      let container = Container()
      scope.apply(to: try container.register(Hen.self, needing: Egg.self, through: .resolver, effect) { Hen() })
      other.apply(to: try container.register(Egg.self, needing: Hen.self, through: .container, effect) { Egg() })
      let path = try loop(of: await effect.call.error(resolving: Hen.self, in: container))
      #expect(Set(path) == ["Hen", "Egg"])
    }
  }

  @Test("of a hundred are found", arguments: [AnyScope.transient, .graph, .singleton], Call.allCases)
  private func hundred(scope: AnyScope, call: Call) async throws {
    let container = Container()
    for number in 0..<100 {
      scope.apply(
        to: try container.register(Hen.self, key: number) { resolver in
          try resolver.resolve(Hen.self, key: (number + 1) % 100)
        })
    }
    try container.register(Egg.self) { resolver in
      _ = try resolver.resolve(Hen.self, key: 0)
      return Egg()
    }
    let path = try loop(of: await call.error(resolving: Egg.self, in: container))
    #expect(Set(path).count == 101)
  }

  @Test("through a child's registration of what a parent's needs are found", arguments: Call.allCases)
  func child(call: Call) async throws {
    let parent = Container()
    try parent.register(Hen.self) { resolver in
      _ = try resolver.resolve(Egg.self)
      return Hen()
    }
    let child = parent.makeChild()
    try child.register(Egg.self) { resolver in
      _ = try resolver.resolve(Hen.self)
      return Egg()
    }
    #expect(Set(try loop(of: await call.error(resolving: Hen.self, in: child))) == ["Hen", "Egg"])
  }

  @Test(
    "of what takes several arguments are found", arguments: [AnyScope.transient, .graph, .singleton], Effect.allCases)
  private func severalArguments(scope: AnyScope, effect: Effect) async throws {
    for isCaptured in [false, true] {
      let container = Container()
      scope.apply(to: try container.registerPair(Hen.self, needing: Egg.self, isCaptured, effect) { Hen() })
      scope.apply(to: try container.registerPair(Egg.self, needing: Hen.self, isCaptured, effect) { Egg() })
      let error = await effect.call.error { call in
        switch call {
        case .synchronous: try synchronously { _ = try container.resolve(Hen.self, arguments: 1, "a") }
        case .asynchronous: _ = try await container.resolve(Hen.self, arguments: 1, "a")
        }
      }
      #expect(Set(try loop(of: error)) == ["Hen with (Int, String)", "Egg with (Int, String)"])
    }
  }

  @Test("that nothing tells from a recursion end at last", arguments: [AnyScope.transient, .graph])
  private func incomparable(scope: AnyScope) async throws {
    struct Plain {}
    let container = Container()
    scope.apply(
      to: try container.register(Int.self, argument: Plain.self) { resolver, plain async throws in
        try await resolver.resolve(Int.self, argument: plain)
      })
    let error = await #expect(throws: AstrojectError.self) { try await container.resolve(Int.self, argument: Plain()) }
    #expect(error?.kind == .tooDeep)
    #expect(error?.description.contains("goes on and on") == true)
  }

  @Test("through an optional, a collection, a forwarding and an argument are found", arguments: Call.allCases)
  func derived(call: Call) async throws {
    let container = Container()
    try container.register(Hen.self) { resolver in
      _ = try resolver.resolve(Egg?.self)
      return Hen()
    }
    try container.register(Egg.self) { resolver in
      _ = try resolver.resolveAll(Hen.self)
      return Egg()
    }
    #expect(Set(try loop(of: await call.error(resolving: Hen.self, in: container))).isSuperset(of: ["Hen", "Egg"]))
    try container.register(LiveService.self) { resolver in
      _ = try resolver.resolve((any Service).self)
      return LiveService()
    }.implements((any Service).self)
    #expect(try loop(of: await call.error(resolving: LiveService.self, in: container)).last == "LiveService")
    try container.register(Int.self, argument: Int.self) { resolver, number in
      try resolver.resolve(Int.self, argument: number)
    }
    do {
      _ = try await call.resolve(Int.self, argument: 1, in: container)
      Issue.record("resolved")
    } catch {
      #expect(Set(try loop(of: error as? AstrojectError)) == ["Int with (Int)"])
    }
  }

  @Test("through the `afterInit` of what is not shared are found", arguments: Call.allCases)
  func hooks(call: Call) async throws {
    let container = Container()
    try container.register(Hen.self) { Hen() }.asTransient()
      .afterInit { resolver, _ in _ = try resolver.resolve(Hen.self) }
    #expect(Set(try loop(of: await call.error(resolving: Hen.self, in: container))) == ["Hen"])
  }

  @Test("through such an `afterInit` and something shared are found before more is made", arguments: Call.allCases)
  func hookAndShared(call: Call) async throws {
    let hens = Counter()
    let container = Container()
    try container.register(Hen.self) {
      hens.increment()
      return Hen()
    }.asTransient().afterInit { resolver, _ in _ = try resolver.resolve(Egg.self) }
    try container.register(Egg.self) { resolver in
      _ = try resolver.resolve(Hen.self)
      return Egg()
    }
    try container.register(String.self) { "\(try $0.resolve(Hen.self))" }
    try container.register(Int.self) { try $0.resolve(String.self).count }
    // Loops are looked for at the fourth build below another.
    #expect(try loop(of: await call.error(resolving: Int.self, in: container)).last == "Hen")
    #expect(hens.value == 1)
  }

  @Test("are none where a hook of something shared asks for what needs that", arguments: Call.allCases)
  func hookOfShared(call: Call) async throws {
    let container = Container()
    try container.register(Hen.self) { resolver in
      _ = try resolver.resolve(Egg.self)
      return Hen()
    }.asTransient()
    try container.register(Egg.self) { Egg() }.asSingleton()
      .afterInit { resolver, _ in _ = try resolver.resolve(Int.self) }
    try container.register(Int.self) { try $0.resolve(String.self).count }
    // The fourth build below the first hen is another hen, which gets the egg as far as it is there.
    try container.register(String.self) { "\(try $0.resolve(Hen.self))" }
    _ = try await call.resolve(Hen.self, in: container)
  }

  @Test(
    "are found again by the next resolve, and are gone when the registration is mended", arguments: Effect.allCases,
    AnyScope.allCases)
  private func again(effect: Effect, scope: AnyScope) async throws {
    let container = Container()
    _ = try container.registerLoop(scope, .resolver, effect)
    for _ in 1...2 {
      #expect(try loop(of: await effect.call.error(resolving: Hen.self, in: container)).isEmpty == false)
    }
    try container.register(Egg.self) { Egg() }
    _ = try await effect.call.resolve(Hen.self, in: container)
  }

  @Test(
    "are none where each time round has another argument", arguments: AnyScope.allCases.filter { $0 != .shared },
    Call.allCases)
  private func recursion(scope: AnyScope, call: Call) async throws {
    final class Number {
      let value: Int
      init(_ value: Int) { self.value = value }
    }
    let container = Container()
    scope.apply(
      to: try container.register(Number.self, argument: Int.self) { resolver, number in
        guard number > 0 else { return Number(0) }
        return Number(number + (try resolver.resolve(Number.self, argument: number - 1).value))
      })
    #expect(try await call.resolve(Number.self, argument: 60, in: container).value == 1830)
  }

  @Test("are none where one object is needed on two ways", arguments: AnyScope.allCases, Call.allCases)
  private func diamond(scope: AnyScope, call: Call) async throws {
    let container = Container()
    scope.apply(to: try container.register(LiveService.self) { LiveService() })
    for name in ["left", "right"] {
      scope.apply(to: try container.register(Client.self, name: name) { Client(try $0.resolve(LiveService.self)) })
    }
    try container.register([Client].self) { resolver in
      [try resolver.resolve(name: "left"), try resolver.resolve(name: "right")]
    }
    #expect(try await call.resolve([Client].self, in: container).count == 2)
  }
}
