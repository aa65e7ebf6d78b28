import TestSupport
import Testing

private final class Wine: Sendable {}

private protocol Serving {}

private class Room { init() {} }

/// Counts the calls of its `init`.
private final class Cellar: Room, Serving, @unchecked Sendable {
  @Inject var wine: Wine
  init(_ made: Counter) { made.increment() }
}

private final class NamedCellar: Serving, @unchecked Sendable {
  @Inject(name: "red") var wine: Wine
  init(_ made: Counter) { made.increment() }
}

private final class Tavern: AutoInjectable {
  static var injection: Injection<Tavern> { Injection(Tavern.init) }
  @Inject var wine: Wine
  init(_ made: Counter) { made.increment() }
}

private final class Inn: Serving, AutoInjectable {
  static var injection: Injection<any Serving> { Injection<any Serving>(Inn.init) }
  @Inject var wine: Wine
  init(_ made: Counter) { made.increment() }
}

@Suite("The time when an injected property gets its value")
struct InjectTableTests {
  private let container = Container()
  private let made = Counter()

  init() throws { try container.register(instance: made) }

  /// The types as which an initializer is registered, in the rows of the table in the article on properties.
  enum Row: CaseIterable, Sendable {
    case itself, optional, injectable, implementing
    case existential, superclass, injectableAsProtocol

    var isFirst: Bool { [.itself, .optional, .injectable, .implementing].contains(self) }

    func register(in container: Container) throws {
      switch self {
      case .itself: try container.register(initializer: Cellar.init).asTransient()
      case .optional:
        try container.register(initializer: { @Sendable (made: Counter) -> Cellar? in Cellar(made) }).asTransient()
      case .injectable: try container.register(injectable: Tavern.self).asTransient()
      case .implementing:
        try container.register(initializer: Cellar.init).implements((any Serving).self).asTransient()
      case .existential: try container.register((any Serving).self, initializer: Cellar.init).asTransient()
      case .superclass: try container.register(Room.self, initializer: Cellar.init).asTransient()
      case .injectableAsProtocol: try container.register(injectable: Inn.self).asTransient()
      }
    }

    func resolve(_ call: Call, in container: Container) async throws -> Any? {
      switch self {
      case .itself: try await call.resolve(Cellar.self, in: container).wine
      case .optional: try await call.resolve(Cellar?.self, in: container)?.wine
      case .injectable: try await call.resolve(Tavern.self, in: container).wine
      case .superclass: try await call.resolve(Room.self, in: container)
      case .implementing, .existential, .injectableAsProtocol:
        try await call.resolve((any Serving).self, in: container)
      }
    }
  }

  @Test(arguments: Call.allCases, Row.allCases)
  func `a failing property throws before init, or after it behind a protocol`(call: Call, row: Row) async throws {
    try row.register(in: container)
    for round in 0..<3 {
      // The numbers of objects that are made in vain, for a missing property and for one that throws.
      let (missed, failed) = row.isFirst ? (0, 0) : (1, 2)
      let before = round * (failed + 1)
      let missing = await call.error { try await row.resolve($0, in: container) }
      #expect(missing?.kind == .noRegistrationFound && made.value == before + missed)
      try container.register(Wine.self) { throw Objection() }.asTransient()
      let error = await call.error { try await row.resolve($0, in: container) }
      #expect(error?.underlyingError is Objection && made.value == before + failed)
      try container.register(initializer: Wine.init).asTransient()
      #expect(try await row.resolve(call, in: container) != nil)
      #expect(made.value == before + failed + 1)
      container.unregister(Wine.self)
    }
  }

  @Test(arguments: Row.allCases)
  func `only a type registered as itself awaits its injected properties`(row: Row) async throws {
    try row.register(in: container)
    try container.register(Wine.self) { () async in Wine() }.asTransient()
    for _ in 1...3 {
      if row.isFirst {
        #expect(try await row.resolve(.asynchronous, in: container) != nil)
      } else {
        await Call.asynchronous.expectError(.asynchronousFactory) { try await row.resolve($0, in: container) }
      }
      await Call.synchronous.expectError(.asynchronousFactory) { try await row.resolve($0, in: container) }
    }
  }

  // MARK: Names and keys

  @Test(arguments: Call.allCases)
  func `a missing named property throws after init even if earlier objects had it`(call: Call) async throws {
    try container.register(name: "white", initializer: Wine.init)
    try container.register(initializer: NamedCellar.init).asTransient()
    let full = try container.makeChild { try $0.register(name: "red", initializer: Wine.init).asTransient() }
    for round in 1...3 {
      _ = try await call.resolve(NamedCellar.self, in: full)
      let error = await call.error { try await $0.resolve(NamedCellar.self, in: container) }
      #expect(error?.outline == "noRegistrationFound: NamedCellar → Wine named \"red\"")
      #expect(made.value == round * 2)
    }
  }

