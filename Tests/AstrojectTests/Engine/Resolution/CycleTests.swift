import TestSupport
import Testing

/// The resolvers or containers through which the factories of a cycle resolve each other.
private enum Way: CaseIterable {
  /// Through the resolver that they get.
  case resolver
  /// Through a captured container.
  case container
  /// The first factory through its resolver, the second one through a captured container.
  case mixed
}

/// The effect of the resolve and of the factories.
private enum Effect: CaseIterable {
  case synchronous
  /// The resolve is awaited, but the factories are synchronous.
  case awaited
  case asynchronous

  var call: Call { self == .synchronous ? .synchronous : .asynchronous }
}

// Each may be made of something else.
private final class Hen: Sendable { init(_ needed: Any...) {} }
private final class Egg: Sendable { init(_ needed: Any...) {} }
private final class Part: Sendable { init(_ needed: Any...) {} }

extension Container {
  /// Registers a product whose factory resolves another one.
  fileprivate func register<Product: AnyObject & Sendable, Needed: Sendable>(
    _ type: Product.Type, needing needed: Needed.Type, through way: Way, isSecond: Bool = false, _ effect: Effect,
    make: @escaping @Sendable () -> Product
  ) throws -> Registration<Product> {
    let usesContainer = way == .container || way == .mixed && isSecond
    // Ends an unreported cycle before it uses up all memory.
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

  fileprivate func registerLoop(_ scope: AnyScope, _ way: Way, _ effect: Effect) throws -> (
    hen: Registration<Hen>, egg: Registration<Egg>
  ) {
    let hen = try register(Hen.self, needing: Egg.self, through: way, effect) { Hen() }
    let egg = try register(Egg.self, needing: Hen.self, through: way, isSecond: true, effect) { Egg() }
    return (scope.apply(to: hen), scope.apply(to: egg))
  }
}

/// The path of an error that reports a cycle.
private func loop(of error: AstrojectError?, sourceLocation: SourceLocation = #_sourceLocation) -> [String] {
  #expect(error?.kind == .circularDependency, sourceLocation: sourceLocation)
  return error?.route ?? []
}

@Suite("Cycles", .ownThreads)
struct CycleTests {
  private let container = Container()

  @Test(arguments: AnyScope.allCases.flatMap { scope in Way.allCases.map { (scope, $0) } }, Effect.allCases)
  private func `the path of a cycle leads from the root to the loop and shows each name of the loop once`(
    _ scopeAndWay: (AnyScope, Way), effect: Effect
  ) async throws {
    let (scope, way) = scopeAndWay
    for (before, length) in [(0, 1), (0, 2), (0, 3), (1, 3), (0, 5), (2, 5), (6, 1), (3, 7), (0, 9), (1, 100)] {
      let container = Container()
      let count = before + length
      for number in 0..<count {
        let next = number + 1 < count ? number + 1 : before
        let isCaptured = way == .container || way == .mixed && number % 2 == 1
        // Line 0 would be no location.
        let line = UInt(number + 1)
        let registration =
          effect == .asynchronous
          ? try container.register(Hen.self, key: number, line: line) { [unowned container] resolver async throws in
            isCaptured
              ? try await container.resolve(Hen.self, key: next) : try await resolver.resolve(Hen.self, key: next)
          }
          : try container.register(Hen.self, key: number, line: line) { [unowned container] resolver in
            isCaptured ? try container.resolve(Hen.self, key: next) : try resolver.resolve(Hen.self, key: next)
          }
        scope.apply(to: registration)
      }
      let error = await effect.call.expectResolveThrows(Hen.self, key: 0, in: container, .circularDependency)
      let numbers = Array(0..<count) + [before]
      #expect(error?.route == numbers.map { "Hen keyed \($0)" })
      #expect(error?.failure?.path.map(\.location?.line) == numbers.map { UInt($0 + 1) })
    }
  }

  @Test(arguments: [AnyScope.transient, .graph], Effect.allCases)
  private func `the path of a cycle ends where a transient is repeated before the singleton that closes the cycle`(
    scope: AnyScope, effect: Effect
  ) async throws {
    let registrations = try container.registerLoop(.transient, .resolver, effect)
    scope.apply(to: registrations.hen)
    registrations.egg.asSingleton()
    #expect(loop(of: await effect.call.error(resolving: Hen.self, in: container)) == ["Hen", "Egg", "Hen"])
  }

  @Test(arguments: AnyScope.allCases, Call.allCases)
  private func `a path of a cycle through a decorator shows each name once`(scope: AnyScope, call: Call) async throws {
    let hen = scope.apply(to: try container.register(Hen.self) { Hen() })
    try container.decorate(Hen.self) { resolver, hen in try resolver.need(Part.self, before: hen) }
    try container.register(Part.self) { resolver in Part(try resolver.resolve(Egg.self)) }.asTransient()
    try container.register(Egg.self) { resolver in Egg(try resolver.resolve(Hen.self)) }.asTransient()
    let error = await call.error(resolving: Hen.self, in: container)
    #expect(loop(of: error) == ["Hen", "Part", "Egg", "Hen"])
    // The first step is the decorator, the last one the registration that it surrounds.
    let locations = error?.failures.first?.path.compactMap(\.location) ?? []
    #expect(locations.first != hen.location && locations.last == hen.location)
  }

