import TestSupport
import Testing

/// An owner that uses its `Lazy` during construction, at one of several moments.
fileprivate final class Chicken {
  enum Moment: CaseIterable, Sendable { case initializer, hook, rule }

  let egg: Lazy<Egg>
  var hatched: Egg?

  init(_ egg: Lazy<Egg>) { self.egg = egg }

  init(asking egg: Lazy<Egg>) throws {
    self.egg = egg
    hatched = try egg.value
  }

  init(awaiting egg: Lazy<Egg>) async throws {
    self.egg = egg
    hatched = try await egg.get()
  }

  init(hatched: Egg) {
    egg = Lazy(hatched)
    self.hatched = hatched
  }
}

fileprivate final class Egg {
  unowned let chicken: Chicken
  init(_ chicken: Chicken) { self.chicken = chicken }
}

extension Container {
  /// Registers a chicken that resolves its egg at a moment, blocking or awaiting.
  fileprivate func registerChicken(_ moment: Chicken.Moment, _ call: Call, _ scope: AnyScope) throws {
    let registration: Registration<Chicken>
    switch (moment, call) {
    case (.initializer, .synchronous): registration = try register(initializer: Chicken.init(asking:))
    case (.initializer, .asynchronous): registration = try register(initializer: Chicken.init(awaiting:))
    case (.hook, .synchronous):
      registration = try register(initializer: { (egg: Lazy<Egg>) in Chicken(egg) }).afterInit { _, chicken in
        chicken.hatched = try chicken.egg.value
      }
    case (.hook, .asynchronous):
      registration = try register(initializer: { (egg: Lazy<Egg>) in Chicken(egg) }).afterInit { _, chicken in
        chicken.hatched = try await chicken.egg.get()
      }
    case (.rule, .synchronous):
      registration = try register(
        initializer: Chicken.init(hatched:),
        with: .resolving { @Sendable resolver in try resolver.resolve(Lazy<Egg>.self).value })
    case (.rule, .asynchronous):
      registration = try register(
        initializer: Chicken.init(hatched:),
        with: .resolving { @Sendable resolver async throws in try await resolver.resolve(Lazy<Egg>.self).get() })
    }
    scope.apply(to: registration)
  }
}

@Suite("A Lazy whose target needs the owner under construction", .ownThreads)
struct LazyCycleTests {
  private let container = Container()

  /// Holds a lazy that its own closure reads.
  private final class Ring: @unchecked Sendable {
    var lazy = Lazy(0)
    @InjectLazy var number: Int
  }

  @Test(arguments: Call.allCases)
  fileprivate func `a Lazy whose closure reads it throws circularDependency`(call: Call) async throws {
    let ring = Ring()
    ring.lazy = Lazy { try ring.lazy.get() + 1 }
    let error = await call.expectError(.circularDependency) { try await $0.value(of: ring.lazy) }
    #expect(error.map { "\($0)".contains("needs itself") } == true)
  }

