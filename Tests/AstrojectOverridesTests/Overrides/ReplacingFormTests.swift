import AstrojectTesting
import Nexus
import Testing

// Trailing closures, as apps write them: only the closure itself selects the overload.

private func later() async { await Task.yield() }

private struct Theme: Hashable, Sendable { var isDark = true }

/// Makes an app in which the texts of all parts begin with "real".
private func makeApp() throws -> Container {
  try Container { container in
    try container.register((any Part).self) { Plain("real") }.asSingleton()
    try container.register((any Part).self, name: "a") { Plain("real") }
    try container.register((any Part).self, key: Theme()) { Plain("real") }
    try container.register((any Part).self, argument: String.self) { _, text in Plain("real " + text) }
    try container.register((any Part).self, arguments: Int.self, Int.self) { _, a, b in Plain("real \(a) \(b)") }
    try container.register((any Part).self, arguments: Int.self, Int.self, Int.self) { _, a, b, c in
      Plain("real \(a) \(b) \(c)")
    }
    try container.register(Int.self) { 7 }
  }
}

@Suite("Forms of replace")
struct ReplacingFormTests {
  private let app: Container

  init() throws { app = try makeApp() }

  private func text(_ override: (Overrides) throws -> Void) async throws -> String {
    try await app.overriding(override).resolve((any Part).self).text
  }

  @Test func `replace accepts sync, async and main-actor closures without parameters`() async throws {
    #expect(try await text { try $0.replace((any Part).self) { Plain("mock") } } == "mock")
    let asynchronous = try await text { overrides in
      try overrides.replace((any Part).self) {
        await later()
        return Plain("async")
      }
    }
    #expect(asynchronous == "async")
    let main = try await text { overrides in
      try overrides.replace((any Part).self, initializer: Injection { @MainActor in Plain("main \(isOnMain())") })
    }
    #expect(main == "main true")
    let both = try await text { overrides in
      try overrides.replace((any Part).self) { @MainActor in
        await later()
        return Plain("main async \(isOnMain())")
      }
    }
    #expect(both == "main async true")
  }

  @Test func `replace accepts sync, async and main-actor closures that take a resolver`() async throws {
    let synchronous = try await text { overrides in
      try overrides.replace((any Part).self) { resolver in Plain("\(try resolver.resolve(Int.self))") }
    }
    #expect(synchronous == "7")
    let asynchronous = try await text { overrides in
      try overrides.replace((any Part).self) { resolver in
        let number = try await resolver.resolve(Int.self)
        return Plain("async \(number)")
      }
    }
    #expect(asynchronous == "async 7")
    let main = try await text { overrides in
      try overrides.replace(
        (any Part).self,
        initializer: Injection { @MainActor (resolver: Resolver) in
          Plain("main \(try resolver.resolve(Int.self)) \(isOnMain())")
        })
    }
    #expect(main == "main 7 true")
    let both = try await text { overrides in
      try overrides.replace((any Part).self) { @MainActor resolver in
        let number = try await resolver.resolve(Int.self)
        return Plain("both \(number) \(isOnMain())")
      }
    }
    #expect(both == "both 7 true")
  }

