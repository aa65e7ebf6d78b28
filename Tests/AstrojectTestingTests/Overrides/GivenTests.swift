import AstrojectTesting
import Nexus
import TestSupport
import Testing

@Suite("What children are given, overridden")
struct GivenTests {
  private struct Reader {
    let part: Plain
  }

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

  @Test("is what is given where nothing is overridden")
  func untouched() async throws {
    let container = try app.overriding { _ in }
    #expect(try await text(in: container) == "given")
    #expect(try await text(in: app) == "given")
  }

  @Test("is shared by those that are made of the child")
  func child() async throws {
    let given = Plain("given")
    let child = try app.makeChild(named: "request", given: given)
    let container = try child.overriding { try $0.add(Int.self) { 7 } }
    #expect(try await container.resolve(Plain.self) === given)
    #expect(try await container.resolve(Reader.self).part === given)
    let replaced = try child.overriding { try $0.replace(Plain.self) { Plain("mock") } }
    #expect(try await replaced.resolve(Reader.self).part.text == "mock")
    let wrapped = try child.overriding { overrides in
      try overrides.wrap(Plain.self) { real in Plain("around \(real.text)") }
    }
    #expect(try await wrapped.resolve(Reader.self).part.text == "around given")
  }

  @Test("is the override, whatever is given for it")
  func replaced() async throws {
    let container = try app.overriding { try $0.replace(Plain.self) { Plain("mock") } }
    #expect(try await text(in: container) == "mock")
    #expect(try await text(in: app) == "given")
    expectAllOverridesUsed(container)
  }

  @Test("is put around what is given")
  func wrapped() async throws {
    let container = try app.overriding { overrides in
      try overrides.wrap(Plain.self) { real in Plain("around \(real.text)") }
    }
    #expect(try await text(in: container) == "around given")
    #expect(try await text(in: app) == "given")
  }

  @Test("is checked, and refused, as if nothing were overridden")
  func refused() throws {
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

  private struct GivenModule: Module {
    func register(in container: Container) throws {
      try container.register(given: Plain.self, toChildrenNamed: "request")
    }
  }

  @Test("is used where the override says that it is given")
  func used() async throws {
    let container = try app.overriding { try $0.replace(module: GivenModule()) }
    #expect(try await text(in: container) == "given")
    expectAllOverridesUsed(container)
  }
}