  @Test(arguments: Call.allCases)
  fileprivate func `an @InjectLazy of an object made by hand throws circularDependency if its factory reads it`(
    call: Call
  ) async throws {
    let ring = Ring()
    let read = { @Sendable in try ring.$number.get() }
    try container.register(Int.self) { try read() }.asSingleton()
    let error = await #expect(throws: AstrojectError.self) {
      try await Container.withCurrent(container) {
        call == .synchronous ? try read() : try await ring.$number.get()
      }
    }
    #expect(error.map { "\($0)".contains("needs itself") } == true)
  }

  @Test(
    arguments: AnyScope.builtIn.flatMap { [(.initializer, $0), (.rule, $0)] } + [(.hook, .transient)]
      as [(Chicken.Moment, AnyScope)])
  fileprivate func `resolve throws circularDependency if a Lazy needs its owner in construction, or a transient one`(
    moment: Chicken.Moment, scope: AnyScope
  ) async throws {
    for asking in Call.allCases {
      for call in Call.allCases where call == .asynchronous || asking == .synchronous {
        let container = Container()
        try container.registerChicken(moment, asking, scope)
        try container.register(initializer: Egg.init)
        let error = await call.error { try await $0.resolve(Chicken.self, in: container) }
        #expect(error?.kind == .circularDependency, "\(asking)")
        #expect(error?.pathNames == ["Chicken", "Lazy<Egg>", "Egg", "Chicken"], "\(asking)")
      }
    }
  }

  @Test(arguments: Call.allCases, AnyScope.builtIn)
  func `resolving the target of a Lazy in init throws circularDependency`(call: Call, scope: AnyScope) async throws {
    try container.registerChicken(.initializer, .synchronous, scope)
    try container.register(initializer: Egg.init).asSingleton()
    let error = await call.expectResolveThrows(Egg.self, in: container, .circularDependency)
    #expect(error?.pathNames.prefix(2) == ["Egg", "Chicken"])
  }

  @Test(arguments: Call.allCases, AnyScope.sharing)
  func `a Lazy used in afterInit gets the owner if a scope shares the owner`(call: Call, scope: AnyScope) async throws {
    for asking in Call.allCases where call == .asynchronous || asking == .synchronous {
      let container = Container()
      try container.registerChicken(.hook, asking, scope)
      try container.register(initializer: Egg.init)
      let chicken = try await call.resolve(Chicken.self, in: container)
      #expect(chicken.hatched?.chicken === chicken, "\(asking)")
      #expect(try await call.value(of: chicken.egg) === chicken.hatched, "\(asking)")
    }
  }

  @Test(arguments: Call.allCases)
  func `resolve throws circularDependency if an injected Lazy needs its owner in init`(call: Call) async throws {
    final class Owner {
      @Inject var need: Lazy<Need>
      init() throws { _ = try _need.wrappedValue.value }
    }
    final class Need { init(_ owner: Owner) {} }
    try container.register(initializer: Owner.init).asSingleton()
    try container.register(initializer: Need.init)
    let error = await call.error { try await $0.resolve(Owner.self, in: container) }
    #expect(error?.outline == "circularDependency: Owner → Lazy<Need> → Need → Owner")
  }

  @Test(arguments: Call.allCases)
  func `a circularDependency error of a Lazy has no effect on later resolves`(call: Call) async throws {
    let asks = Guarded(true)
    try container.register(
      initializer: { (egg: Lazy<Egg>) in
        if asks.now { _ = try egg.value }
        return Chicken(egg)
      }
    ).asSingleton()
    try container.register(initializer: Egg.init)
    await call.expectResolveThrows(Chicken.self, in: container, .circularDependency)
    asks.withLock { $0 = false }
    let chicken = try await call.resolve(Chicken.self, in: container)
    #expect(try await call.value(of: chicken.egg).chicken === chicken)
  }

  @Test func `two owners whose initializers use a Lazy of each other throw circularDependency`() async throws {
    final class Left: Sendable { init(_ right: Lazy<Right>) throws { _ = try right.value } }
    final class Right: Sendable { init(_ left: Lazy<Left>) throws { _ = try left.value } }
    for round in rounds(100) {
      let container = Container()
      try container.register(initializer: Left.init).asSingleton()
      try container.register(initializer: Right.init).asSingleton()
      let crowd = round % 2 == 0 ? Crowd(threads: 2) : Crowd(tasks: 2)
      let results = await crowd.run { number -> Any in
        try number == 0 ? container.resolve(Left.self) as Any : container.resolve(Right.self) as Any
      } asynchronous: { number in
        try await number == 0 ? container.resolve(Left.self) as Any : container.resolve(Right.self) as Any
      }
      #expect(results.map(\.kind) == [.circularDependency, .circularDependency], "round \(round)")
    }
  }

  @Test func `two singletons with a Lazy of each other do not deadlock on two threads`() async throws {
    final class Left: Sendable {
      let right: Lazy<Right>
      init(_ right: Lazy<Right>) { self.right = right }
    }
    final class Right: Sendable {
      let left: Lazy<Left>
      init(_ left: Lazy<Left>) { self.left = left }
    }
    for round in rounds(100) {
      let container = Container()
      try container.register(initializer: Left.init).asSingleton()
      try container.register(initializer: Right.init).asSingleton()
      let crowd = round % 2 == 0 ? Crowd(threads: 2) : Crowd(tasks: 2)
      let results = await crowd.run { number in
        number == 0
          ? try container.resolve(Left.self).right.value.left.value === container.resolve(Left.self)
          : try container.resolve(Right.self).left.value.right.value === container.resolve(Right.self)
      } asynchronous: { number in
        if number == 0 {
          let left = try await container.resolve(Left.self)
          return try await left.right.get().left.get() === left
        } else {
          let right = try await container.resolve(Right.self)
          return try await right.left.get().right.get() === right
        }
      }
      for result in results { #expect(try result.get(), "round \(round)") }
    }
  }
}
