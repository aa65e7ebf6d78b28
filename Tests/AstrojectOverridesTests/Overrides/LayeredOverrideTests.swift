import TestSupport
import Testing

struct LayeredOverrideTests {
  private func makeApp() throws -> Container {
    try Container { container in
      try container.register((any Part).self) { Plain("real") }.asSingleton().implements(
        (any AnyObject & Sendable).self)
      try container.register(initializer: Whole.init).asSingleton()
    }
  }

  private typealias Override = (Overrides) throws -> Void

  private let mock: Override = { try $0.replace((any Part).self) { Plain("mock") } }
  private let around: Override = { try $0.wrap((any Part).self) { Around($0) } }

  /// Expects that a part has a text in a fork with overrides.
  private func expect(
    _ text: String, in order: Override..., at location: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let container = try makeApp().overriding { overrides in for step in order { try step(overrides) } }
    let whole = try container.resolve(Whole.self)
    #expect(try container.resolve((any Part).self) === whole.part)
    #expect(try container.resolve((any AnyObject & Sendable).self) === whole.part)
    #expect(try container.resolveAll((any Part).self).count == 1)
    try container.validate()
    #expect(whole.part.text == text, sourceLocation: location)
  }

  @Test func `the last of several replacements takes effect, and wrappers nest`() throws {
    try expect("second", in: mock, { try $0.replace((any Part).self) { Plain("second") } })
    try expect("((((real))))", in: around, around, around, around)
    let byInitializer: Override = { try $0.wrap((any Part).self, initializer: Around.init) }
    try expect("(((real)))", in: around, byInitializer, { try $0.wrap((any Part).self) { _, real in Around(real) } })
  }

  @Test func `a wrapper decorates a replacement in either order of the calls`() throws {
    try expect("(mock)", in: mock, around)
    try expect("(mock)", in: around, mock)
    try expect("(((mock)))", in: around, mock, around, around)
  }

  @Test func `an added registration may be wrapped and replaced, but not added again`() throws {
    let container = try Container().overriding { overrides in
      try overrides.add(Int.self) { 1 }
      try overrides.replace(Int.self) { 2 }
      try overrides.add((any Part).self) { Plain("new") }
      try overrides.wrap((any Part).self) { Around($0) }
      #expect(throws: OverrideError.self) { try overrides.add((any Part).self) { Plain("again") } }
    }
    #expect(try container.resolve((any Part).self).text == "(new)")
    #expect(try container.resolve(Int.self) == 2)
  }

  @Test(arguments: Call.allCases)
  func `a fork of a fork inherits all overrides and builds its own instances`(call: Call) async throws {
    let first = try makeApp().overriding { overrides in
      try overrides.replace((any Part).self) { Plain("mock") }
      try overrides.wrap((any Part).self) { Around($0) }
      try overrides.add(Int.self) { 7 }
    }
    let whole = try await call.resolve(Whole.self, in: first)
    let same = try await first.overriding { _ in
      await Task.yield()
    }
    let other = try await call.resolve(Whole.self, in: same)
    #expect(other.part.text == "(mock)")
    #expect(other !== whole)
    #expect(try await call.resolve(Int.self, in: same) == 7)
    let second = try first.overriding { overrides in
      try overrides.wrap((any Part).self) { Around($0) }
      try overrides.replace(Int.self) { 8 }
    }
    #expect(try await call.resolve(Whole.self, in: second).part.text == "((mock))")
    #expect(try await call.resolve(Int.self, in: second) == 8)
    let third = try second.overriding { try $0.replace((any Part).self) { Plain("third") } }
    #expect(try await call.resolve(Whole.self, in: third).part.text == "((third))")
    #expect(try await call.resolve(Whole.self, in: second).part.text == "((mock))")
    #expect(try await call.resolve(Whole.self, in: first) === whole)
  }

  @Test func `a child of a fork, and a fork of that child, inherit the overrides`() throws {
    let fork = try makeApp().overriding { try $0.replace((any Part).self) { Plain("mock") } }
    let child = try fork.makeChild { try $0.register(Plain.self) { Plain("child") } }
    #expect(try child.resolve(Whole.self).part.text == "mock")
    let second = try child.overriding { overrides in
      try overrides.wrap((any Part).self) { Around($0) }
      try overrides.replace(Plain.self) { Plain("mock child") }
    }
    #expect(try second.resolve(Whole.self).part.text == "(mock)")
    #expect(try second.parent?.resolve(Whole.self).part.text == "(mock)")
    #expect(try [second.resolve(Plain.self).text, fork.resolve(Whole.self).part.text] == ["mock child", "mock"])
  }