  private final class Store: Sendable { init() {} }
  private protocol Storing: AnyObject {}
  private final class Base: Storing {}
  /// Wraps the named registration of a protocol, and is itself the unnamed one.
  private final class Cache: Storing {
    @Inject(name: "base") var base: any Storing
    init(_ made: Counter) { made.increment() }
  }

  @Test(arguments: Call.allCases, [false, true])
  func `an object that implements a protocol injects another one by name`(call: Call, isAwaited: Bool) async throws {
    try container.register((any Storing).self, name: "base") { Base() }
    if isAwaited {
      try container.register(initializer: Store.init).afterInit { (_, _) async in }
      try container.register(
        initializer: { @Sendable (made: Counter, _: Store) in Cache(made) }
      ).implements((any Storing).self)
    } else {
      try container.register(initializer: Cache.init).implements((any Storing).self)
    }
    if isAwaited, call == .synchronous {
      await call.expectError(.asynchronousFactory) { try await $0.resolve((any Storing).self, in: container) }
    } else {
      let cache = try #require(try await call.resolve((any Storing).self, in: container) as? Cache)
      #expect(cache.base is Base && made.value == 1)
    }
  }

  private final class Session: Hashable, Sendable {
    static func == (left: Session, right: Session) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  /// Has a key that is the task-local session of its construction.
  private final class Desk {
    @Inject(key: Desk.session) var wine: Wine?
    @Inject var plain: Wine
    @TaskLocal static var session = Session()
  }

  @Test(arguments: Call.allCases)
  func `an object used as the key of an injected property is released afterwards`(call: Call) async throws {
    try container.register(initializer: Wine.init)
    try container.register(initializer: Desk.init).asTransient()
    weak var gone: Session?
    for _ in 1...2 {
      let session = Session()
      gone = session
      let desk = try await Desk.$session.withValue(session) { try await call.resolve(Desk.self, in: container) }
      #expect(desk.wine == nil)
    }
    #expect(gone == nil)
    try container.validate()
  }

  // MARK: Closures

  /// Registers a cellar by a form of closure, or with a hook that makes another one.
  private func registerCellar(_ form: ClosureForm?) throws -> Registration<Cellar> {
    if let form { return try form.register(in: container) { [made] in Cellar(made) } }
    let kept = Guarded<[Cellar]>([])
    // The cellar that the closure returns is built by hand in another container, which has a wine.
    let other = try Container { try $0.register(initializer: Wine.init) }
    let spare = Container.withCurrent(other) { Cellar(made) }
    return try container.register(Cellar.self) { spare }.afterInit { [made] _, _ in
      let cellar = Cellar(made)
      kept.withLock { $0.append(cellar) }
    }
  }

  @Test(arguments: ClosureForm.allCases.map(Optional.some) + [nil], AnyScope.builtIn)
  func `resolve throws if an object from a closure lacks a property`(form: ClosureForm?, scope: AnyScope) async throws {
    scope.apply(to: try registerCellar(form))
    struct Holder { let cellar: Cellar }
    try container.register(initializer: Holder.init).asTransient()
    try container.register(Holder.self, name: "closure") { Holder(cellar: try await $0.resolve(Cellar.self)) }
    for _ in 1...3 {
      for name in [nil, "closure"] {
        let error = await Call.asynchronous.error { try await $0.resolve(Holder.self, name: name, in: container) }
        #expect(error?.kind == .noRegistrationFound && error?.pathNames.suffix(2) == ["Cellar", "Wine"])
      }
      await Call.asynchronous.expectError("noRegistrationFound: Cellar → Wine", resolving: Cellar.self, in: container)
      if form.map(ClosureForm.blocking.contains) ?? true {
        await Call.synchronous.expectError("noRegistrationFound: Cellar → Wine", resolving: Cellar.self, in: container)
        let held = await Call.synchronous.error { try await $0.resolve(Holder.self, in: container) }
        #expect(held?.outline == "noRegistrationFound: Holder → Cellar → Wine")
      }
    }
    try container.register(initializer: Wine.init)
    if form != nil { _ = try await container.resolve(Holder.self).cellar.wine }
  }

  private final class Dropping { init(_ made: Counter) { _ = Cellar(made) } }

  @Test(arguments: Call.allCases)
  func `resolve succeeds if a closure or init drops an object with an unregistered property`(call: Call) async throws {
    try container.register(Int.self) { [made] _ in
      _ = Cellar(made)
      return 1
    }.asTransient()
    try container.register(initializer: Dropping.init)
    for _ in 1...3 {
      #expect(try await call.resolve(Int.self, in: container) == 1)
      _ = try await call.resolve(Dropping.self, in: container)
    }
    #expect(made.value == 6)
  }
}
