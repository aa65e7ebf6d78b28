import TestSupport
import Testing

@Suite("Dependents of overrides")
struct RebuildingTests {
  private static let mocked: @Sendable (Overrides) throws -> Void = {
    try $0.replace((any Part).self) { Plain("mock") }
  }

  // The products of a shared scope object stay those of the original.
  @Test(arguments: AnyScope.keeping.filter { $0 != .shared })
  func `a fork rebuilds the dependents of an override in every caching scope`(scope: AnyScope) throws {
    let app = try Container { container in
      try container.register((any Part).self) { Plain("real") }.asSingleton()
      scope.apply(to: try container.register(Whole.self) { Whole(part: try $0.resolve((any Part).self)) })
      scope.apply(to: try container.register(name: "wired", initializer: Whole.init))
    }
    let originals = [try app.resolve(Whole.self), try app.resolve(Whole.self, name: "wired")]
    let container = try app.overriding(Self.mocked)
    for (name, original) in zip([nil, "wired"], originals) {
      let whole = try container.resolve(Whole.self, name: name)
      #expect(whole.part.text == "mock")
      #expect(try container.resolve(Whole.self, name: name) === whole)
      #expect(original.part.text == "real")
      #expect(try app.resolve(Whole.self, name: name) === original)
    }
  }

  @Test(arguments: Call.allCases)
  func `a fork rebuilds the dependents of an override in parents and grandparents`(call: Call) async throws {
    let grandparent = try Container { container in
      try container.register((any Part).self) { Plain("real") }.asSingleton()
      try container.register(name: "grandparent", initializer: Whole.init).asSingleton()
    }
    let parent = try grandparent.makeChild(named: "parent") { child in
      try child.register(name: "parent", initializer: Whole.init).asSingleton()
    }
    let child = try parent.makeChild(named: "child") { child in
      try child.register(name: "child", initializer: Whole.init).asSingleton()
    }
    let names = ["grandparent", "parent", "child"]
    for name in names { _ = try await call.resolve(Whole.self, name: name, in: child) }
    let container = try child.overriding(Self.mocked)
    #expect([container.name, container.parent?.name] == ["child", "parent"])
    #expect(container.parent !== parent)
    for name in names {
      let whole = try await call.resolve(Whole.self, name: name, in: container)
      #expect(whole.part.text == "mock")
      #expect(try await call.resolve(Whole.self, name: name, in: container.makeChild()) === whole)
      #expect(try await call.resolve(Whole.self, name: name, in: child).part.text == "real")
    }
    // All of them share one product of the override.
    let part = try await call.resolve((any Part).self, in: container)
    #expect(try await call.resolve(Whole.self, name: "grandparent", in: container).part === part)
    #expect(try await call.resolve((any Part).self, in: #require(container.parent?.parent)) === part)
  }

  @Test func `overriding a child's own registration does not rebuild the parent's dependents`() throws {
    let app = try Container { container in
      try container.register((any Part).self) { Plain("parent") }
      try container.register(initializer: Whole.init).asSingleton()
    }
    let child = try app.makeChild { try $0.register((any Part).self) { Plain("child") } }
    let container = try child.overriding(Self.mocked)
    #expect(try container.resolve((any Part).self).text == "mock")
    #expect(try container.resolve(Whole.self).part.text == "parent")
  }

  @Test(arguments: Call.allCases)
  func `an eager dependent receives an override through Lazy, Provider, array and optional`(call: Call) async throws {
    struct Holder: Sendable {
      let lazy: Lazy<any Part>, provider: Provider<any Part>, all: [any Part], optional: (any Part)?
    }
    let app = try Container { container in
      try container.register((any Part).self) { Plain("real") }
      try container.register(initializer: Holder.init).asSingleton().eager()
    }
    try await app.bootstrap()
    let container = try app.overriding(Self.mocked)
    try await call.bootstrap(container)
    let holder = try await call.resolve(Holder.self, in: container)
    #expect(try await [holder.lazy.get(), holder.provider.get()].map(\.text) == ["mock", "mock"])
    #expect(holder.all.map(\.text) == ["mock"] && holder.optional?.text == "mock")
    #expect(try await call.resolve(Lazy<any Part>.self, in: container).get().text == "mock")
    #expect(try await call.resolve(Holder.self, in: app).lazy.get().text == "real")
  }

  @Test func `injected properties receive an override`() throws {
    final class Injected {
      @Inject var part: any Part
      var later: (any Part)?
    }
    let app = try Container { container in
      try container.register((any Part).self) { Plain("real") }
      try container.register(initializer: Injected.init).asSingleton().injecting(\.later)
      try container.register(Injected.self, name: "closure") { Injected() }.asSingleton()
    }
    #expect(try app.resolve(Injected.self).part.text == "real")
    let container = try app.overriding(Self.mocked)
    #expect(try container.resolve(Injected.self).part.text == "mock")
    #expect(try container.resolve(Injected.self).later?.text == "mock")
    #expect(try container.resolve(Injected.self, name: "closure").part.text == "mock")
  }

  @Test func `a replacement runs its own hooks, and a wrapped original runs its hooks as before`() throws {
    let initiated = Guarded<[String]>([])
    func noting(_ text: String) -> @Sendable (Resolver, Plain) -> Void {
      { _, plain in initiated.withLock { $0.append(text + " " + plain.text) } }
    }
    let app = try Container { container in
      try container.register(Plain.self) { Plain("real") }.asSingleton().afterInit(noting("app"))
      try container.register(Plain.self, name: "n") { Plain("real n") }.asSingleton().afterInit(noting("app"))
    }
    let container = try app.overriding { overrides in
      try overrides.replace(Plain.self) { Plain("mock") }.afterInit(noting("test"))
      try overrides.wrap(Plain.self, name: "n") { real in Plain("(\(real.text))") }
    }
    _ = try container.resolve(Plain.self)
    _ = try container.resolve(Plain.self, name: "n")
    // The original is built as before, with its hooks.
    #expect(initiated.now == ["test mock", "app real n"])
  }

  @Test func `an override replaces or wraps a product of the fallback, which stays unchanged`() throws {
    let old = try Container { container in
      try container.register(Int.self) { 7 }
      try container.register((any Part).self, name: "n") { Plain("old") }
    }
    let app = try Container(fallback: old) { container in
      try container.register(Whole.self) { Whole(part: try $0.resolve((any Part).self, name: "n")) }.asSingleton()
    }
    #expect(try app.resolve(Whole.self).part.text == "old")
    let container = try app.overriding { try $0.replace((any Part).self, name: "n") { Plain("mock") } }
    #expect(try container.resolve(Whole.self).part.text == "mock")
    #expect(try container.resolve(Int.self) == 7)
    #expect(try old.resolve((any Part).self, name: "n").text == "old")
    let wrapped = try app.overriding { try $0.wrap((any Part).self, name: "n") { Around($0) } }
    #expect(try wrapped.resolve(Whole.self).part.text == "(old)")
  }
}