  @Test func `a child's wrapper lies around the parent's, also for products the parent builds`() throws {
    let app = try Container { container in
      try container.register(Plain.self) { Plain("parent") }.implements((any Part).self)
    }
    let parent = try app.overriding { try $0.wrap(Plain.self) { real in Plain("(\(real.text))") } }
    let child = try parent.makeChild { try $0.register(Plain.self) { Plain("child") } }
    let container = try child.overriding { try $0.wrap(Plain.self) { real in Plain("[\(real.text)]") } }
    #expect(try container.resolve(Plain.self).text == "[(child)]")
    // The parent's forwarding leads to the parent's registration.
    #expect(try child.resolve((any Part).self).text == "(parent)")
    #expect(try container.resolve((any Part).self).text == "[(parent)]")
  }

  @Test func `an override is no duplicate in a container that forbids duplicate registrations`() throws {
    let app = try Container(ifRegistered: .fail) { container in
      try container.register((any Part).self) { Plain("real") }.asSingleton()
      try container.register(initializer: Whole.init)
    }
    let fork = try app.overriding { overrides in
      try overrides.replace((any Part).self) { Plain("first") }
      try overrides.replace((any Part).self) { Plain("second") }
      try overrides.wrap((any Part).self) { Around($0) }
    }
    #expect(try fork.resolve(Whole.self).part.text == "(second)")
    let mocks = Filled { try $0.register((any Part).self) { Plain("module's") } }
    let other = try fork.overriding { try $0.replace(module: mocks) }
    #expect(try other.resolve(Whole.self).part.text.contains("module's"))
    // A registration by the test itself is a duplicate.
    #expect(error(AstrojectError.self) { try other.register(initializer: Whole.init) }?.kind == .duplicateRegistration)
  }
}

struct LayeredArgumentTests {
  private func makeApp(_ scope: AnyScope = .graph) throws -> Container {
    try Container { container in
      try container.register((any Part).self) { Plain("!") }
      scope.apply(to: try container.register(initializer: Report.init(title:part:), with: .argument, .auto))
    }
  }

  @Test(arguments: Call.allCases)
  func `nested wrappers pass the arguments of an initializer to the innermost product`(call: Call) async throws {
    let container = try makeApp().overriding { overrides in
      try overrides.wrap(Report.self) { Report(real: $0) }
      try overrides.wrap(Report.self) { _, real in Report(real: real) }
    }
    #expect(try await call.resolve(Report.self, arguments: "a", in: container).text == "((a!))")
    #expect(try await call.resolve(Report.self, arguments: "b", Plain("?") as any Part, in: container).text == "((b?))")
    // Also in a fork of the fork.
    let fork = try container.overriding { try $0.wrap(Report.self) { Report(real: $0) } }
    #expect(try await call.resolve(Report.self, arguments: "a", in: fork).text == "(((a!)))")
    expectThrows(.noRegistrationFound) { try container.resolve(Report.self) }
  }

  @Test(arguments: Call.allCases, [AnyScope.graph, .singleton])
  func `a replacement, wrapped or not, accepts the arguments of the original's initializer`(
    call: Call, scope: AnyScope
  ) async throws {
    let replace: (Overrides) throws -> Void = { try $0.replace(Report.self) { Report(text: "mock") } }
    let wrap: (Overrides) throws -> Void = { try $0.wrap(Report.self) { Report(real: $0) } }
    for (order, text) in [([replace], "mock"), ([replace, wrap], "(mock)"), ([wrap, replace], "(mock)")] {
      let container = try makeApp(scope).overriding { overrides in for step in order { try step(overrides) } }
      let report = try await call.resolve(Report.self, arguments: "a", in: container)
      #expect(report.text == text)
      // One instance for each argument value, as in the original's scope.
      let again = try await call.resolve(Report.self, arguments: "a", in: container)
      #expect((again === report) == (scope == .singleton))
      #expect(try await call.resolve(Report.self, arguments: "b", in: container) !== report)
      #expect(throws: AstrojectError.self) { try container.resolve(Report.self, arguments: 1) }
    }
  }

  @Test(arguments: Call.allCases)
  func `a wrapping initializer passes the arguments on but cannot take one itself`(call: Call) async throws {
    let container = try makeApp().overriding { overrides in
      try overrides.wrap(initializer: Injection(Report.init(real:number:), with: .auto, .value(7)))
    }
    #expect(try await call.resolve(Report.self, arguments: "a", in: container).text == "a!/7")
    let asking = try makeApp().overriding { overrides in
      try overrides.wrap(initializer: Injection(Report.init(real:number:), with: .auto, .argument))
    }
    await call.expectError(.noRegistrationFound) { try await $0.resolve(Report.self, arguments: "a", in: asking) }
  }
}
