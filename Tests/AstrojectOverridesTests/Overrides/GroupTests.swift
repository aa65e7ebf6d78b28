import TestSupport
import Testing

/// An assembly that runs the given closures and notes its steps.
private struct Assembled: Assembly {
  var filled: Filled?
  var steps: Guarded<[String]>?
  var post: (@Sendable (Resolver) throws -> Void)?

  static var requiredAssemblies: [any Assembly.Type] { [NeverAssembled.self] }

  func preassemble() throws { steps?.withLock { $0.append("preassemble") } }
  func assemble(container: Container) throws {
    steps?.withLock { $0.append("assemble") }
    try filled?.register(in: container)
  }
  func postAssemble(resolver: Resolver) throws {
    steps?.withLock { $0.append("postAssemble") }
    try post?(resolver)
  }
}

private struct NeverAssembled: Assembly { func assemble(container: Container) throws { throw CancellationError() } }

/// Overrides by a module, by an assembly or by a draft with the same registrations.
private enum Kind: CaseIterable, Sendable {
  case module, assembly, draft

  func replace(in overrides: Overrides, _ body: @escaping @Sendable (Container) throws -> Void) throws {
    switch self {
    case .module: try overrides.replace(module: Filled(body))
    case .assembly: try overrides.replace(assembly: Assembled(filled: Filled(body)))
    case .draft: try overrides.replacing(body)
    }
  }

  func add(in overrides: Overrides, _ body: @escaping @Sendable (Container) throws -> Void) throws {
    switch self {
    case .module: try overrides.add(module: Filled(body))
    case .assembly: try overrides.add(assembly: Assembled(filled: Filled(body)))
    case .draft: try overrides.adding(body)
    }
  }

  /// Makes a fork with the replacing registrations.
  func replacing(in app: Container, _ body: @escaping @Sendable (Container) throws -> Void) throws -> Container {
    try app.overriding { try replace(in: $0, body) }
  }
}

