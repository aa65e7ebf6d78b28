import AstrojectTesting
import Nexus
import Testing

private func later() async { await Task.yield() }

@Suite("Forms of add")
struct AddingFormTests {
  private let app: Container

  init() throws { app = try Container { try $0.register(Int.self) { 7 } } }

  private func text(_ override: (Overrides) throws -> Void) async throws -> String {
    try await app.overriding(override).resolve((any Part).self).text
  }

  private func text(_ injection: Injection<any Part>) async throws -> String {
    try await text { try $0.add(initializer: injection) }
  }

  @Test func `add accepts sync, async and main-actor closures, with or without a resolver`() async throws {
    #expect(try await text { try $0.add((any Part).self) { Plain("new") } } == "new")
    #expect(try await text(Injection { @MainActor in Plain("\(isOnMain())") }) == "true")
    let asynchronous = try await text { overrides in
      try overrides.add((any Part).self) {
        await later()
        return Plain("async")
      }
    }
    #expect(asynchronous == "async")
    let both = try await text { overrides in
      try overrides.add((any Part).self) { @MainActor in
        await later()
        return Plain("\(isOnMain())")
      }
    }
    #expect(both == "true")
    let resolving = try await text { overrides in
      try overrides.add((any Part).self) { resolver in Plain("\(try resolver.resolve(Int.self))") }
    }
    #expect(resolving == "7")
    let awaiting = try await text { overrides in
      try overrides.add((any Part).self) { resolver in
        let number = try await resolver.resolve(Int.self)
        return Plain("\(number)")
      }
    }
    #expect(awaiting == "7")
    let main = try await text(
      Injection { @MainActor (resolver: Resolver) in Plain("\(try resolver.resolve(Int.self)) \(isOnMain())") })
    #expect(main == "7 true")
    let mainAwaiting = try await text { overrides in
      try overrides.add((any Part).self) { @MainActor resolver in
        let number = try await resolver.resolve(Int.self)
        return Plain("\(number) \(isOnMain())")
      }
    }
    #expect(mainAwaiting == "7 true")
  }

  @Test func `add accepts sync, async and main-actor closures that take arguments`() async throws {
    let container = try app.overriding { overrides in
      try overrides.add((any Part).self, arguments: String.self) { _, text in Plain(text) }
      try overrides.add((any Part).self, arguments: Int.self) { _, number in
        await later()
        return Plain("\(number)")
      }
      try overrides.adding { draft in
        try draft.register((any Part).self, arguments: Bool.self) { @MainActor _, bool in
          Plain("\(bool == isOnMain())")
        }
        try draft.register((any Part).self, arguments: String.self, Int.self) { @MainActor _, text, number in
          Plain("\(text) \(number) \(isOnMain())")
        }
      }
      try overrides.add((any Part).self, arguments: Double.self) { @MainActor _, number in
        await later()
        return Plain("\(number) \(isOnMain())")
      }
      try overrides.add((any Part).self, arguments: Int.self, Int.self) { _, a, b in Plain("\(a + b)") }
      try overrides.add((any Part).self, arguments: Int.self, Int.self, Int.self) { resolver, a, b, c in
        let number = try await resolver.resolve(Int.self)
        return Plain("\(a + b + c + number)")
      }
      try overrides.add((any Part).self, arguments: Int.self, String.self) { @MainActor _, number, text in
        await later()
        return Plain("\(number) \(text) \(isOnMain())")
      }
    }
    #expect(try await container.resolve((any Part).self, argument: "x").text == "x")
    #expect(try await container.resolve((any Part).self, argument: 1).text == "1")
    #expect(try await container.resolve((any Part).self, argument: true).text == "true")
    #expect(try await container.resolve((any Part).self, argument: 1.5).text == "1.5 true")
    #expect(try await container.resolve((any Part).self, arguments: 1, 2).text == "3")
    #expect(try await container.resolve((any Part).self, arguments: 1, 2, 3).text == "13")
    #expect(try await container.resolve((any Part).self, arguments: "x", 1).text == "x 1 true")
    #expect(try await container.resolve((any Part).self, arguments: 1, "x").text == "1 x true")
  }

  @Test func `add accepts initializers of every effect and instances, under a name or a key`() async throws {
    #expect(try await text { try $0.add((any Part).self, initializer: Counted.init(number:)) } == "7")
    #expect(try await text(Injection(Counted.init(number:), with: .value(9))) == "9")
    #expect(try await text(Injection(Counted.init(later:))) == "later 7")
    #expect(try await text(Injection(Drawn.init(number:))) == "drawn 7 true")
    #expect(try await text(Injection(Drawn.init(later:), with: .value(9))) == "drawn later 9 true")
    let mine = Plain("mine")
    let container = try app.overriding { overrides in
      try overrides.add(instance: mine, as: (any Part).self, name: "a")
      try overrides.add(instance: mine)
      try overrides.add((any Part).self, key: 1) { Plain("keyed") }
      try overrides.add(initializer: Counted.init(number:)).implements((any Part).self)
    }
    #expect(try await container.resolve((any Part).self, name: "a") === mine)
    #expect(try await container.resolve(Plain.self) === mine)
    #expect(try await container.resolve((any Part).self, key: 1).text == "keyed")
    #expect(try await container.resolve((any Part).self).text == "7")
  }

  @Test func `an added registration comes last in its collection`() throws {
    let app = try Container { container in
      try container.register((any Part).self, name: "a") { Plain("a") }
      try container.register((any Part).self, name: "b") { Plain("b") }
      try container.contribute((any Part).self) { Plain("c") }
    }
    let container = try app.overriding { try $0.add((any Part).self) { Plain("new") } }
    #expect(try container.resolveAll((any Part).self).map(\.text) == ["a", "b", "c", "new"])
  }
}