  @Test(arguments: Call.allCases)
  func `the path of a cycle through a collection and a forwarding shows a name once`(call: Call) async throws {
    try container.register(Hen.self) { resolver in Hen(try resolver.resolveAll((any Service).self)) }.asTransient()
    try container.register(LiveService.self) { try $0.need(Egg?.self, before: LiveService()) }
      .asTransient().implements((any Service).self) { $0 }
    try container.register(Egg.self) { resolver in Egg(try resolver.resolve(Hen.self)) }.asTransient()
    #expect(loop(of: await call.error(resolving: Hen.self, in: container)) == ["Hen", "LiveService", "Egg", "Hen"])
  }

  @Test func `the path of a cycle across two threads leads from the root to the loop and round it once`() async throws {
    let (isInFirst, isInSecond) = (Gate(), Gate())
    try container.register(Int.self) { try $0.resolve(String.self).count }.asTransient()
    try container.register(String.self) { "\(try $0.resolve(Hen.self))" }.asTransient()
    for (first, second, own, other) in [("hen", "egg", isInFirst, isInSecond), ("egg", "hen", isInSecond, isInFirst)] {
      try container.register(Part.self, name: first) { try $0.resolve(Part.self, name: "to \(second)") }.asSingleton()
      try container.register(Part.self, name: "to \(second)") { resolver in
        own.open()
        other.wait()
        return try resolver.resolve(Part.self, name: second)
      }.asTransient()
    }
    try container.register(Hen.self) { resolver in Hen(try resolver.resolve(Part.self, name: "hen")) }.asTransient()
    let turn = Counter()
    let results = await Crowd(threads: 2).run { _ in
      if turn.increment() == 1 {
        _ = try container.resolve(Int.self)
      } else {
        _ = try container.resolve(Part.self, name: "egg")
      }
    }
    let loops = results.map { loop(of: $0.thrown) }
    let names = ["hen", "to egg", "egg", "to hen"].map { "Part named \"\($0)\"" }
    let fromInt = ["Int", "String", "Hen"] + names + [names[0]]
    let fromEgg = names[2...] + names[...2]
    // The thread that closes the loop gets the error, and hands it on to the other one.
    #expect(loops == [fromInt, fromInt] || loops == [Array(fromEgg), Array(fromEgg)])
  }

  @Test func `a registration that is on the path for another container does not close a cycle`() async throws {
    let parent = Container()
    try parent.register(Hen.self) { resolver in try resolver.need(Part.self, before: try resolver.resolve(Hen.self)) }
      .asScoped()
    try parent.register(Part.self) { Part() }
    try parent.register(Egg.self) { resolver in Egg(try resolver.resolve(Hen.self)) }.asSingleton()
    let child = parent.makeChild()
    try child.register(Part.self) { resolver in Part(try resolver.resolve(Egg.self)) }
    for call in Call.allCases {
      #expect(loop(of: await call.error(resolving: Hen.self, in: child)) == ["Hen", "Part", "Egg", "Hen", "Hen"])
    }
  }

  @Test(arguments: AnyScope.allCases, Effect.allCases)
  private func `a cycle of two registrations is reported in all scopes`(scope: AnyScope, effect: Effect) async throws {
    for other in AnyScope.allCases {
      let container = Container()
      scope.apply(to: try container.register(Hen.self, needing: Egg.self, through: .resolver, effect) { Hen() })
      other.apply(to: try container.register(Egg.self, needing: Hen.self, through: .container, effect) { Egg() })
      #expect(Set(loop(of: await effect.call.error(resolving: Hen.self, in: container))) == ["Hen", "Egg"])
    }
  }

  @Test(arguments: Call.allCases)
  func `a cycle through a child's override of a parent's dependency is reported`(call: Call) async throws {
    let parent = Container()
    try parent.register(Hen.self) { resolver in Hen(try resolver.resolve(Egg.self)) }
    let child = parent.makeChild()
    try child.register(Egg.self) { resolver in Egg(try resolver.resolve(Hen.self)) }
    #expect(Set(loop(of: await call.error(resolving: Hen.self, in: child))) == ["Hen", "Egg"])
  }

  @Test(arguments: [AnyScope.transient, .graph, .singleton], Effect.allCases)
  private func `a cycle of registrations with arguments is reported`(scope: AnyScope, effect: Effect) async throws {
    for isCaptured in [false, true] {
      let container = Container()
      for (name, other) in [("a", "b"), ("b", "a")] {
        let registration =
          effect == .asynchronous
          ? try container.register(Hen.self, name: name, arguments: Int.self, Bool.self) {
            [unowned container] resolver, number, isBig async throws in
            isCaptured
              ? try await container.resolve(Hen.self, name: other, arguments: number, isBig)
              : try await resolver.resolve(Hen.self, name: other, arguments: number, isBig)
          }
          : try container.register(Hen.self, name: name, arguments: Int.self, Bool.self) {
            [unowned container] resolver, number, isBig in
            isCaptured
              ? try container.resolve(Hen.self, name: other, arguments: number, isBig)
              : try resolver.resolve(Hen.self, name: other, arguments: number, isBig)
          }
        scope.apply(to: registration)
      }
      let error = await effect.call.expectResolveThrows(
        Hen.self, name: "a", arguments: 1, true, in: container, .circularDependency)
      #expect(error?.route == ["a", "b", "a"].map { "Hen named \"\($0)\" with (Int, Bool)" })
    }
  }

