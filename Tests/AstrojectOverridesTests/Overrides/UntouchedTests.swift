import TestSupport
import Testing

private final class Ear: Behavior, Sendable {
  let heard = Guarded<[String]>([])
  func didRegister<Product>(
    type: Product.Type, to container: Container, as registration: any Registrable<Product>, with name: String?
  ) { heard.withLock { $0.append("registered") } }
  func didResolve<Product>(
    type: Product.Type, to container: Container, as registration: any Registrable<Product>, with name: String?
  ) { heard.withLock { $0.append("resolved") } }
}

@Suite("The original of a fork")
struct UntouchedTests {
  private static let mocked: @Sendable (Overrides) throws -> Void = { try $0.replace(Plain.self) { Plain("mock") } }

  private let released = Guarded<[String]>([])
  private var noting: @Sendable (Plain) -> Void { { [released] plain in released.withLock { $0.append(plain.text) } } }

  @Test func `a fork builds its own instances, and the original retains its cached ones`() throws {
    let built = Counter()
    let app = try Container { container in
      for scope in AnyScope.keeping where scope != .shared {
        scope.apply(to: try container.register(Plain.self, name: "\(scope)") { built.count(Plain("real")) })
      }
      try container.register(Plain.self) { Plain("real") }.asSingleton()
    }
    let originals = try AnyScope.keeping.filter { $0 != .shared }.map {
      ($0, try app.resolve(Plain.self, name: "\($0)"))
    }
    #expect(built.value == originals.count)
    let container = try app.overriding(Self.mocked)
    #expect(built.value == originals.count)
    for (scope, original) in originals {
      #expect(try container.resolve(Plain.self, name: "\(scope)") !== original)
      container.releaseAll()
      #expect(try app.resolve(Plain.self, name: "\(scope)") === original)
    }
    #expect(built.value == originals.count * 2)
  }

  @Test func `later changes of the original do not affect its fork`() throws {
    let app = Container()
    let registration = try app.register(Plain.self) { Plain("real") }.asSingleton()
    let owned = try app.register(instance: Plain("mine"), as: Plain.self, name: "mine")
    let container = try app.overriding { try $0.add(Int.self) { 7 } }
    let hooks = Counter()
    registration.asTransient().implements((any Part).self).afterInit { _, _ in hooks.increment() }
      .onRelease { _ in hooks.increment() }.eager()
    try app.register(String.self) { "late" }
    try app.register(Plain.self, name: "new") { Plain("late") }
    owned.ownedExternally()
    #expect(try container.resolve(Plain.self) === container.resolve(Plain.self))
    #expect(try container.resolve(Plain.self, name: "mine").text == "mine")
    #expect(!container.isRegistered((any Part).self) && !container.isRegistered(String.self))
    #expect(!container.isRegistered(Plain.self, name: "new"))
    try container.bootstrap()
    #expect(hooks.value == 0)
    app.unregister(Plain.self)
    #expect(try container.resolve(Plain.self).text == "real")
    app.clear()
    #expect(try container.resolve(Plain.self).text == "real")
    #expect(try container.resolve(Int.self) == 7)
  }

