import TestSupport
import Testing

private final class Clock: Sendable {}
private struct Wall: Sendable { let clock: Clock }

struct FailOnUseExceptTests {
  private func makeApp() throws -> Container {
    try Container { container in
      try container.register((any Part).self) { Plain("real") }.asSingleton()
      try container.register(initializer: Whole.init).asSingleton()
      try container.register(initializer: Clock.init).asSingleton()
      try container.register(initializer: Wall.init)
      try container.register(Int.self, argument: String.self) { _, _ in 1 }.asSingleton()
      try container.register(instance: 2.5)
    }
  }

  /// The line on which `makeApp` registers a part.
  private let lineOfPart = #line - 10

  private func text(_ name: String, path: String? = nil, type: String? = nil) -> String {
    """
    Expected \(name) not to be used, but it was resolved.\(path.map { "\n  Path: \($0)" } ?? "")
      Remedy: replace it, or except it: `failOnUse(except: \(type ?? name).self)`.
    """
  }

  @Test(arguments: Call.allCases)
  func `a use of what is neither overridden nor excepted fails the test once with its path`(call: Call) async throws {
    let line = #line + 3
    let container = try makeApp().overriding { overrides in
      try overrides.replace((any Part).self) { Plain("mock") }
      try overrides.failOnUse(except: Whole.self, Wall.self)
    }
    var thrown: AstrojectError?
    let caught = try await failures {
      let text = try await call.resolve(Whole.self, in: container).part.text
      #expect(text == "mock")
      thrown = await call.expectError(.factoryFailed) { try await $0.resolve(Wall.self, in: container) }
    }
    #expect(caught == [Failure(text: text("Clock", path: "Wall → Clock"), line: line)])
    #expect((thrown?.underlyingError as? UnexpectedUse)?.description == text("Clock"))
  }

  @Test func `a type is excepted under each name, key and argument`() throws {
    let app = try makeApp()
    try app.register((any Part).self, name: "spare") { Plain("spare") }
    try app.register((any Part).self, argument: Int.self) { _, number in Plain("\(number)") }
    try app.contribute((any Part).self) { Plain("more") }
    let container = try app.overriding { try $0.failOnUse(except: (any Part).self) }
    let caught = try failures {
      let named = try container.resolve((any Part).self, name: "spare").text
      let given = try container.resolve((any Part).self, argument: 3).text
      let all = try container.resolveAll((any Part).self).map(\.text)
      #expect([named, given] + all == ["spare", "3", "real", "spare", "more"])
      _ = try? container.resolve(Whole.self)
    }
    #expect(caught.map(\.text) == [text("Whole")])
  }

  @Test func `registrations of each form fail`() throws {
    let app = try makeApp()
    try app.register(String.self, name: "a") { "a" }
    try app.contribute(Bool.self) { true }
    try app.register(Whole.self, name: "other", initializer: Whole.init).implements(AnyObject.self) { $0 }
    let container = try app.makeChild().overriding { try $0.failOnUse() }
    let caught = failures {
      _ = try? container.resolve(String.self, name: "a")
      _ = try? container.resolve([Bool].self)
      _ = try? container.resolve(AnyObject.self, name: "other")
      _ = try? container.resolve(Int.self, argument: "x")
      _ = try? container.resolve(Double.self)
      _ = try? container.resolve(Whole.self, arguments: Plain("argument"))
      _ = try? container.resolve(Clock?.self)
    }
    #expect(
      caught.map(\.text) == [
        text("String named \"a\"", type: "String"), text("Bool"),
        text("Whole named \"other\"", type: "Whole"),
        text("Int with (String)", type: "Int"), text("Double"), text("Whole"), text("Clock"),
      ])
  }

  @Test func `the type of a forwarding or a composite excepts what it leads to`() throws {
    let app = try Container { container in
      try container.register(initializer: Clock.init).implements(AnyObject.self) { $0 }
      try container.register((any Part).self) { Plain("one") }
      try container.register(
        (any Part).self, composite: { (parts: [any Part]) -> any Part in Plain("all \(parts.count)") })
      try container.register(Int.self) { 1 }
    }
    let container = try app.overriding { try $0.failOnUse(except: AnyObject.self, (any Part).self) }
    let caught = try failures {
      _ = try container.resolve(AnyObject.self)
      #expect(try container.resolve((any Part).self).text == "all 1")
      _ = try? container.resolve(Int.self)
    }
    #expect(caught.map(\.text) == [text("Int")])
  }

  @Test(arguments: [false, true])
  func `overrides before and after the call may be used, and so may what a wrap surrounds`(isFirst: Bool) throws {
    let container = try makeApp().overriding { overrides in
      if isFirst { try overrides.failOnUse() }
      try overrides.wrap((any Part).self) { real in Around(real) }
      try overrides.add(String.self) { "new" }
      try overrides.replace(initializer: Whole.init)
      if !isFirst { try overrides.failOnUse() }
    }
    let caught = try failures {
      let texts = [try container.resolve(Whole.self).part.text, try container.resolve(String.self)]
      #expect(texts == ["(real)", "new"])
      _ = try? container.resolve(Clock.self)
    }
    #expect(caught.map(\.text) == [text("Clock")])
  }

  @Test func `a copy may replace what fails, with the scope of the original`() throws {
    let strict = try makeApp().overriding { try $0.failOnUse(except: Wall.self) }
    let container = try strict.overriding { try $0.replace(initializer: Clock.init) }
    let caught = try failures {
      let clocks = [try container.resolve(Wall.self).clock, try container.resolve(Wall.self).clock]
      #expect(clocks[0] === clocks[1])
      _ = try? container.resolve(Whole.self)
      expectAllOverridesUsed(container)
    }
    #expect(caught.map(\.text) == [text("Whole")])
  }

  @Test func `a shared scope object does not hide a use, and a value that a child was given may be used`() throws {
    let app = try Container { try $0.register(Int.self) { 1 }.as(Keeping()) }
    #expect(try app.resolve(Int.self) == 1)
    try app.register(given: String.self, toChildrenNamed: "request")
    let container = try app.makeChild(named: "request", given: "id").overriding { try $0.failOnUse() }
    #expect(failures { _ = try? container.resolve(Int.self) }.count == 1)
    #expect(try app.resolve(Int.self) == 1)
    #expect(try container.resolve(String.self) == "id")
  }

  @Test func `an exception for a type that is not registered is an error with near matches`() throws {
    let line = #line + 2
    let thrown = error(OverrideError.self) {
      try makeApp().overriding { try $0.failOnUse(except: Plain.self, Bool.self) }
    }
    #expect(
      thrown?.description == """
        Nothing to except from `failOnUse`: Plain is not registered.
            named at AstrojectOverridesTests/FailOnUseExceptTests.swift:\(line)
          Did you mean:
            Part, registered at AstrojectOverridesTests/FailOnUseExceptTests.swift:\(lineOfPart) (a type that it implements)
          Remedy: name the registered type, or leave it out.
        Nothing to except from `failOnUse`: Bool is not registered.
            named at AstrojectOverridesTests/FailOnUseExceptTests.swift:\(line)
          Remedy: leave it out.
        """)
  }
}
