import TestSupport
import Testing

struct FillingTests {
  private func makeApp() throws -> Container {
    try Container { container in
      try container.register(initializer: Whole.init)
      try container.register(String.self, argument: Int.self) { resolver, number in
        try resolver.resolve((any Part).self, argument: number).text
      }
    }
  }

  private static let parts: @Sendable (Key) -> Any? = { key in
    key.product == (any Part).self ? Plain(key.description) : nil
  }

  @Test(arguments: Call.allCases)
  func `fillMissing is called once for each missing key, and its product is cached`(call: Call) async throws {
    let asked = Guarded<[String]>([])
    let container = try makeApp().overriding { overrides in
      overrides.fillMissing { key in
        asked.withLock { $0.append(key.description) }
        return Self.parts(key)
      }
    }
    let whole = try await call.resolve(Whole.self, in: container)
    #expect(whole.part.text == "Part")
    #expect(try await call.resolve((any Part).self, in: container) === whole.part)
    #expect(try await call.resolve((any Part).self, name: "n", in: container).text == "Part named \"n\"")
    #expect(try await call.resolve(String.self, arguments: 7, in: container) == "Part with (Int)")
    #expect(try await call.resolve((any Part).self, in: container.makeChild()) === whole.part)
    #expect(asked.now == ["Part", "Part named \"n\"", "Part with (Int)"])
    #expect(container.filledKeys.map(\.description) == ["Part", "Part named \"n\"", "Part with (Int)"])
    #expect(container.filledKeys[1].name == "n")
  }

  @Test(arguments: Call.allCases)
  func `fillMissing is not called for registered, optional or collection keys`(call: Call) async throws {
    struct Modest: Sendable { let part: (any Part)?, all: [any Part] }
    let app = try Container { container in
      try container.register(initializer: Modest.init)
      try container.register(Int.self) { 7 }
    }
    let container = try app.overriding { overrides in
      overrides.fillMissing { key in
        Issue.record("fillMissing must not be called for \(key)")
        return nil
      }
    }
    let modest = try await call.resolve(Modest.self, in: container)
    #expect(modest.part == nil && modest.all.isEmpty)
    #expect(try await call.resolve((any Part)?.self, in: container) == nil)
    #expect(try await call.resolve([any Part].self, in: container).isEmpty)
    #expect(try await call.resolve(Int.self, in: container) == 7)
    #expect(container.filledKeys.isEmpty)
    #expect(!container.isRegistered((any Part).self))
  }

  @Test(arguments: Call.allCases)
  func `fillMissing supplies a Lazy and a Provider when they resolve`(call: Call) async throws {
    let container = try Container { try $0.register(initializer: Later.init) }.overriding { $0.fillMissing(Self.parts) }
    let later = try await call.resolve(Later.self, in: container)
    #expect(container.filledKeys.isEmpty)
    #expect(try await later.lazy.get() === later.provider.get())
    #expect(try await later.provider.get().text == "Part")
  }

  @Test(arguments: Call.allCases)
  func `fillMissing supplies injected properties`(call: Call) async throws {
    final class Injected: @unchecked Sendable { @Inject(name: "n") var part: any Part }
    let app = try Container { container in
      try container.register(initializer: Injected.init)
      try container.register(Injected.self, name: "closure") { Injected() }
    }
    let container = try app.overriding { $0.fillMissing(Self.parts) }
    for name in [nil, "closure"] {
      #expect(try await call.resolve(Injected.self, name: name, in: container).part.text == "Part named \"n\"")
    }
  }