  @Test func `changes of a fork, even of one that throws, do not affect the original or its behaviors`() throws {
    let app = try Container { try $0.register(Plain.self) { Plain("real") }.asSingleton() }
    let ear = Ear()
    app.add(ear)
    let container = try app.overriding(Self.mocked)
    let own = Ear()
    container.add(own)
    try container.register(String.self) { "fork" }
    try container.register(Plain.self) { Plain("fork") }.implements((any Part).self)
    _ = try container.resolve(String.self)
    #expect(ear.heard.now.isEmpty)
    #expect(own.heard.now == ["registered", "registered", "registered", "resolved"])
    #expect(!app.isRegistered(String.self) && !app.isRegistered((any Part).self))
    #expect(try app.resolve(Plain.self).text == "real")
    container.clear()
    let original = try app.resolve(Plain.self)
    #expect(original.text == "real")
    #expect(throws: Objection.self) {
      try app.overriding { overrides in
        try overrides.replace(Plain.self) { Plain("mock") }
        throw Objection()
      }
    }
    #expect(try app.resolve(Plain.self) === original)
  }

  @Test(arguments: AnyScope.keeping)
  func `a scope change after caching fails only in the container that cached the instance`(scope: AnyScope) throws {
    let app = Container()
    let registration = try app.register(Plain.self) { Plain("real") }
    scope.apply(to: registration)
    let container = try app.overriding { _ in }
    _ = try container.resolve(Plain.self)
    registration.asTransient()
    #expect(try app.resolve(Plain.self) !== app.resolve(Plain.self))
    // The reverse: the scope change that makes the original throw does not affect a fork.
    let spoiled = try app.register(Plain.self, name: "spoiled") { Plain("real") }.asSingleton()
    _ = try app.resolve(Plain.self, name: "spoiled")
    spoiled.asTransient()
    #expect(throws: AstrojectError.self) { try app.resolve(Plain.self, name: "spoiled") }
    let second = try app.overriding { _ in }
    #expect(try second.resolve(Plain.self, name: "spoiled").text == "real")
  }

  @Test(arguments: [false, true])
  func `the original and its fork each release only their own instances`(isShutDown: Bool) async throws {
    let app = Container()
    try app.register(instance: Plain("instance"), as: Plain.self, name: "instance").onRelease(noting)
    let builds = Counter()
    try app.register(Plain.self) { Plain("built \(builds.increment())") }.asDisposableSingleton().onRelease(noting)
    _ = try await app.resolve(Plain.self)
    var container: Container? = try unheld { try app.overriding { try $0.add(Int.self) { 7 } } }
    _ = try await container?.resolve(Plain.self)
    let shared = try await container?.resolve(Plain.self, name: "instance")
    #expect(try await app.resolve(Plain.self, name: "instance") === shared)
    if isShutDown { try await container?.shutdown() }
    container = nil
    #expect(released.now == ["built 2"])
    try await app.shutdown()
    #expect(released.now == ["built 2", "built 1", "instance"])
  }

  @Test func `shutdown of a fork runs each release hook of its overrides once`() async throws {
    let app = Container()
    try app.register(Plain.self) { Plain("real") }.asSingleton().onRelease(noting)
    try app.register(instance: Plain("app's"), as: Plain.self, name: "n").onRelease(noting)
    let container = try app.overriding { overrides in
      try overrides.replace(Plain.self) { Plain("mock") }.onRelease(noting)
      try overrides.replace(instance: Plain("mine"), as: Plain.self, name: "n").onRelease(noting)
      try overrides.add(instance: Plain("new"), as: Plain.self, name: "new").onRelease(noting)
    }
    for name in [nil, "new"] { _ = try await container.resolve(Plain.self, name: name) }
    try await container.shutdown()
    #expect(Set(released.now) == ["mock", "mine", "new"])
    #expect(released.now.count == 3)
    let fork = try container.overriding { _ in }
    for name in [nil, "n", "new"] { _ = try await fork.resolve(Plain.self, name: name) }
    try await fork.shutdown()
    #expect(Set(released.now) == ["mock", "mine", "new"])
    #expect(released.now.count == 4)
  }

  @Test func `releasing in a fork does not clear a scope object shared with the original`() async throws {
    let app = try Container { try $0.register(Plain.self) { Plain("real") }.as(Keeping()) }
    let original = try await app.resolve(Plain.self)
    let container = try app.overriding { try $0.add(Int.self) { 7 } }
    let steps: [(Container) async throws -> Void] = [
      { await $0.release(Plain.self) }, { await $0.releaseAll() }, { try await $0.shutdown() },
      { $0.unregister(Plain.self) }, { await $0.clear() },
    ]
    for (index, step) in steps.enumerated() {
      if index < 4 { #expect(try await container.resolve(Plain.self) === original) }
      try await step(container)
      #expect(try await app.resolve(Plain.self) === original, "\(index)")
    }
    // A release by the original itself still takes effect.
    await app.release(Plain.self)
    #expect(try await app.resolve(Plain.self) !== original)
  }

  @Test func `a fork leaves the original's children and their cached instances alone`() throws {
    let app = try Container { try $0.register(Plain.self) { Plain("real") }.asScoped() }
    let child = try app.makeChild { try $0.register(Int.self) { 7 } }
    let kept = try child.resolve(Plain.self)
    let container = try app.overriding(Self.mocked)
    #expect(try child.resolve(Plain.self) === kept)
    #expect(!container.isRegistered(Int.self))
  }
}
