import AstrojectTesting
import Nexus
import TestSupport
import Testing

private protocol Reader: AnyObject, Sendable { var text: String { get } }

private final class File: Reader {
  let text: String
  init(_ text: String) { self.text = text }
}

private struct Filled: Module {
  let body: @Sendable (Container) throws -> Void
  init(_ body: @escaping @Sendable (Container) throws -> Void) { self.body = body }
  func register(in container: Container) throws { try body(container) }
}

/// The same as an assembly: what it does is handed to it.
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

private final class Mock: Part { let text = "mock" }

private struct NeverAssembled: Assembly {
  func assemble(container: Container) throws { throw CancellationError() }
}

/// A module or an assembly that registers the same.
private enum Kind: CaseIterable, Sendable {
  case module, assembly

  func replace(in overrides: Overrides, _ body: @escaping @Sendable (Container) throws -> Void) throws {
    switch self {
    case .module: try overrides.replace(module: Filled(body))
    case .assembly: try overrides.replace(assembly: Assembled(filled: Filled(body)))
    }
  }

  func add(in overrides: Overrides, _ body: @escaping @Sendable (Container) throws -> Void) throws {
    switch self {
    case .module: try overrides.add(module: Filled(body))
    case .assembly: try overrides.add(assembly: Assembled(filled: Filled(body)))
    }
  }
}

@Suite("A module or an assembly as an override")
struct GroupTests {
  private func makeApp() throws -> Container {
    try Container { container in
      try container.register((any Part).self) { Plain("real") }.asSingleton()
      try container.register((any Part).self, name: "n") { Plain("real n") }
      try container.register(initializer: Whole.init).asSingleton()
      try container.register((any Reader).self) { File("real") }.asSingleton()
    }
  }

  @Test(
    "replaces all that it registers, with the scope that it chooses, or else the original's", arguments: Kind.allCases)
  fileprivate func replaces(kind: Kind) throws {
    let container = try makeApp().overriding { overrides in
      try kind.replace(in: overrides) { container in
        try container.register((any Part).self) { Plain("mock") }
        try container.register((any Part).self, name: "n") { Plain("mock n") }.asSingleton()
        try container.register(name: nil, initializer: Whole.init).asTransient()
      }
    }
    let whole = try container.resolve(Whole.self)
    #expect(whole.part.text == "mock")
    #expect(try container.resolve((any Part).self) === whole.part)
    #expect(try container.resolve(Whole.self) !== whole)
    #expect(try container.resolve((any Part).self, name: "n") === container.resolve((any Part).self, name: "n"))
    #expect(try container.resolve((any Part).self, name: "n").text == "mock n")
  }