  @Test func `fillMissing leaves a key missing with nil, and reports a product of another type`() throws {
    let container = try makeApp().overriding { overrides in
      overrides.fillMissing { key in key.name == "wrong" ? 7 : nil }
    }
    expectThrows(.noRegistrationFound) { try container.resolve(Whole.self) }
    let wrong = expectThrows(.typeMismatch) { try container.resolve((any Part).self, name: "wrong") }
    #expect(
      wrong?.description == """
        Part named "wrong" is filled with an instance of Int, which is not of type Part.
          Remedy: have the closure of `fillMissing` return a Part, or nil to leave it missing.
        """)
  }

  @Test func `the last of several fillMissing closures is asked first`() throws {
    let container = try makeApp().overriding { overrides in
      overrides.fillMissing { key in key.product == (any Part).self ? Plain("first") : 7 }
      overrides.fillMissing { key in key.product == (any Part).self ? Plain("second") : nil }
    }
    #expect(try container.resolve(Whole.self).part.text == "second")
    #expect(try container.resolve(Int.self) == 7)
  }

  @Test func `a fork of a fork inherits fillMissing, and may add to it`() throws {
    let first = try makeApp().overriding { $0.fillMissing(Self.parts) }
    let whole = try first.resolve(Whole.self)
    let second = try first.overriding { overrides in
      overrides.fillMissing { key in key.product == Int.self ? 7 : nil }
    }
    let other = try second.resolve(Whole.self)
    #expect(other.part.text == "Part")
    #expect(other.part !== whole.part)
    #expect(try second.resolve(Int.self) == 7)
    #expect(throws: AstrojectError.self) { try first.resolve(Int.self) }
    #expect([first.filledKeys, second.filledKeys].map { $0.map(\.description) } == [["Part"], ["Part", "Int"]])
  }

  @Test func `fillMissing is asked after the fallback and yields to later registrations`() throws {
    let old = try Container { try $0.register((any Part).self) { Plain("old") } }
    let app = Container(fallback: old)
    let container = try app.overriding { $0.fillMissing(Self.parts) }
    #expect(try container.resolve((any Part).self).text == "old")
    #expect(try container.resolve((any Part).self, name: "n").text == "Part named \"n\"")
    try container.register((any Part).self, name: "n") { Plain("registered") }
    #expect(try container.resolve((any Part).self, name: "n").text == "registered")
  }

  @Test func `a failure lists the keys that fillMissing has supplied`() throws {
    let container = try makeApp().overriding { overrides in
      overrides.fillMissing(Self.parts)
      try overrides.add(Int.self) { 7 }
    }
    let before = try #require(failures { expectAllOverridesUsed(container) }.first?.text)
    #expect(!before.contains("Supplied"))
    _ = try container.resolve(Whole.self)
    let after = try #require(failures { expectAllOverridesUsed(container) }.first?.text)
    #expect(after == before + "\n  Supplied by the test: Part")
  }

  @Test func `a fillMissing closure may resolve other products`() throws {
    let container = try makeApp().overriding { overrides in
      let container = overrides.container
      overrides.fillMissing { [weak container] key in
        guard let container, key.product == (any Part).self else { return nil }
        return (try? container.resolve(Int.self)).map { Plain("\($0)") }
      }
      try overrides.add(Int.self) { 7 }
    }
    #expect(try container.resolve(Whole.self).part.text == "7")
  }

  @Test(arguments: Call.allCases)
  func `a product that fillMissing supplies gets its injected properties`(call: Call) async throws {
    let app = try makeApp()
    try app.register(Int.self) { 7 }
    let container = try app.overriding { overrides in
      overrides.fillMissing { key in key.product == (any Part).self ? StandIn() : nil }
    }
    #expect(try await call.resolve(Whole.self, in: container).part.text == "7")
  }

  @Test func `a fillMissing closure that resolves its own key is stopped by tooDeep, and the resolve throws`() throws {
    let inner = Guarded<[AstrojectError]>([])
    let container = try makeApp().overriding { overrides in
      overrides.fillMissing { [weak container = overrides.container] key in
        do { return try container?.resolve((any Part).self) } catch {
          inner.withLock { $0 += [error as? AstrojectError].compactMap { $0 } }
          return nil
        }
      }
    }
    let thrown = expectThrows(.noRegistrationFound) { try container.resolve(Whole.self) }
    #expect(thrown?.failure?.key.product is (any Part).Type)
    // Each level gets nil of the level below it.
    #expect(inner.now.first?.kind == .tooDeep)
    #expect(inner.now.dropFirst().allSatisfy { $0.kind == .noRegistrationFound })
  }

  @Test func `filledKeys is empty for a container that is not a fork`() { #expect(Container().filledKeys.isEmpty) }
}
