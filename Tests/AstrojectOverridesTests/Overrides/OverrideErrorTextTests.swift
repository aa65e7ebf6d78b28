import AstrojectTesting
import Testing

private let file = "AstrojectOverridesTests/OverrideErrorTextTests.swift"

struct OverrideErrorTextTests {
  private static let line = #line + 4

  private func makeApp() throws -> Container {
    try Container { container in
      try container.register((any Part).self) { Plain("real") }
      try container.register((any Part).self, argument: Int.self) { _, number in Plain("\(number)") }
      try container.register(initializer: Whole.init)
    }
  }

  private func text(_ body: (Overrides) throws -> Void) throws -> String? {
    let app = try makeApp()
    return error(OverrideError.self) { try app.overriding(body) }?.description
  }

  @Test func `the error for a missing registration shows near matches and a remedy`() throws {
    let line = #line + 1
    let replaced = try text { try $0.replace((any Part).self, name: "n") { Plain("mock") } }
    #expect(
      replaced == """
        Nothing to override: Part named "n" is not registered.
            overridden at \(file):\(line)
          Did you mean:
            Part, registered at \(file):\(Self.line) (under another name or key)
            Part with (Int), registered at \(file):\(Self.line + 1) (under another name or key)
          Remedy: override one of these, or use `add` to register something new.
        """)
    let wrapped = try text { try $0.wrap(String.self) { real in real } }
    #expect(
      wrapped == """
        Nothing to override: String is not registered.
            overridden at \(file):\(line + 10)
          Remedy: use `add` to register something new.
        """)
    #expect(
      try text { try $0.replace(initializer: { @Sendable in 7 }) }?.hasPrefix("Nothing to override: Int is") == true)
    #expect(
      try text { try $0.replace(instance: 7, name: "n") }?.hasPrefix("Nothing to override: Int named \"n\"") == true)
    #expect(
      try text { try $0.wrap((any Part).self, name: "n", initializer: Around.init) }?
        .hasPrefix("Nothing to override: Part named \"n\" is not registered.") == true)
  }

  @Test func `the error for a module lists every missing registration`() throws {
    let line = #line + 2
    let two = Filled {
      try $0.register(Int.self) { 7 }
      try $0.register((any Part).self, name: "m") { Plain("mock") }
    }
    #expect(
      try text { try $0.replace(module: two) } == """
        Nothing to override: Int is not registered.
            overridden at \(file):\(line)
          Remedy: use `add` to register something new.
        Nothing to override: Part named "m" is not registered.
            overridden at \(file):\(line + 1)
          Did you mean:
            Part, registered at \(file):\(Self.line) (under another name or key)
            Part with (Int), registered at \(file):\(Self.line + 1) (under another name or key)
          Remedy: override one of these, or use `add` to register something new.
        """)
  }

  @Test func `the error of add names the existing registration or the fallback`() throws {
    let line = #line + 1
    let added = try text { try $0.add((any Part).self) { Plain("new") } }
    #expect(
      added == """
        Part cannot be added: it exists already, registered at \(file):\(Self.line).
            added at \(file):\(line)
          Remedy: use `replace`, or another name.
        """)
    let app = try Container(fallback: makeApp()) { _ in }
    let fallback = error(OverrideError.self) { try app.overriding { try $0.add((any Part).self) { Plain("new") } } }
    #expect(
      fallback?.description == """
        Part cannot be added: it exists already, known to the fallback.
            added at \(file):\(line + 8)
          Remedy: use `replace`, or another name.
        """)
  }

  @Test func `the error for an empty module or draft names the module or the closure`() throws {
    let line = #line + 1
    let text = try text { try $0.replace(module: Filled { _ in }) }
    #expect(
      text == """
        Filled registers nothing.
            given at \(file):\(line)
          Remedy: have it register something, or leave it out.
        """)
    #expect(try self.text { try $0.adding { _ in } }?.hasPrefix("The closure registers nothing.\n") == true)
  }

  @Test func `the error of wrap says that the initializer has no parameter for the original`() throws {
    let line = #line + 1
    let wrapped = try text { try $0.wrap((any Part).self, initializer: Counted.init(number:)) }
    #expect(
      wrapped == """
        The initializer has no parameter of type Part, and cannot wrap Part.
            wrapped at \(file):\(line)
          Remedy: have it take a Part, or use `replace`.
        """)
    // A parameter with a rule for another name does not take the original.
    #expect(
      try text {
        try $0.wrap(
          (any Part).self, initializer: Injection(Counted.init(real:number:), with: .named("other"), .value(1)))
      }?.hasPrefix("The initializer has no parameter of type Part") == true)
  }

  @Test func `the errors of solitary report a missing subject, missing stand-ins and a closure`() throws {
    let app = try makeApp()
    let line = #line + 1
    let subject = error(OverrideError.self) { try app.solitary(Whole.self, name: "n") { _ in } }
    #expect(
      subject?.description == """
        No registration found for Whole named "n", which `solitary` was to build.
            asked for at \(file):\(line)
          Did you mean:
            Whole, registered at \(file):\(Self.line + 2) (under another name or key)
          Remedy: register it in the container, or build it in the test.
        """)
    let needs = error(OverrideError.self) { try app.solitary(Whole.self) { _ in } }
    #expect(
      needs?.description == """
        Whole needs stand-ins that the test does not pass: Part.
            asked for at \(file):\(line + 9)
          Remedy: pass a stand-in for each: `solitary(Whole.self) { try $0.add((any Part).self) { … } }`.
        """)
    let opaque = error(OverrideError.self) { try app.solitary((any Part).self, with: true) }
    #expect(
      opaque?.description == """
        Part is registered by a closure, so its dependencies are unknown.
            asked for at \(file):\(line + 16)
          Remedy: name the stand-ins: `solitary((any Part).self) { try $0.add(…) { … } }`.
        """)
  }

  @Test func `the errors of solitary propose code with the names and keys`() throws {
    let app = try Container { container in
      try container.register(name: "a \"b\"", initializer: Whole.init, with: .named("p"))
      try container.register(Int.self, key: 4) { 4 }
    }
    let needs = error(OverrideError.self) { try app.solitary(Whole.self, name: "a \"b\"") { _ in } }?.description
    let proposal = #"`solitary(Whole.self, name: "a \"b\"") { try $0.add((any Part).self, name: "p") { … } }`"#
    #expect(needs?.contains(proposal) == true, "\(needs ?? "")")
    let opaque = error(OverrideError.self) { try app.solitary(Int.self, key: 4, with: true) }?.description
    #expect(opaque?.contains("`solitary(Int.self, key: 4) {") == true, "\(opaque ?? "")")
  }
}
