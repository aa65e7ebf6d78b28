import TestSupport
import Testing

struct OverridingClosureTests {
  @Test(
    // A scope object shared with the original would cache the early instance.
    arguments: AnyScope.keeping.filter { $0 != .shared })
  func `instances resolved inside the overriding closure are rebuilt with all overrides`(scope: AnyScope) throws {
    let released = Counter()
    let app = try Container { container in
      try container.register((any Part).self) { Plain("real") }.asSingleton()
      scope.apply(to: try container.register(initializer: Whole.init).onRelease { _ in released.increment() })
    }
    let child = app.makeChild()
    var early: Whole?
    let container = try child.overriding { overrides in
      early = try overrides.container.resolve(Whole.self)
      try overrides.replace((any Part).self) { Plain("mock") }
    }
    let whole = try container.resolve(Whole.self)
    #expect([early?.part.text, whole.part.text] == ["real", "mock"])
    #expect(try container.resolve(Whole.self) === whole)
    // A custom scope releases its products itself. The product of the weak scope is still retained by `early`.
    #expect(released.value == (scope == .perContainer ? 0 : 1))
  }

  @Test(arguments: [false, true])
  func `instances resolved in a child or a sibling inside the overriding closure are rebuilt`(isSibling: Bool) throws {
    let released = Counter()
    let app = try Container { container in
      try container.register((any Part).self) { Plain("real") }
      try container.register(initializer: Whole.init).asScoped().onRelease { _ throws in _ = released.increment() }
    }
    var other: Container?
    var early: Whole?
    let container = try (isSibling ? app.makeChild() : app).overriding { overrides in
      other = (isSibling ? overrides.container.parent : overrides.container)?.makeChild()
      early = try other?.resolve(Whole.self)
      try overrides.replace((any Part).self) { Plain("mock") }
    }
    #expect(released.value == 1)
    #expect(try [early?.part.text, other?.resolve(Whole.self).part.text] == ["real", "mock"])
    container.unregister(Whole.self)
    // The fork of a child has no registration of its own.
    #expect(released.value == (isSibling ? 1 : 2))
  }

  @Test func `resolving inside the first or a later overriding closure does not count as use of an override`() throws {
    let first = try makeWholeApp().overriding { overrides in
      try overrides.replace((any Part).self) { Plain("mock") }
      _ = try overrides.container.resolve(Whole.self)
    }
    #expect(failures { expectAllOverridesUsed(first) }.count == 1)
    let second = try first.overriding { _ = try $0.container.resolve((any Part).self) }
    #expect(failures { expectAllOverridesUsed(first) }.count == 1)
    _ = try second.resolve((any Part).self)
    #expect(failures { expectAllOverridesUsed(first) }.isEmpty)
  }

  @Test func `an override's scope may change after a resolve inside the overriding closure`() throws {
    let container = try makeWholeApp().overriding { overrides in
      let registration = try overrides.replace((any Part).self) { Plain("mock") }
      _ = try overrides.container.resolve(Whole.self)
      registration.asTransient()
    }
    #expect(try container.resolve((any Part).self) !== container.resolve((any Part).self))
  }

  @Test func `the overriding closure may register directly in its container`() throws {
    let app = try makeWholeApp()
    let container = try app.overriding { overrides in
      try overrides.container.register(Int.self) { 7 }
      try overrides.container.register((any Part).self) { Plain("registered") }
    }
    #expect(try container.resolve(Whole.self).part.text == "registered")
    #expect(try container.resolve(Int.self) == 7)
    #expect(!app.isRegistered(Int.self))
  }

  @Test func `overrides throw, and fillMissing fails the test, after the overriding closure has ended`() throws {
    var kept: Overrides?
    let container = try makeWholeApp().overriding { overrides in
      kept = overrides
      try overrides.add(Int.self) { 7 }
    }
    let overrides = try #require(kept)
    let line = #line + 1
    let late = error(OverrideError.self) { try overrides.replace((any Part).self) { Plain("late") } }
    #expect(
      late?.description == """
        `overriding` has ended, and its container is in use.
            overridden at AstrojectOverridesTests/OverridingClosureTests.swift:\(line)
          Remedy: override inside the closure.
        """)
    #expect(throws: OverrideError.self) { try overrides.wrap((any Part).self) { Around($0) } }
    #expect(throws: OverrideError.self) { try overrides.add(String.self) { "late" } }
    #expect(throws: OverrideError.self) { try overrides.replace(instance: 8) }
    #expect(throws: OverrideError.self) { try overrides.failOnUse(Int.self) }
    #expect(throws: OverrideError.self) { try overrides.failOnUse() }
    #expect(throws: OverrideError.self) { try overrides.wrap((any Part).self, initializer: Around.init) }
    #expect(failures { overrides.fillMissing { _ in 1.5 } }.count == 1)
    #expect(throws: AstrojectError.self) { try container.resolve(Double.self) }
    #expect(try container.resolve(Whole.self).part.text == "real")
    #expect(try container.resolve(Int.self) == 7)
  }

  @Test func `sync and async factories still run after a resolve inside the overriding closure`() async throws {
    let app = try Container { container in
      try container.register(String.self) { resolver in "\(try resolver.resolve(Int.self))" }.asSingleton()
      try container.register(Int.self) { 1 }.asSingleton()
      try container.register(Double.self) { () async in 1.5 }.asSingleton()
      try container.register(Float.self) { resolver async throws in Float(try await resolver.resolve(Double.self)) }
        .asSingleton()
    }
    let container = try await app.overriding { overrides in
      _ = try await overrides.container.resolve(String.self)
      _ = try await overrides.container.resolve(Float.self)
      try overrides.replace(Int.self) { 2 }
    }
    #expect(try await container.resolve(String.self) == "2")
    #expect(try await container.resolve(Float.self) == 1.5)
  }
}
