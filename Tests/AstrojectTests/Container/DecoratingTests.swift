@testable import Astroject
import TestSupport
import Testing

@Suite("Decorators", .ownThreads)
struct DecoratingTests {
  private let container = Container()

  private func taste(_ call: Call, name: String? = nil, in container: Container? = nil) async throws -> String {
    try await call.resolve((any Drink).self, name: name, in: container ?? self.container).taste
  }

  private func decorate(_ container: Container, by name: String) throws {
    try container.decorate((any Drink).self) { _, drink in LayeredDrink(drink, name) }
  }

  // MARK: Scopes

  @Test(arguments: Call.allCases, AnyScope.allCases)
  func `a decorator applies to earlier and later registrations, cached`(call: Call, scope: AnyScope) async throws {
    let built = Counter()
    for isFirst in [true, false] {
      let container = Container()
      if isFirst { try decorate(container, by: "ice") }
      scope.apply(to: try container.register((any Drink).self) { built.count(PlainDrink("water")) })
      if !isFirst { try decorate(container, by: "ice") }
      let first = try await call.resolve((any Drink).self, in: container)
      for _ in 0..<4 {
        let next = try await call.resolve((any Drink).self, in: container)
        #expect(next.taste == "ice(water)")
        #expect((next === first) == (scope != .transient && scope != .graph))
      }
      withExtendedLifetime(first) {}
    }
    #expect(built.value == (scope == .transient || scope == .graph ? 10 : 2))
  }

  @Test(arguments: Call.allCases)
  func `a later decorator wraps an earlier one, and a child's decorator wraps its parent's`(call: Call) async throws {
    try container.register((any Drink).self) { PlainDrink("water") }.asTransient()
    try decorate(container, by: "a")
    try decorate(container, by: "b")
    let child = container.makeChild()
    try decorate(child, by: "c")
    #expect(try await taste(call) == "b(a(water))")
    #expect(try await taste(call, in: child) == "c(b(a(water)))")
    #expect(try await taste(call) == "b(a(water))")
  }

