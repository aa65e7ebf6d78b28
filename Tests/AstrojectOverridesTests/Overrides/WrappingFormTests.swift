import AstrojectTesting
import Nexus
import TestSupport
import Testing

private func later() async { await Task.yield() }

@Suite("Forms of wrap")
struct WrappingFormTests {
  private let app: Container

  init() throws {
    app = try Container { container in
      try container.register(Int.self) { 7 }
      try container.register((any Part).self) { Plain("real") }.asSingleton()
      try container.register((any Part).self, name: "a") { Plain("a") }
      try container.register((any Part).self, key: 1) { Plain("one") }
      try container.register((any Part).self, argument: String.self) { _, text in Plain("real \(text)") }
      try container.register((any Part).self, arguments: Int.self, Int.self) { _, a, b in Plain("real \(a) \(b)") }
    }
  }

  private func text(_ override: (Overrides) throws -> Void) async throws -> String {
    try await app.overriding(override).resolve((any Part).self).text
  }

  private func text(_ injection: Injection<any Part>) async throws -> String {
    try await text { try $0.wrap(initializer: injection) }
  }

  @Test func `wrap accepts sync, async and main-actor closures that take the original`() async throws {
    #expect(try await text { try $0.wrap((any Part).self) { real in Around(real) } } == "(real)")
    #expect(try await text { try $0.wrap((any Part).self) { Around($0) } } == "(real)")
    let main = try await text(Injection { @MainActor (real: any Part) in Plain("\(real.text) \(isOnMain())") })
    #expect(main == "real true")
    let asynchronous = try await text { overrides in
      try overrides.wrap((any Part).self) { real in
        await later()
        return Around(real)
      }
    }
    #expect(asynchronous == "(real)")
    let both = try await text { overrides in
      try overrides.wrap((any Part).self) { @MainActor real in
        await later()
        return Plain("\(real.text) \(isOnMain())")
      }
    }
    #expect(both == "real true")
  }

  @Test func `wrap accepts sync, async and main-actor closures that take a resolver and the original`() async throws {
    let synchronous = try await text { overrides in
      try overrides.wrap((any Part).self) { resolver, real in Plain("\(real.text) \(try resolver.resolve(Int.self))") }
    }
    #expect(synchronous == "real 7")
    let asynchronous = try await text { overrides in
      try overrides.wrap((any Part).self) { resolver, real in
        let number = try await resolver.resolve(Int.self)
        return Plain("\(real.text) \(number)")
      }
    }
    #expect(asynchronous == "real 7")
    let main = try await text(
      Injection { @MainActor (resolver: Resolver, real: any Part) in
        Plain("\(real.text) \(try resolver.resolve(Int.self)) \(isOnMain())")
      })
    #expect(main == "real 7 true")
    let both = try await text { overrides in
      try overrides.wrap((any Part).self) { @MainActor resolver, real in
        let number = try await resolver.resolve(Int.self)
        return Plain("\(real.text) \(number) \(isOnMain())")
      }
    }
    #expect(both == "real 7 true")
  }

  @Test func `wrap accepts sync, async and main-actor closures that also take arguments`() async throws {
    func text(_ override: (Overrides) throws -> Void) async throws -> String {
      let container = try app.overriding(override)
      let one = try await container.resolve((any Part).self, argument: "x").text
      let two = try await container.resolve((any Part).self, arguments: 1, 2).text
      return one + ", " + two
    }
    let synchronous = try await text { overrides in
      try overrides.wrap((any Part).self, arguments: String.self) { _, real, text in Plain("\(real.text)/\(text)") }
      try overrides.wrap((any Part).self, arguments: Int.self, Int.self) { _, real, a, b in
        Plain("\(real.text)/\(a)\(b)")
      }
    }
    #expect(synchronous == "real x/x, real 1 2/12")
    let asynchronous = try await text { overrides in
      try overrides.wrap((any Part).self, arguments: String.self) { resolver, real, text in
        let number = try await resolver.resolve(Int.self)
        return Plain("\(real.text)/\(text)\(number)")
      }
      try overrides.wrap((any Part).self, arguments: Int.self, Int.self) { _, real, a, b in
        await later()
        return Plain("\(real.text)/\(a)\(b)")
      }
    }
    #expect(asynchronous == "real x/x7, real 1 2/12")
    let both = try await text { overrides in
      try overrides.wrap((any Part).self, arguments: String.self) { @MainActor _, real, text in
        await later()
        return Plain("\(real.text)/\(text) \(isOnMain())")
      }
      try overrides.wrap((any Part).self, arguments: Int.self, Int.self) { @MainActor _, real, a, b in
        await later()
        return Plain("\(real.text)/\(a)\(b) \(isOnMain())")
      }
    }
    #expect(both == "real x/x true, real 1 2/12 true")
  }

  @Test func `wrap accepts initializers of every effect that take the original, with or without rules`() async throws {
    #expect(try await text { try $0.wrap((any Part).self, initializer: Around.init) } == "(real)")
    #expect(try await text { try $0.wrap((any Part).self, initializer: Counted.init(real:number:)) } == "real+7")
    #expect(try await text(Injection(Counted.init(real:number:), with: .auto, .value(9))) == "real+9")
    #expect(try await text(Injection(Counted.init(later:number:))) == "later real+7")
    #expect(try await text(Injection(Drawn.init(real:number:))) == "drawn real+7 true")
    #expect(
      try await text(Injection(Drawn.init(later:number:), with: .auto, .value(9))) == "drawn later real+9 true")
  }

  @Test func `wrap decorates the registration with the given name or key`() throws {
    let container = try app.overriding { overrides in
      try overrides.wrap((any Part).self, name: "a") { real in Around(real) }
      try overrides.wrap((any Part).self, key: 1, initializer: Around.init)
    }
    #expect(try container.resolve((any Part).self, name: "a").text == "(a)")
    #expect(try container.resolve((any Part).self, key: 1).text == "(one)")
    #expect(try container.resolve((any Part).self).text == "real")
  }

  @Test(arguments: Call.allCases)
  func `a wrapping initializer takes the original by name and another dependency by key`(call: Call) async throws {
    final class Two: Part {
      let text: String
      init(first: any Part, second: any Part) { text = first.text + second.text }
    }
    let container = try app.overriding { overrides in
      try overrides.wrap(
        (any Part).self, name: "a", initializer: Injection(Two.init, with: .named("a"), .keyed(1)))
    }
    #expect(try await call.resolve((any Part).self, name: "a", in: container).text == "aone")
  }

  @Test func `a wrapping initializer takes the original as a Lazy, an optional or a Provider`() throws {
    final class Loose: Part {
      let real: Lazy<any Part>
      let optional: (any Part)?
      let provider: Provider<any Part>
      var text: String {
        "\((try? real.value.text) ?? "-") \(optional?.text ?? "-") \((try? provider.get().text) ?? "-")"
      }
      init(real: Lazy<any Part>, optional: (any Part)?, provider: Provider<any Part>) {
        (self.real, self.optional, self.provider) = (real, optional, provider)
      }
    }
    let container = try app.overriding { try $0.wrap((any Part).self, initializer: Loose.init) }
    #expect(try container.resolve((any Part).self).text == "real real real")
    try container.validate()
  }
}