  @Test func `replace accepts sync, async and main-actor closures that take one argument`() async throws {
    func text(_ override: (Overrides) throws -> Void) async throws -> String {
      try await app.overriding(override).resolve((any Part).self, argument: "x").text
    }
    #expect(
      try await text { try $0.replace((any Part).self, arguments: String.self) { _, text in Plain(text) } } == "x")
    let asynchronous = try await text { overrides in
      try overrides.replace((any Part).self, arguments: String.self) { resolver, text in
        let number = try await resolver.resolve(Int.self)
        return Plain("\(text)\(number)")
      }
    }
    #expect(asynchronous == "x7")
    let main = try await text { overrides in
      try overrides.replacing { draft in
        try draft.register((any Part).self, arguments: String.self) { @MainActor _, text in
          Plain("\(text) \(isOnMain())")
        }
      }
    }
    #expect(main == "x true")
    let both = try await text { overrides in
      try overrides.replace((any Part).self, arguments: String.self) { @MainActor _, text in
        await later()
        return Plain("both \(text) \(isOnMain())")
      }
    }
    #expect(both == "both x true")
  }

  @Test func `replace accepts sync, async and main-actor closures that take several arguments`() async throws {
    let container = try app.overriding { overrides in
      try overrides.replace((any Part).self, arguments: String.self) { _, text in Plain("one \(text)") }
      try overrides.replacing { draft in
        try draft.register((any Part).self, arguments: Int.self, Int.self) { @MainActor _, a, b in
          Plain("\(a + b) \(isOnMain())")
        }
      }
      try overrides.replace((any Part).self, arguments: Int.self, Int.self, Int.self) { _, a, b, c in
        await later()
        return Plain("\(a * b * c)")
      }
    }
    #expect(try await container.resolve((any Part).self, arguments: "x").text == "one x")
    #expect(try await container.resolve((any Part).self, arguments: 1, 2).text == "3 true")
    #expect(try await container.resolve((any Part).self, arguments: 2, 3, 4).text == "24")
    #expect(try await container.resolve((any Part).self).text == "real")
    let both = try app.overriding { overrides in
      try overrides.replace((any Part).self, arguments: Int.self, Int.self) { @MainActor _, a, b in
        await later()
        return Plain("\(a - b) \(isOnMain())")
      }
    }
    #expect(try await both.resolve((any Part).self, arguments: 1, 2).text == "-1 true")
  }

  @Test func `replace overrides the registration with the given name or key`() async throws {
    let container = try app.overriding { overrides in
      try overrides.replace((any Part).self, name: "a") { Plain("named") }
      try overrides.replace((any Part).self, key: Theme()) { resolver in
        Plain("keyed \(try resolver.resolve(Int.self))")
      }
    }
    #expect(try await container.resolve((any Part).self, name: "a").text == "named")
    #expect(try await container.resolve((any Part).self, key: Theme()).text == "keyed 7")
    #expect(try await container.resolve((any Part).self).text == "real")
  }

  @Test func `replace accepts an instance and retains it unless it is externally owned`() throws {
    let mine = Plain("mine")
    let container = try app.overriding { overrides in
      try overrides.replace(instance: mine, as: (any Part).self)
      try overrides.replace(instance: 8)
    }
    #expect(try container.resolve((any Part).self) === mine)
    #expect(try container.resolve(Int.self) == 8)
    var weak: Plain? = Plain("weak")
    let other = try app.overriding { overrides in
      if let weak { try overrides.replace(instance: weak, as: (any Part).self, name: "a").ownedExternally() }
    }
    #expect(try other.resolve((any Part).self, name: "a") === weak)
    weak = nil
    #expect(throws: AstrojectError.self) { try other.resolve((any Part).self, name: "a") }
  }

  @Test func `replace accepts initializers of every effect, with and without rules`() async throws {
    func text(_ injection: Injection<any Part>) async throws -> String {
      try await self.text { try $0.replace(initializer: injection) }
    }
    #expect(try await self.text { try $0.replace((any Part).self, initializer: Counted.init(number:)) } == "7")
    #expect(try await text(Injection(Counted.init(number:), with: .value(9))) == "9")
    #expect(try await text(Injection(Counted.init(later:))) == "later 7")
    #expect(try await text(Injection(Drawn.init(number:))) == "drawn 7 true")
    #expect(try await text(Injection(Drawn.init(later:), with: .value(9))) == "drawn later 9 true")
    let named = try app.overriding { overrides in
      try overrides.replace(
        (any Part).self, name: "a", initializer: Injection(Counted.init(number:), with: .resolving { _ in 3 }))
      try overrides.replace((any Part).self, key: Theme(), initializer: Counted.init(number:))
    }
    #expect(try await named.resolve((any Part).self, name: "a").text == "3")
    #expect(try await named.resolve((any Part).self, key: Theme()).text == "7")
  }

  @Test func `a replacement may be configured like any registration`() async throws {
    let container = try app.overriding { overrides in
      try overrides.replace((any Part).self) { Plain("mock") }
        .asTransient().implements(Plain.self).afterInit { _, _ in }.onRelease { _ in }.eager()
    }
    #expect(try await container.resolve((any Part).self) !== container.resolve((any Part).self))
    #expect(try await container.resolve(Plain.self).text == "mock")
  }

  @Test func `the overriding closure may be asynchronous`() async throws {
    let container = try await app.overriding { overrides in
      await later()
      try overrides.replace((any Part).self) { Plain("mock") }
    }
    #expect(try await container.resolve((any Part).self).text == "mock")
  }
}