  @Test(arguments: Call.allCases)
  func `a child's decorator applies to instances built for the child, not to its parent's`(call: Call) async throws {
    try container.register((any Drink).self, name: "kept") { PlainDrink("kept") }.asSingleton()
    try container.register((any Drink).self, name: "scoped") { PlainDrink("scoped") }.asScoped()
    try container.register((any Drink).self, name: "graph") { PlainDrink("graph") }
    let child = container.makeChild()
    for name in ["kept", "scoped", "graph", "own"] {
      try child.decorate((any Drink).self, name: name) { _, drink in LayeredDrink(drink, "c") }
    }
    try child.register((any Drink).self, name: "own") { PlainDrink("own") }.asSingleton()
    let grandchild = child.makeChild()
    for container in [child, grandchild] {
      #expect(try await taste(call, name: "kept", in: container) == "kept")
      #expect(try await taste(call, name: "scoped", in: container) == "c(scoped)")
      #expect(try await taste(call, name: "graph", in: container) == "c(graph)")
      #expect(try await taste(call, name: "own", in: container) == "c(own)")
    }
    for name in ["kept", "scoped", "graph"] { #expect(try await taste(call, name: name) == name) }
  }

  @Test(arguments: Call.allCases)
  func `a decorated graph-scoped instance is shared within one resolve`(call: Call) async throws {
    try container.register((any Drink).self) { PlainDrink("water") }
    try container.register([any Drink].self) { resolver in
      [try resolver.resolve((any Drink).self), try resolver.resolve((any Drink).self)]
    }
    try decorate(container, by: "ice")
    let pair = try await call.resolve([any Drink].self, in: container)
    #expect(pair[0] === pair[1])
    #expect(pair[0].taste == "ice(water)")
  }

  @Test(arguments: Call.allCases)
  func `a decorator with a name or key applies only to registrations with that name or key`(call: Call) async throws {
    try container.register((any Drink).self) { PlainDrink("none") }
    try container.register((any Drink).self, name: "n") { PlainDrink("named") }
    try container.register((any Drink).self, key: 7) { PlainDrink("keyed") }
    try container.decorate((any Drink).self, name: "n") { _, drink in LayeredDrink(drink, "x") }
    try container.decorate((any Drink).self, key: 7) { _, drink in LayeredDrink(drink, "y") }
    #expect(try await taste(call) == "none")
    #expect(try await taste(call, name: "n") == "x(named)")
    #expect(try await call.resolve((any Drink).self, key: 7, in: container).taste == "y(keyed)")
  }

  @Test(arguments: Call.allCases)
  func `a decorator applies to registrations with arguments, once for each cached value`(call: Call) async throws {
    try container.register((any Drink).self, argument: Int.self) { _, number in PlainDrink("\(number)") }
    try container.register((any Drink).self, arguments: String.self, String.self) { _, a, b in PlainDrink(a + b) }
      .asSingleton()
    try decorate(container, by: "ice")
    #expect(try await call.resolve((any Drink).self, argument: 3, in: container).taste == "ice(3)")
    let first = try await call.resolve((any Drink).self, arguments: "a", "b", in: container)
    let second = try await call.resolve((any Drink).self, arguments: "a", "b", in: container)
    let third = try await call.resolve((any Drink).self, arguments: "a", "c", in: container)
    #expect(first === second)
    #expect([first.taste, third.taste] == ["ice(ab)", "ice(ac)"])
  }

  @Test(arguments: Call.allCases)
  func `a decorator without a name applies to the elements of a collection that have no name`(call: Call) async throws {
    try container.register((any Drink).self) { PlainDrink("a") }.asSingleton()
    try container.register((any Drink).self, name: "n") { PlainDrink("b") }
    try container.contribute((any Drink).self) { PlainDrink("c") }.asSingleton()
    try container.contribute((any Drink).self, name: "n") { PlainDrink("d") }
    try decorate(container, by: "ice")
    for _ in 0..<3 {
      let all = try await call.resolveAll((any Drink).self, in: container)
      #expect(all.map(\.taste) == ["ice(a)", "b", "ice(c)", "d"])
    }
    let child = container.makeChild()
    try child.contribute((any Drink).self) { PlainDrink("e") }
    try decorate(child, by: "c")
    let all = try await call.resolveAll((any Drink).self, in: child)
    #expect(all.map(\.taste) == ["c(ice(e))", "ice(a)", "b", "ice(c)", "d"])
  }

  // MARK: Effects

  @Test func `a blocking resolve throws if a decorator is asynchronous, and an awaited one runs it`() async throws {
    for scope in [AnyScope.transient, .graph, .singleton, .scoped, .weak] {
      let container = Container()
      scope.apply(to: try container.register((any Drink).self) { PlainDrink("water") })
      try container.decorate((any Drink).self) { _, drink in await later(LayeredDrink(drink, "async")) }
      let thrown = await Call.synchronous.expectResolveThrows((any Drink).self, in: container, .asynchronousFactory)
      #expect("\(thrown as Any)".contains("asynchronous decorator"))
      try container.decorate(
        (any Drink).self, initializer: Injection { @MainActor (drink: any Drink) in LayeredDrink(drink, "main") })
      try container.decorate(
        (any Drink).self,
        initializer: Injection { @MainActor (drink: any Drink) in await later(LayeredDrink(drink, "both")) })
      #expect(try await container.resolve((any Drink).self).taste == "both(main(async(water)))")
    }
  }

  @Test func `a main-actor decorator runs on the main actor, and a blocking resolve elsewhere throws`() async throws {
    let container = container
    try container.register((any Drink).self) { PlainDrink("water") }
    try container.decorate(
      (any Drink).self,
      initializer: Injection { @MainActor (drink: any Drink) in
        MainActor.assertIsolated()
        return LayeredDrink(drink, "main")
      })
    #expect(try await container.resolve((any Drink).self).taste == "main(water)")
    #expect(try await MainActor.run { try container.resolve((any Drink).self).taste } == "main(water)")
    let kind = onOwnThread { Result { try container.resolve((any Drink).self) }.kind }
    #expect(kind == .isolationMismatch)
  }

  // MARK: Dependencies

  @Test(arguments: Call.allCases)
  func `a decorator's dependencies come from the same container as its product's`(call: Call) async throws {
    try container.register(String.self) { "parent" }
    try container.register((any Drink).self, name: "kept") { PlainDrink("kept") }.asSingleton()
    try container.register((any Drink).self, name: "new") { PlainDrink("new") }
    for name in ["kept", "new"] {
      try container.decorate((any Drink).self, name: name) { resolver, drink in
        LayeredDrink(drink, try resolver.resolve(String.self))
      }
    }
    let child = container.makeChild()
    try child.register(String.self) { "child" }
    #expect(try await taste(call, name: "kept", in: child) == "parent(kept)")
    #expect(try await taste(call, name: "new", in: child) == "child(new)")
    #expect(try await taste(call, name: "new") == "parent(new)")
  }

  @Test(arguments: Call.allCases)
  func `a decorator runs after afterInit hooks, and onRelease gets the decorated product`(call: Call) async throws {
    let log = Guarded<[String]>([])
    try container.register((any Drink).self) { PlainDrink("water") }.asDisposableSingleton()
      .afterInit { _, drink in log.withLock { $0.append("init \(drink.taste)") } }
      .onRelease { drink in log.withLock { $0.append("release \(drink.taste)") } }
    try container.decorate((any Drink).self) { _, drink in
      log.withLock { $0.append("decorate \(drink.taste)") }
      return LayeredDrink(drink, "ice")
    }
    _ = try await taste(call)
    await call.release((any Drink).self, in: container)
    #expect(log.now == ["init water", "decorate water", "release ice(water)"])
  }

  // MARK: Errors

  @Test(arguments: Call.allCases)
  func `a decorator or hook that resolves the decorated key throws circularDependency`(call: Call) async throws {
    for scope in AnyScope.allCases {
      let container = Container()
      scope.apply(to: try container.register((any Drink).self) { PlainDrink("water") })
      try container.decorate((any Drink).self) { resolver, _ in try resolver.resolve((any Drink).self) }
      let error = await call.expectResolveThrows((any Drink).self, in: container, .circularDependency)
      #expect(error?.failure?.path.map(\.key.description) == ["Drink", "Drink"])

      let hooked = Container()
      scope.apply(to: try hooked.register((any Drink).self) { PlainDrink("water") })
        .afterInit { resolver, _ in _ = try resolver.resolve((any Drink).self) }
      try decorate(hooked, by: "ice")
      await call.expectResolveThrows((any Drink).self, in: hooked, .circularDependency)
    }
  }

  @Test(arguments: Call.allCases)
  func `resolve locates a decorator's own error and passes on a container's error`(call: Call) async throws {
    try container.register((any Drink).self) { PlainDrink("water") }.asSingleton()
    let isWhole = Guarded(false)
    let line = #line + 1
    try container.decorate((any Drink).self) { _, drink in
      if isWhole.now { return drink }
      throw Objection()
    }
    let error = await call.expectResolveThrows((any Drink).self, in: container, .factoryFailed)
    #expect(error?.failure?.location?.line == UInt(line))
    #expect(error?.underlyingError is Objection)
    isWhole.withLock { $0 = true }
    #expect(try await taste(call) == "water")
    try container.decorate((any Drink).self, name: "x") { resolver, _ in
      PlainDrink("\(try resolver.resolve(Int.self))")
    }
    try container.register((any Drink).self, name: "x") { PlainDrink("x") }
    let missing = await call.expectResolveThrows((any Drink).self, name: "x", in: container, .noRegistrationFound)
    #expect(missing?.failure?.key.description == "Int")
    #expect(missing?.failure?.path.count == 3)
  }

  @Test(arguments: Call.allCases, AnyScope.keeping)
  func `decorate throws until a cached instance is released or replaced`(call: Call, scope: AnyScope) async throws {
    let line = #line + 1
    scope.apply(to: try container.register((any Drink).self) { PlainDrink("water") })
    let kept = try await call.resolve((any Drink).self, in: container)
    let thrown = expectThrows(.invalidInstance) { try decorate(container, by: "ice") }
    #expect(thrown?.failure?.location?.line == UInt(line))
    #expect(try await call.resolve((any Drink).self, in: container) === kept)
    #expect(try await taste(call) == "water")
    let isReleased = [.disposable, .weak, .scoped].contains(scope)
    if isReleased {
      await container.releaseAll()
      try decorate(container, by: "tea")
      #expect(try await taste(call) == "tea(water)")
    }
    try container.register((any Drink).self) { PlainDrink("new") }
    try decorate(container, by: "ice")
    #expect(try await taste(call) == (isReleased ? "ice(tea(new))" : "ice(new)"))
  }

  @Test(arguments: Call.allCases)
  func `a transaction with a decorator throws if a thread caches an instance meanwhile`(call: Call) async throws {
    try container.register((any Drink).self) { PlainDrink("water") }.asSingleton()
    expectThrows(.invalidInstance) {
      try container.transaction {
        try decorate(container, by: "ice")
        onOwnThread { [container] in _ = try? container.resolve((any Drink).self) }
      }
    }
    #expect(try await taste(call) == "water")
  }

  @Test(arguments: Call.allCases)
  func `a child refuses a decorator if it cached an instance, whatever its relatives have`(call: Call) async throws {
    try container.register((any Drink).self) { PlainDrink("water") }.asScoped()
    let (child, sibling) = (container.makeChild(), container.makeChild())
    _ = try await taste(call, in: child)
    _ = try await taste(call, in: sibling)
    expectThrows(.invalidInstance) { try decorate(child, by: "ice") }
    let third = container.makeChild()
    try decorate(third, by: "ice")
    #expect(try await taste(call, in: third) == "ice(water)")
    for plain in [child, sibling, container, child.makeChild()] { #expect(try await taste(call, in: plain) == "water") }
  }

  @Test func `decorate throws in a sealed container and in a child container whose work has ended`() async throws {
    let ended = try await container.withChild { $0 }
    container.seal()
    expectThrows(.sealed) { try decorate(container, by: "ice") }
    expectThrows(.containerReleased) { try decorate(ended, by: "ice") }
  }

  // MARK: Replacement and removal

  @Test(arguments: Call.allCases)
  func `a decorator applies to protected and replaced registrations until clear removes it`(call: Call) async throws {
    try container.register((any Drink).self, isOverridable: false) { PlainDrink("safe") }
    try decorate(container, by: "ice")
    #expect(try await taste(call) == "ice(safe)")
    synchronously { container.unregister((any Drink).self) }
    try container.register((any Drink).self) { PlainDrink("new") }.asSingleton()
    #expect(try await taste(call) == "ice(new)")
    synchronously { container.clear() }
    try container.register((any Drink).self) { PlainDrink("bare") }
    #expect(try await taste(call) == "bare")
  }

  @Test(arguments: Call.allCases)
  func `a module gets decorated what was resolved before, also if it has copied its entry`(call: Call) async throws {
    try container.register(PlainDrink.self) { PlainDrink("") }.asWeak().implements((any Drink).self) { _ in
      PlainDrink("water")
    }
    for _ in 0..<2 { _ = try await taste(call) }
    try container.transaction {
      try container.register(Bool.self) { true }.implements((any Drink).self) { _ in PlainDrink("tea") }
      container.unregister(Bool.self)
      try decorate(container, by: "ice")
      #expect(try synchronously { try container.resolve((any Drink).self).taste } == "ice(water)")
    }
    #expect(try await taste(call) == "ice(water)")
  }

  @Test(arguments: Call.allCases)
  func `an assembly's decorator is removed if the assembly throws and applies if it succeeds`(call: Call) async throws {
    try container.register((any Drink).self) { PlainDrink("water") }
    for _ in 0..<3 { _ = try await taste(call) }
    for fails in [true, false] {
      try? container.assemble { container in
        try decorate(container, by: "ice")
        #expect(try container.resolve((any Drink).self).taste == "ice(water)")
        if fails { throw Objection() }
      }
      #expect(try await taste(call) == (fails ? "water" : "ice(water)"))
    }
  }

  @Test func `a container frees its decorators and decorated instances when it is released`() throws {
    final class Held: Sendable {}
    weak var held: Held?
    weak var drink: (any Drink)?
    do {
      let container = Container()
      let own = Held()
      held = own
      try container.register((any Drink).self) { PlainDrink("water") }.asSingleton()
      try container.decorate((any Drink).self) { _, drink in withExtendedLifetime(own) { LayeredDrink(drink, "ice") } }
      drink = (try container.resolve((any Drink).self) as? LayeredDrink)?.inside
      #expect(drink != nil)
    }
    #expect(held == nil)
    #expect(drink == nil)
  }

  // MARK: Forwardings and instances

  @Test(arguments: Call.allCases)
  func `a forwarding returns its target's decorated product and throws if its type differs`(call: Call) async throws {
    try container.register(PlainDrink.self) { PlainDrink("water") }.asSingleton().implements((any Drink).self) { $0 }
    try container.decorate(PlainDrink.self) { _, plain in PlainDrink("ice(\(plain.taste))") }
    #expect(try await taste(call) == "ice(water)")
    let plain = try await call.resolve(PlainDrink.self, in: container)
    #expect(try await call.resolve((any Drink).self, in: container) === plain)
    try container.register((any Drink).self, name: "n") { PlainDrink("x") }.implements(PlainDrink.self)
    try container.decorate((any Drink).self, name: "n") { _, drink in LayeredDrink(drink, "no") }
    await call.expectError(.typeMismatch) { call in try await call.resolve(PlainDrink.self, name: "n", in: container) }
  }

  private enum End: CaseIterable {
    case kept
    case failed
    case released
  }

  @Test(arguments: Call.allCases, End.allCases)
  private func `what decorates a forwarding during a build is cached only if the product of the build is`(
    call: Call, end: End
  ) async throws {
    for scope in [AnyScope.singleton, .disposable, .scoped] {
      let (seen, container) = (Guarded<[any Drink]>([]), Container())
      scope.apply(to: try container.register(PlainDrink.self) { PlainDrink("water") })
        .implements((any Drink).self)
        .afterInit { [weak container] resolver, _ in
          let isFirst = seen.withLock(\.isEmpty)
          if isFirst, end == .released { container?.release(PlainDrink.self) }
          let drink = try resolver.resolve((any Drink).self)
          seen.withLock { $0.append(drink) }
          if isFirst, end == .failed { throw Refusal() }
        }
      try decorate(container, by: "ice")
      _ = try? await call.resolve(PlainDrink.self, in: container)
      // First, because the hook resolves what decorates the forwarding.
      let plain = try await call.resolve(PlainDrink.self, in: container)
      let drink = try await call.resolve((any Drink).self, in: container)
      #expect((drink as? LayeredDrink)?.inside === plain, "\(scope)")
      #expect(drink === seen.withLock(\.last), "\(scope)")
    }
  }

  @Test(arguments: Call.allCases, AnyScope.allCases)
  func `a forwarding's decorator applies to the forwarding, not its target`(call: Call, scope: AnyScope) async throws {
    let layers = Counter()
    try container.decorate((any Drink).self) { _, drink in layers.count(LayeredDrink(drink, "ice")) }
    scope.apply(to: try container.register(PlainDrink.self) { PlainDrink("water") }).implements((any Drink).self)
    let plain = try await call.resolve(PlainDrink.self, in: container)
    #expect(plain.taste == "water")
    let first = try await call.resolve((any Drink).self, in: container)
    let second = try await call.resolve((any Drink).self, in: container)
    #expect(first.taste == "ice(water)")
    let isKept = AnyScope.stored.contains(scope)
    #expect((first === second) == isKept)
    #expect(layers.value == (isKept ? 1 : 2))
    if AnyScope.keeping.contains(scope) { #expect((first as? LayeredDrink)?.inside === plain) }
    await call.releaseAll(in: container)
    if isKept, scope != .singleton { #expect(try await call.resolve((any Drink).self, in: container) !== first) }
    withExtendedLifetime((first, second)) {}
  }

  @Test(arguments: Call.allCases)
  func `a value that decorates a forwarding to a weak instance is made at each resolve`(call: Call) async throws {
    try container.register(PlainDrink.self) { PlainDrink("water") }.asWeak().implements(String.self) { $0.taste }
    let layers = Counter()
    try container.decorate(String.self) { _, taste in "\(taste) \(layers.increment())" }
    let plain = try await call.resolve(PlainDrink.self, in: container)
    for count in 1...2 { #expect(try await call.resolve(String.self, in: container) == "water \(count)") }
    withExtendedLifetime(plain) {}
  }

  @Test(arguments: Call.allCases, [AnyScope.disposable, .scoped])
  func `releasing a forwarding, another one or its target releases the forwarding's decorated product`(
    call: Call, scope: AnyScope
  ) async throws {
    scope.apply(to: try container.register(PlainDrink.self) { PlainDrink("water") })
      .implements((any Drink).self) { $0 }.implements(AnyObject.self) { $0 }
    try decorate(container, by: "ice")
    let first = try await call.resolve((any Drink).self, in: container)
    await call.release(PlainDrink.self, in: container)
    let second = try await call.resolve((any Drink).self, in: container)
    #expect(first !== second)
    #expect((second as? LayeredDrink)?.inside === (try await call.resolve(PlainDrink.self, in: container)))
    await call.release((any Drink).self, in: container)
    let third = try await call.resolve((any Drink).self, in: container)
    #expect(third !== second)
    await call.release(AnyObject.self, in: container)
    #expect(try await call.resolve((any Drink).self, in: container) !== third)
    synchronously { container.unregister(PlainDrink.self) }
    #expect(!container.isRegistered((any Drink).self))
  }

  @Test(arguments: Call.allCases)
  func `a decorator runs once for a registered instance in each container that registers it`(call: Call) async throws {
    let water = PlainDrink("water")
    let layers = Counter()
    for isFirst in [true, false] {
      let container = Container()
      let decorate = {
        _ = try container.decorate((any Drink).self) { _, drink in layers.count(LayeredDrink(drink, "ice")) }
      }
      if isFirst { try decorate() }
      try container.register(instance: water, as: (any Drink).self)
      if !isFirst {
        #expect(try await call.resolve((any Drink).self, in: container) === water)
        try decorate()
      }
      let first = try await call.resolve((any Drink).self, in: container)
      #expect((first as? LayeredDrink)?.inside === water)
      let child = container.makeChild()
      for asked in [container, child, container] {
        #expect(try await call.resolve((any Drink).self, in: asked) === first)
      }
    }
    #expect(layers.value == 2)
  }

  @Test(arguments: Call.allCases)
  func `a decorator runs at each resolve of an instance that is owned externally`(call: Call) async throws {
    let water = PlainDrink("water")
    try container.register(instance: water, as: (any Drink).self).ownedExternally()
    try decorate(container, by: "ice")
    let first = try await call.resolve((any Drink).self, in: container)
    let second = try await call.resolve((any Drink).self, in: container)
    #expect(first !== second)
    #expect((second as? LayeredDrink)?.inside === water)
  }

  @Test func `onRelease of a decorated registered instance runs once with the undecorated instance`() async throws {
    let released = Guarded<[String]>([])
    try container.register(instance: PlainDrink("water"), as: (any Drink).self)
      .onRelease { drink in released.withLock { $0.append(drink.taste) } }
    try decorate(container, by: "ice")
    #expect(try await container.resolve((any Drink).self).taste == "ice(water)")
    try await container.shutdown()
    #expect(released.now == ["water"])
  }

  @Test(arguments: Call.allCases)
  func `a decorator applies to an instance given to a child container`(call: Call) async throws {
    try container.register(given: (any Drink).self, toChildrenNamed: "request")
    try decorate(container, by: "ice")
    let child = try container.makeChild(named: "request", given: PlainDrink("mine") as any Drink)
    let first = try await call.resolve((any Drink).self, in: child)
    #expect(first.taste == "ice(mine)")
    #expect(try await call.resolve((any Drink).self, in: child) === first)
  }
}
