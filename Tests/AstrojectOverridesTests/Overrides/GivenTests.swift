import TestSupport
import Testing

struct GivenTests {
  private struct Reader { let part: Plain }

  private let app: Container

  init() throws {
    app = try Container { container in
      try container.register(given: Plain.self, toChildrenNamed: "request")
      try container.register(initializer: Reader.init).asScoped(to: "request")
    }
  }

  private func text(in container: Container) async throws -> String {
    let given = Plain("given")
    return try await container.withChild(named: "request", given: given) { child in
      let part = try await child.resolve(Reader.self).part
      #expect(try await child.resolve(Plain.self) === part)
      return part.text
    }
  }

  @Test func `a fork of an app or of its child uses a given instance, or overrides it`() async throws {
    let given = Plain("given")
    let child = try app.makeChild(named: "request", given: given)
    let overrides: [(String, (Overrides) throws -> Void)] = [
      ("given", { _ in }), ("mock", { try $0.replace(Plain.self) { Plain("mock") } }),
      ("around given", { try $0.wrap(Plain.self) { real in Plain("around \(real.text)") } }),
    ]
    for (expected, override) in overrides {
      let container = try app.overriding(override)
      #expect(try await text(in: container) == expected)
      #expect(try await text(in: app) == "given")
      if expected != "given" { expectAllOverridesUsed(container) }
      let fork = try child.overriding(override)
      #expect(try await fork.resolve(Reader.self).part.text == expected)
      #expect(try await (fork.resolve(Plain.self) === given) == (expected == "given"))
    }
  }

  @Test func `a fork with a replacement still refuses an instance that is given wrongly`() throws {
    for container in [
      try app.overriding { try $0.replace(Plain.self) { Plain("mock") } },
      try app.overriding { try $0.replace(instance: Plain("mock")) },
    ] {
      expectValidGraph(container, roots: Reader.self)
      #expect(throws: AstrojectError.self) { try container.makeChild(named: "reqest", given: Plain("given")) }
    }
    let other = try Container { try $0.register(Plain.self) { Plain("made") } }
      .overriding { try $0.replace(Plain.self) { Plain("mock") } }
    #expect(throws: AstrojectError.self) { try other.makeChild(named: "request", given: Plain("given")) }
  }

  @Test func `a module that declares a type as given counts as used when an instance is given`() async throws {
    let given = Filled { try $0.register(given: Plain.self, toChildrenNamed: "request") }
    let container = try app.overriding { try $0.replace(module: given) }
    #expect(try await text(in: container) == "given")
    expectAllOverridesUsed(container)
  }
}
