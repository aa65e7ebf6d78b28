import TestSupport
import Testing

struct FailOnUseTests {
  private func makeApp() throws -> Container {
    try Container { container in
      try container.register((any Part).self) { Plain("real") }.asSingleton().implements(AnyObject.self) { $0 }
      try container.register(initializer: Whole.init)
      try container.register([Whole].self) { [try $0.resolve(Whole.self)] }
      try container.register((any Part).self, arguments: Int.self, String.self) { _, _, _ in Plain("real") }
    }
  }

  @Test(arguments: Call.allCases)
  func `failOnUse reports a use with its path at its own line and makes the resolve throw`(call: Call) async throws {
    let line = #line + 1
    let container = try makeApp().overriding { try $0.failOnUse((any Part).self) }
    var thrown: AstrojectError?
    let caught = await failures {
      thrown = await call.expectError(.factoryFailed) { try await $0.resolve([Whole].self, in: container) }
    }
    let text = """
      Expected Part not to be used, but it was resolved.
        Path: [Whole] → Whole → Part
      """
    #expect(caught == [Failure(text: text, line: line)])
    #expect(
      (thrown?.underlyingError as? UnexpectedUse)?.description == "Expected Part not to be used, but it was resolved.")
  }

  @Test func `failOnUse reports each direct resolve without a path, by any type of the product`() throws {
    let line = #line + 1
    let container = try makeApp().overriding { try $0.failOnUse((any Part).self) }
    let caught = failures {
      _ = try? container.resolve((any Part).self)
      _ = try? container.resolve(AnyObject.self)
      _ = try? container.makeChild().resolveAll((any Part).self)
    }
    #expect(caught.map(\.line) == [line, line, line])
    #expect(caught.first?.text == "Expected Part not to be used, but it was resolved.")
  }

  @Test func `failOnUse forbids only the exact key, may stay unused, and accepts one that is not registered`() throws {
    let container = try makeApp().overriding { overrides in
      try overrides.failOnUse((any Part).self, arguments: Int.self, String.self)
      try overrides.failOnUse(Int.self, name: "n")
      try overrides.failOnUse(Int.self, key: 7)
    }
    #expect(failures { expectAllOverridesUsed(container) }.isEmpty)
    let caught = failures {
      _ = try? container.resolve((any Part).self, arguments: 1, "x")
      _ = try? container.resolve(Int.self, name: "n")
      _ = try? container.resolve(Int.self, key: 7)
      _ = try? container.resolve(Int.self)
    }
    let keys = ["Part with (Int, String)", "Int named \"n\"", "Int keyed 7"]
    #expect(caught.map(\.text) == keys.map { "Expected \($0) not to be used, but it was resolved." })
    #expect(try container.resolve((any Part).self).text == "real")
  }

  @Test func `the later of failOnUse and replace takes effect`() throws {
    let container = try makeApp().overriding { overrides in
      try overrides.failOnUse((any Part).self)
      try overrides.replace((any Part).self) { Plain("mock") }
    }
    #expect(try container.resolve(Whole.self).part.text == "mock")
    let other = try container.overriding { try $0.failOnUse((any Part).self) }
    #expect(failures { _ = try? other.resolve(Whole.self) }.count == 1)
    #expect(failures { expectAllOverridesUsed(other) }.isEmpty)
  }
}