@Suite("Modules and assemblies as overrides")
struct GroupTests {
  @Test(arguments: Kind.allCases)
  fileprivate func `a decorator of a group is an override, which must decorate something and be used`(
    kind: Kind
  ) throws {
    let app = try makeApp()
    try app.register((any Part).self, name: "shared") { Plain("real") }.as(Keeping())
    let child = app.makeChild()
    let error = #expect(throws: OverrideError.self) {
      try child.overriding { overrides in
        do {
          try kind.replace(in: overrides) {
            try $0.register((any Part).self) { Mock() }
            try $0.decorate(Double.self) { _, number in number }
          }
        } catch {
          #expect(try overrides.container.resolve((any Part).self).text == "real")
          throw error
        }
      }
    }
    #expect(error?.description.hasPrefix("Nothing to override: Double is not registered.") ?? false)
    for name in [nil, "shared"] {
      let test = try kind.replacing(in: child) { try $0.decorate((any Part).self, name: name) { Around($1) } }
      let usage = try #require(test.core.fork?.usages.last)
      #expect(usage.isUnused)
      #expect(try test.resolve((any Part).self, name: name).text == "(real)")
      #expect(!usage.isUnused)
      #expect(try app.resolve((any Part).self, name: name).text == "real")
    }
  }

  @Test(arguments: Kind.allCases)
  fileprivate func `a group's decorator surrounds a parent's registration although a child contributes`(
    kind: Kind
  ) throws {
    let child = try makeApp().makeChild()
    try child.contribute((any Part).self) { Plain("more") }
    let test = try kind.replacing(in: child) { try $0.decorate((any Part).self) { Around($1) } }
    #expect(try test.resolve(Whole.self).part.text == "(real)")
    #expect(try test.resolveAll((any Part).self).map(\.text) == ["(more)", "(real)", "real n"])
  }

  private func makeApp() throws -> Container {
    let app = try makeWholeApp()
    try app.register((any Part).self, name: "n") { Plain("real n") }
    try app.register((any Reader).self) { File("real") }.asSingleton()
    return app
  }

  @Test(arguments: Kind.allCases)
  fileprivate func `a replacing module or assembly keeps the original scopes unless it has its own`(kind: Kind) throws {
    let container = try kind.replacing(in: makeApp()) { container in
      try container.register((any Part).self) { Plain("mock") }
      try container.register((any Part).self, name: "n") { Plain("mock n") }.asSingleton()
      try container.register(name: nil, initializer: Whole.init).asTransient()
    }
    let whole = try container.resolve(Whole.self)
    #expect(whole.part.text == "mock")
    #expect(try container.resolve((any Part).self) === whole.part)
    #expect(try container.resolve(Whole.self) !== whole)
    #expect(try container.resolve((any Part).self, name: "n") === container.resolve((any Part).self, name: "n"))
    #expect(try container.resolve((any Part).self, name: "n").text == "mock n")
  }

  @Test(arguments: Kind.allCases)
  fileprivate func `a replacing module or assembly throws for missing keys and replaces nothing`(kind: Kind) throws {
    var thrown: OverrideError?
    let container = try makeApp().overriding { overrides in
      thrown = error { () -> Void in
        try kind.replace(in: overrides) { container in
          try container.register((any Part).self) { Plain("mock") }
          try container.register(Int.self) { 7 }
          try container.register((any Part).self, name: "m") { Plain("mock m") }
        }
      }
    }
    guard case .nothingToReplace(let misses) = thrown else { return #expect(Bool(false), "\(thrown as Any)") }
    #expect(misses.map(\.key.description) == ["Int", "Part named \"m\""])
    #expect(misses[1].nearMatches.map(\.key.description) == ["Part named \"n\"", "Part"])
    #expect(try container.resolve((any Part).self).text == "real")
  }

  @Test(arguments: Kind.allCases)
  fileprivate func `add registers everything of a module or assembly, or nothing if a key exists`(kind: Kind) throws {
    let container = try makeApp().overriding { overrides in
      try kind.add(in: overrides) { container in
        try container.register(Int.self) { 7 }
        try container.register(Plain.self) { Plain("new") }.asSingleton().implements(AnyObject.self)
      }
      let thrown = error(OverrideError.self) {
        try kind.add(in: overrides) { container in
          try container.register(String.self) { "new" }
          try container.register(File.self) { File("new") }.implements((any Reader).self)
        }
      }
      guard case .alreadyRegistered(let key, _, _) = thrown else { return #expect(Bool(false), "\(thrown as Any)") }
      #expect(key.description == "Reader")
    }
    #expect(try container.resolve(Int.self) == 7)
    #expect(try container.resolve(AnyObject.self) === container.resolve(Plain.self))
    #expect(!container.isRegistered(String.self))
  }

  @Test(arguments: Kind.allCases)
  fileprivate func `a module or assembly replaces its own or a parent's type, in its scope, and rebuilds dependents`(
    kind: Kind
  ) throws {
    let app = try Container { container in
      try container.register((any Reader).self) { File("real") }.asSingleton()
      try container.register(String.self) { try $0.resolve((any Reader).self).text }.asSingleton()
    }
    for original in [app, app.makeChild()] {
      let plain = try kind.replacing(in: original) { try $0.register((any Reader).self) { File("mock") } }
      #expect(try plain.resolve(String.self) == "mock")
      let container = try kind.replacing(in: original) {
        try $0.register(File.self) { File("mock") }.implements((any Reader).self)
      }
      let reader = try container.resolve((any Reader).self)
      let texts = [reader.text, try container.resolve(File.self).text, try container.resolve(String.self)]
      #expect(texts == ["mock", "mock", "mock"])
      #expect(try container.resolve((any Reader).self) === reader)
      #expect(try container.resolveAll((any Reader).self).map(\.text) == ["mock"])
    }
  }

  @Test(arguments: Kind.allCases)
  fileprivate func `a replacing module or assembly adds its contributions, and keeps its hooks and instances`(
    kind: Kind
  ) async throws {
    let finished = Guarded<[String]>([])
    let container = try kind.replacing(in: makeApp()) { container in
      try container.contribute((any Part).self) { Plain("contributed") }
      try container.register((any Part).self) { Plain("mock") }
        .afterInit { _, part in finished.withLock { $0.append(part.text) } }
      try container.register(instance: File("mock"), as: (any Reader).self)
        .onRelease { reader in finished.withLock { $0.append("released \(reader.text)") } }
    }
    #expect(try await container.resolveAll((any Part).self).map(\.text) == ["mock", "real n", "contributed"])
    #expect(finished.now == ["mock"])
    _ = try await container.resolve((any Reader).self)
    expectAllOverridesUsed(container)
    try await container.shutdown()
    #expect(finished.now == ["mock", "released mock"])
  }

  @Test(arguments: Kind.allCases)
  fileprivate func `replacing or adding a module or assembly throws if it is empty or throws`(kind: Kind) throws {
    let container = try makeApp().overriding { overrides in
      for call in [kind.replace, kind.add] {
        let thrown = error(OverrideError.self) { try call(overrides) { _ in } }
        guard case .nothingRegistered = thrown else { return #expect(Bool(false), "\(thrown as Any)") }
        #expect(throws: Objection.self) {
          try call(overrides) { container in
            try container.register((any Part).self) { Plain("mock") }
            throw Objection()
          }
        }
      }
    }
    #expect(try container.resolve((any Part).self).text == "real")
  }

  @Test func `a draft takes all forms, and an unused override is told with its line there`() async throws {
    let line: UInt = #line + 5
    let container = try makeApp().overriding { overrides in
      try overrides.replacing { draft in
        try draft.register((any Part).self) { @MainActor in Plain("on the main actor") }
        try draft.register((any Part).self, name: "n", factory: { () async in Plain("awaited") })
        try draft.register(initializer: Whole.init, with: .named("n"))
      }
      try overrides.adding { draft in try draft.register(Int.self, key: 1) { (_: Resolver) in 7 } }
    }
    #expect(try await container.resolve((any Part).self).text == "on the main actor")
    #expect(try await container.resolve((any Part).self, name: "n").text == "awaited")
    let caught = failures { expectAllOverridesUsed(container) }
    let text = try #require(caught.first?.text)
    #expect(text.contains("Whole, overridden at AstrojectOverridesTests/GroupTests.swift:\(line)"), "\(text)")
    #expect(text.contains("Int keyed 1, overridden at AstrojectOverridesTests/GroupTests.swift:\(line + 2)"))
    #expect(try await container.resolve(Whole.self).part.text == "awaited")
    #expect(try await container.resolve(Int.self, key: 1) == 7)
    expectAllOverridesUsed(container)
  }

  @Test func `an assembly runs postAssemble after all overrides are made`() throws {
    let steps = Guarded<[String]>([])
    let seen = Guarded<[String]>([])
    let filled = Filled { try $0.register((any Part).self) { Plain("mock") } }
    let container = try makeApp().overriding { overrides in
      let assembly = Assembled(
        filled: filled, steps: steps,
        post: { resolver in
          let texts = [try resolver.resolve((any Part).self).text, "\(try resolver.resolve(Int.self))"]
          seen.withLock { $0 += texts }
        })
      try overrides.replace(assembly: assembly)
      #expect(steps.now == ["preassemble", "assemble"])
      try overrides.wrap((any Part).self) { Around($0) }
      try overrides.add(Int.self) { 7 }
    }
    #expect(steps.now == ["preassemble", "assemble", "postAssemble"])
    #expect(seen.now == ["(mock)", "7"])
    #expect(try container.resolve((any Part).self).text == "(mock)")
    #expect(throws: CancellationError.self) {
      try makeApp().overriding { overrides in
        try overrides.replace(assembly: Assembled(filled: filled, post: { _ in throw CancellationError() }))
      }
    }
  }

  @Test(arguments: Kind.allCases)
  fileprivate func `a module or assembly replaces, but does not add, a type of the fallback only`(kind: Kind) throws {
    let old = try Container { try $0.register(Int.self) { 1 } }
    let app = try Container(fallback: old) { try $0.register(String.self) { "\(try $0.resolve(Int.self))" } }
    let container = try app.overriding { overrides in
      #expect(throws: OverrideError.self) { try kind.add(in: overrides) { try $0.register(Int.self) { 2 } } }
      try kind.replace(in: overrides) { try $0.register(Int.self) { 3 } }
    }
    #expect(try [container.resolve(String.self), app.resolve(String.self)] == ["3", "1"])
  }

  @Test(arguments: Kind.allCases)
  fileprivate func `a replacing module or assembly may register other modules and repeat a key`(kind: Kind) throws {
    let container = try kind.replacing(in: makeApp()) { container in
      try container.register(module: Filled { try $0.register((any Part).self) { Plain("first") } })
      try container.register((any Part).self) { Plain("second") }
      try container.register((any Part).self, ifRegistered: .keep) { Plain("third") }
    }
    #expect(try container.resolve((any Part).self).text == "second")
    #expect(try container.resolveAll((any Part).self).count == 2)
  }

  /// Makes a container with a registration of `Part`, and with another one that is forwarded to it.
  private func makeTwoParts() throws -> Container {
    try Container { container in
      try container.register((any Part).self) { Plain("own") }.asSingleton()
      try container.register(Plain.self) { Plain("fwd") }.implements((any Part).self) { $0 }
    }
  }

  @Sendable private static func implementing(_ container: Container) throws {
    try container.register(Plain.self) { Plain("mock fwd") }.implements((any Part).self) { $0 }
  }

  private static let twoImplementing = Filled { container in
    try container.register(Around.self) { Around(Plain("1")) }.implements((any Part).self) { $0 }
    try container.register(Plain.self) { Plain("2") }.implements((any Part).self) { $0 }
  }

  @Sendable private static func registering(_ container: Container) throws {
    try container.register((any Part).self) { Plain("mock own") }
  }

  @Test(arguments: Kind.allCases)
  fileprivate func `a module or assembly replaces a collection's front entries in its own order`(kind: Kind) throws {
    let app = try makeTwoParts()
    let (implementing, registering) = (GroupTests.implementing, GroupTests.registering)
    let cases: [(order: [@Sendable (Container) throws -> Void], all: [String], front: String)] = [
      ([implementing], ["own", "mock fwd"], "mock fwd"), ([registering], ["own", "mock own"], "mock own"),
      ([registering, implementing], ["mock own", "mock fwd"], "mock fwd"),
      ([implementing, registering], ["mock fwd", "mock own"], "mock own"),
    ]
    for (order, all, front) in cases {
      let body: @Sendable (Container) throws -> Void = { container in for step in order { try step(container) } }
      let container = try app.overriding { try kind.replace(in: $0, body) }
      let (parts, again) = (try container.resolveAll((any Part).self), try container.resolveAll((any Part).self))
      #expect(parts.map(\.text) == all)
      // The singleton behind a replaced forwarding is built once.
      #expect(parts[0].text != "own" || parts[0] === again[0])
      #expect(try container.resolve((any Part).self).text == front)
      guard all.count(where: { $0.hasPrefix("mock") }) == 2 else { continue }
      let added = try Container().overriding { try kind.add(in: $0, body) }
      #expect(try added.resolveAll((any Part).self).map(\.text) == all)
      #expect(try added.resolve((any Part).self).text == front)
    }
  }

  @Test(arguments: Kind.allCases)
  fileprivate func `an added module or assembly appends its entries in the order of registration`(kind: Kind) throws {
    let body: @Sendable (Container) throws -> Void = { container in
      try container.contribute((any Part).self) { Plain("1") }
      try container.register((any Part).self, name: "n") { Plain("old") }
      try container.register((any Part).self) { Plain("2") }
      try container.register((any Part).self, name: "n") { Plain("3") }
      try container.contribute((any Part).self) { Plain("4") }
    }
    let registered = try Container { try body($0) }
    let added = try Container().overriding { try kind.add(in: $0, body) }
    for container in [registered, added] {
      #expect(try container.resolveAll((any Part).self).map(\.text) == ["1", "2", "3", "4"])
    }
  }

  @Test func `a module's forwarding replaces a nearer registration, whose own forwardings stay`() throws {
    let parent = try Container { try $0.register(Plain.self) { Plain("real") } }
    let child = try parent.makeChild { container in
      try container.register((any Part).self) { Plain("child's") }.implements(String.self) { $0.text }
    }
    let container = try child.overriding { try $0.replace(module: Filled { try GroupTests.implementing($0) }) }
    #expect(try container.resolve((any Part).self).text == "mock fwd")
    #expect(try [container.resolve(Plain.self).text, container.resolve(String.self)] == ["mock fwd", "child's"])
  }

  @Test(arguments: Kind.allCases)
  fileprivate func `a module or assembly replaces a protected registration behind a forwarding`(kind: Kind) throws {
    let app = try Container { container in
      try container.register((any Part).self, isOverridable: false) { Plain("protected") }
      try container.register(Plain.self) { Plain("real") }.implements((any Part).self) { $0 }
    }
    let container = try kind.replacing(in: app) {
      try $0.register(Mock.self) { Mock() }.implements((any Part).self) { $0 }
    }
    #expect(try container.resolve((any Part).self).text == "mock")
    #expect(try container.resolveAll((any Part).self).map(\.text) == ["real", "mock"])
    expectAllOverridesUsed(container)
  }

  @Test(arguments: [false, true])
  func `a module that implements a type twice replaces all originals, and its last one answers`(hasTwo: Bool) throws {
    let app = try Container { container in
      try container.register(Plain.self) { Plain("real fwd") }.implements((any Part).self) { $0 }
      if hasTwo { try container.register((any Part).self) { Plain("real own") } }
    }
    let container = try app.overriding { try $0.replace(module: GroupTests.twoImplementing) }
    #expect(try container.resolveAll((any Part).self).map(\.text) == ["(1)", "2"])
    #expect(try container.resolve((any Part).self).text == "2")
  }
}