  @Test("throws with all that is not there, and then replaces nothing", arguments: Kind.allCases)
  fileprivate func missing(kind: Kind) throws {
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

  @Test("adds all that it registers, none of which may be there", arguments: Kind.allCases)
  fileprivate func adds(kind: Kind) throws {
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

  @Test("may implement a type by another one than the original does, in the original's scope", arguments: Kind.allCases)
  fileprivate func implements(kind: Kind) throws {
    let container = try makeApp().overriding { overrides in
      try kind.replace(in: overrides) { container in
        try container.register(File.self) { File("mock") }.implements((any Reader).self)
      }
    }
    #expect(try container.resolve((any Reader).self).text == "mock")
    #expect(try container.resolve((any Reader).self) === container.resolve((any Reader).self))
    #expect(try container.resolveAll((any Reader).self).map(\.text) == ["mock"])
    #expect(try container.resolve(File.self).text == "mock")
  }

  @Test("reaches what a parent has, and whoever depends on it there", arguments: Kind.allCases)
  fileprivate func parents(kind: Kind) throws {
    let app = try Container { container in
      try container.register((any Reader).self) { File("real") }.asSingleton()
      try container.register(String.self) { try $0.resolve((any Reader).self).text }.asSingleton()
    }
    let child = app.makeChild()
    let plain = try child.overriding { overrides in
      try kind.replace(in: overrides) { try $0.register((any Reader).self) { File("mock") } }
    }
    #expect(try plain.resolve(String.self) == "mock")
    let implemented = try child.overriding { overrides in
      try kind.replace(in: overrides) { container in
        try container.register(File.self) { File("mock") }.implements((any Reader).self)
      }
    }
    #expect(try implemented.resolve((any Reader).self).text == "mock")
    #expect(try implemented.resolve(String.self) == "mock")
  }

  @Test("keeps its hooks, and adds what it contributes", arguments: Kind.allCases)
  fileprivate func contributions(kind: Kind) throws {
    let container = try makeApp().overriding { overrides in
      try kind.replace(in: overrides) { container in
        try container.contribute((any Part).self) { Plain("contributed") }
        try container.register((any Part).self) { Plain("mock") }
          .afterInit { _, part in #expect(part.text == "mock") }
      }
    }
    #expect(try container.resolveAll((any Part).self).map(\.text) == ["mock", "real n", "contributed"])
    expectAllOverridesUsed(container)
  }

  @Test("has to register something, and what it throws is thrown", arguments: Kind.allCases)
  fileprivate func nothing(kind: Kind) throws {
    struct Trouble: Error {}
    let container = try makeApp().overriding { overrides in
      for call in [kind.replace, kind.add] {
        let thrown = error(OverrideError.self) { try call(overrides) { _ in } }
        guard case .nothingRegistered = thrown else { return #expect(Bool(false), "\(thrown as Any)") }
        #expect(throws: Trouble.self) {
          try call(overrides) { container in
            try container.register((any Part).self) { Plain("mock") }
            throw Trouble()
          }
        }
      }
    }
    #expect(try container.resolve((any Part).self).text == "real")
  }

  @Test("of the kind assembly runs its steps, the last when all overrides are made")
  func postAssemble() throws {
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

  @Test("knows what only the fallback has", arguments: Kind.allCases)
  fileprivate func fallback(kind: Kind) throws {
    let old = try Container { try $0.register(Int.self) { 1 } }
    let app = try Container(fallback: old) { try $0.register(String.self) { "\(try $0.resolve(Int.self))" } }
    let container = try app.overriding { overrides in
      #expect(throws: OverrideError.self) {
        try kind.add(in: overrides) { try $0.register(Int.self) { 2 } }
      }
      try kind.replace(in: overrides) { try $0.register(Int.self) { 3 } }
    }
    #expect(try container.resolve(String.self) == "3")
    #expect(try app.resolve(String.self) == "1")
  }

  @Test("may use what it has registered, as a module does that registers others", arguments: Kind.allCases)
  fileprivate func nested(kind: Kind) throws {
    let container = try makeApp().overriding { overrides in
      try kind.replace(in: overrides) { container in
        try container.register(module: Filled { try $0.register((any Part).self) { Plain("first") } })
        try container.register((any Part).self) { Plain("second") }
        try container.register((any Part).self, ifRegistered: .keep) { Plain("third") }
      }
    }
    #expect(try container.resolve((any Part).self).text == "second")
    #expect(try container.resolveAll((any Part).self).count == 2)
  }

  /// One part of its own, and one that implements the type.
  private func makeTwoParts() throws -> Container {
    try Container { container in
      try container.register((any Part).self) { Plain("own") }.asSingleton()
      try container.register(Plain.self) { Plain("fwd") }.implements((any Part).self) { $0 }
    }
  }

  private static func implementing(_ container: Container) throws {
    try container.register(Plain.self) { Plain("mock fwd") }.implements((any Part).self) { $0 }
  }

  private static let twoImplementing = Filled { container in
    try container.register(Around.self) { Around(Plain("1")) }.implements((any Part).self) { $0 }
    try container.register(Plain.self) { Plain("2") }.implements((any Part).self) { $0 }
  }

  private static func registering(_ container: Container) throws {
    try container.register((any Part).self) { Plain("mock own") }
  }

  @Test("replaces like by like where a type is registered and implemented, too", arguments: Kind.allCases)
  fileprivate func likeByLike(kind: Kind) throws {
    let app = try makeTwoParts()
    let cases: [(body: @Sendable (Container) throws -> Void, all: [String], front: String)] = [
      ({ try GroupTests.implementing($0) }, ["own", "mock fwd"], "mock fwd"),
      ({ try GroupTests.registering($0) }, ["own", "mock own"], "mock own"),
      (
        {
          try GroupTests.registering($0)
          try GroupTests.implementing($0)
        }, ["mock own", "mock fwd"], "mock fwd"
      ),
      (
        {
          try GroupTests.implementing($0)
          try GroupTests.registering($0)
        }, ["mock fwd", "mock own"], "mock own"
      ),
    ]
    for (body, all, front) in cases {
      let container = try app.overriding { try kind.replace(in: $0, body) }
      #expect(try container.resolveAll((any Part).self).map(\.text) == all)
      #expect(try container.resolve((any Part).self).text == front)
      guard all.count(where: { $0.hasPrefix("mock") }) == 2 else { continue }
      let added = try Container().overriding { try kind.add(in: $0, body) }
      #expect(try added.resolveAll((any Part).self).map(\.text) == all)
      #expect(try added.resolve((any Part).self).text == front)
    }
  }

  @Test("builds once what stands behind the type that it implements")
  func behind() throws {
    let builds = Counter()
    let app = try Container { container in
      try container.register((any Part).self) {
        builds.increment()
        return Plain("own")
      }.asSingleton()
      try container.register(Plain.self) { Plain("fwd") }.implements((any Part).self) { $0 }
    }
    let container = try app.overriding { try $0.replace(module: Filled { try GroupTests.implementing($0) }) }
    for _ in 0..<2 { _ = try container.resolveAll((any Part).self) }
    #expect(builds.value == 1)
  }

  @Test("that is added comes in the order in which it registers", arguments: Kind.allCases)
  fileprivate func order(kind: Kind) throws {
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

  @Test("implements a type also where a container nearer than its own has one")
  func nearer() throws {
    let parent = try Container { try $0.register(Plain.self) { Plain("real") } }
    let child = try parent.makeChild { try $0.register((any Part).self) { Plain("child's") } }
    let container = try child.overriding { try $0.replace(module: Filled { try GroupTests.implementing($0) }) }
    #expect(try container.resolve((any Part).self).text == "mock fwd")
    #expect(try container.resolve(Plain.self).text == "mock fwd")
  }

  @Test("leaves what the nearer container's implements")
  func nearerImplements() throws {
    let parent = try Container { try $0.register(Plain.self) { Plain("real") } }
    let child = try parent.makeChild { container in
      try container.register((any Part).self) { Plain("child's") }.implements(String.self) { $0.text }
    }
    let container = try child.overriding { try $0.replace(module: Filled { try GroupTests.implementing($0) }) }
    #expect(try container.resolve((any Part).self).text == "mock fwd")
    #expect(try container.resolve(String.self) == "child's")
  }

  @Test("implements what is protected, though something implements that after it", arguments: Kind.allCases)
  fileprivate func protected(kind: Kind) throws {
    let app = try Container { container in
      try container.register((any Part).self, isOverridable: false) { Plain("protected") }
      try container.register(Plain.self) { Plain("real") }.implements((any Part).self) { $0 }
    }
    let container = try app.overriding { overrides in
      try kind.replace(in: overrides) { draft in
        try draft.register(Mock.self) { Mock() }.implements((any Part).self) { $0 }
      }
    }
    #expect(try container.resolve((any Part).self).text == "mock")
    #expect(try container.resolveAll((any Part).self).map(\.text) == ["real", "mock"])
    expectAllOverridesUsed(container)
  }

  @Test("leaves none of the original's where it brings as many")
  func asMany() throws {
    let app = try Container { container in
      try container.register(Plain.self) { Plain("real fwd") }.implements((any Part).self) { $0 }
      try container.register((any Part).self) { Plain("real own") }
    }
    let container = try app.overriding { try $0.replace(module: GroupTests.twoImplementing) }
    #expect(try container.resolveAll((any Part).self).map(\.text) == ["(1)", "2"])
  }

  @Test("has its last one in front where it brings more than there were")
  func more() throws {
    let app = try Container { container in
      try container.register(Plain.self) { Plain("real") }.implements((any Part).self) { $0 }
    }
    let container = try app.overriding { try $0.replace(module: GroupTests.twoImplementing) }
    #expect(try container.resolveAll((any Part).self).map(\.text) == ["(1)", "2"])
    #expect(try container.resolve((any Part).self).text == "2")
  }
}