  @Test(arguments: [AnyScope.transient, .graph])
  private func `asynchronous factories with incomparable arguments end in tooDeep`(scope: AnyScope) async throws {
    struct Plain {}
    scope.apply(
      to: try container.register(Int.self, argument: Plain.self) { resolver, plain async throws in
        try await resolver.resolve(Int.self, argument: plain)
      })
    // An expectation would describe the error with its whole path, which takes longer than the resolve.
    let error = await Call.asynchronous.error { try await $0.resolve(Int.self, argument: Plain(), in: container) }
    let (kind, text) = (error?.kind, error?.description ?? "")
    #expect(kind == .tooDeep)
    #expect(text.contains("is at the end of an endless chain"))
  }

  @Test(arguments: Call.allCases)
  func `a cycle through an optional, array, forwarding, argument or hook is reported`(call: Call) async throws {
    try container.register(Hen.self) { resolver in Hen(try resolver.resolve(Egg?.self) as Any) }
    try container.register(Egg.self) { resolver in Egg(try resolver.resolveAll(Hen.self)) }
    #expect(Set(loop(of: await call.error(resolving: Hen.self, in: container))).isSuperset(of: ["Hen", "Egg"]))
    try container.register(LiveService.self) { try $0.need((any Service).self, before: LiveService()) }.implements(
      (any Service).self)
    #expect(loop(of: await call.error(resolving: LiveService.self, in: container)).last == "LiveService")
    try container.register(Int.self, argument: Int.self) { resolver, number in
      try resolver.resolve(Int.self, argument: number)
    }
    let error = await call.error { try await $0.resolve(Int.self, argument: 1, in: container) }
    #expect(Set(loop(of: error)) == ["Int with (Int)"])
    try container.register(Part.self) { Part() }.asTransient()
      .afterInit { resolver, _ in _ = try resolver.resolve(Part.self) }
    #expect(Set(loop(of: await call.error(resolving: Part.self, in: container))) == ["Part"])
  }

  @Test(arguments: Call.allCases)
  func `a cycle through a transient's afterInit is reported before a second build`(call: Call) async throws {
    let hens = Counter()
    try container.register(Hen.self) { hens.count(Hen()) }.asTransient().afterInit { resolver, _ in
      _ = try resolver.resolve(Egg.self)
    }
    try container.register(Egg.self) { resolver in Egg(try resolver.resolve(Hen.self)) }
    try container.register(String.self) { "\(try $0.resolve(Hen.self))" }
    try container.register(Int.self) { try $0.resolve(String.self).count }
    // The path is searched for a cycle at the fourth nested build.
    #expect(loop(of: await call.error(resolving: Int.self, in: container)).last == "Hen")
    #expect(hens.value == 1)
  }

  @Test(arguments: Call.allCases)
  func `a singleton's afterInit hook resolves a transient that depends on the singleton`(call: Call) async throws {
    try container.register(Hen.self) { resolver in Hen(try resolver.resolve(Egg.self)) }.asTransient()
    try container.register(Egg.self) { Egg() }.asSingleton()
      .afterInit { resolver, _ in _ = try resolver.resolve(Int.self) }
    try container.register(Int.self) { try $0.resolve(String.self).count }
    // The fourth build below the first hen is another hen. It gets the egg that is still under construction.
    try container.register(String.self) { "\(try $0.resolve(Hen.self))" }
    _ = try await call.resolve(Hen.self, in: container)
  }

  @Test(arguments: Effect.allCases, AnyScope.allCases)
  private func `a cycle is reported until a registration is replaced`(effect: Effect, scope: AnyScope) async throws {
    _ = try container.registerLoop(scope, .resolver, effect)
    for _ in 1...2 { #expect(loop(of: await effect.call.error(resolving: Hen.self, in: container)).isEmpty == false) }
    try container.register(Egg.self) { Egg() }
    _ = try await effect.call.resolve(Hen.self, in: container)
  }

  @Test(arguments: AnyScope.allCases.filter { $0 != .shared }, Call.allCases)
  private func `a recursion with ever new arguments is not a cycle`(scope: AnyScope, call: Call) async throws {
    scope.apply(
      to: try container.register(Numbered.self, argument: Int.self) { resolver, number in
        guard number > 0 else { return Numbered(0) }
        return Numbered(number + (try resolver.resolve(Numbered.self, argument: number - 1).number))
      })
    #expect(try await call.resolve(Numbered.self, argument: 60, in: container).number == 1830)
  }
}
