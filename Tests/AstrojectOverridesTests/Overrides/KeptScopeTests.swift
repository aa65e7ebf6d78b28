import TestSupport
import Testing

struct KeptScopeTests {
  /// Counts the different instances of two resolves in a container, of two more in its child, and of two in one tree.
  private struct Census: Equatable {
    private let parent, both, tree: Int

    init(of container: Container) throws {
      let child = container.makeChild()
      let own = [try container.resolve(Plain.self), try container.resolve(Plain.self)]
      let all = own + [try child.resolve(Plain.self), try child.resolve(Plain.self)]
      let pair = try container.resolve(Pair.self)
      parent = Set(own.map(ObjectIdentifier.init)).count
      both = Set(all.map(ObjectIdentifier.init)).count
      tree = Set([pair.first, pair.second].map(ObjectIdentifier.init)).count
    }
  }

  private struct Pair { let first: Plain, second: Plain }

  private func makeApp(_ scope: AnyScope) throws -> Container {
    try Container { container in
      scope.apply(to: try container.register(Plain.self) { Plain("real") })
      try container.register(initializer: Pair.init)
    }
  }

  private static let replaced: @Sendable (Overrides) throws -> Void = { try $0.replace(Plain.self) { Plain("mock") } }
  private static let wrapped: @Sendable (Overrides) throws -> Void = { overrides in
    try overrides.wrap(Plain.self) { real in Plain("around \(real.text)") }
  }

  @Test(arguments: AnyScope.allCases)
  func `replace and wrap retain the scope of the original`(scope: AnyScope) throws {
    let app = try makeApp(scope)
    let expected = try Census(of: app)
    let initialized: @Sendable (Overrides) throws -> Void = { overrides in
      try overrides.replace(initializer: { @Sendable in Plain("mock") })
    }
    for override in [Self.replaced, Self.wrapped, initialized] {
      let container = try app.overriding(override)
      #expect(try Census(of: container) == expected)
      #expect(try container.resolve(Plain.self).text != "real")
      #expect(try app.resolve(Plain.self).text == "real")
    }
  }

  @Test(arguments: [false, true])
  func `a replacement becomes a singleton if the original's scope is a shared object, which keeps its product`(
    isResolvedBefore: Bool
  ) throws {
    let app = try makeApp(.shared)
    let original = try app.resolve(Plain.self)
    let container = try app.overriding { overrides in
      if isResolvedBefore { #expect(try overrides.container.resolve(Plain.self) === original) }
      try Self.replaced(overrides)
    }
    #expect(container.graph.nodes.first { $0.key == "Plain" }?.scope == .singleton)
    #expect(try container.resolve(Plain.self).text == "mock")
    container.releaseAll()
    #expect(try app.resolve(Plain.self) === original)
  }

  @Test func `a replacement gets its own scope object if the scope makes one for each container`() throws {
    let made = Counter()
    let app = try Container { container in
      try container.register(Plain.self) { Plain("real") }.as { made.count(Keeping()) }
    }
    let original = try app.resolve(Plain.self)
    let container = try app.overriding(Self.replaced)
    let mock = try container.resolve(Plain.self)
    #expect(made.value == 2)
    container.release(Plain.self)
    #expect(try container.resolve(Plain.self) !== mock)
    #expect(try app.resolve(Plain.self) === original)
  }

  @Test func `a replacement is scoped to the same named container as the original`() throws {
    let app = try Container { try $0.register(Plain.self) { Plain("real") }.asScoped(to: "request") }
    let container = try app.overriding(Self.replaced)
    let request = container.makeChild(named: "request")
    let mock = try request.resolve(Plain.self)
    #expect(try request.makeChild().resolve(Plain.self) === mock)
    #expect(try container.makeChild(named: "request").resolve(Plain.self) !== mock)
    #expect(throws: AstrojectError.self) { try container.resolve(Plain.self) }
    // A fork of the child itself has the child's name, too.
    let fork = try app.makeChild(named: "request").overriding(Self.replaced)
    #expect(try fork.resolve(Plain.self) === fork.makeChild().resolve(Plain.self))
  }

  @Test(arguments: AnyScope.allCases)
  func `a replacement may choose another scope, and the original retains its own`(scope: AnyScope) throws {
    for new in AnyScope.allCases {
      let app = try makeApp(scope)
      let container = try app.overriding { overrides in
        new.apply(to: try overrides.replace(Plain.self) { Plain("mock") })
      }
      let expected = try Census(of: try makeApp(new))
      #expect(try Census(of: container) == expected, "\(new)")
      #expect(try Census(of: app) == Census(of: try makeApp(scope)), "\(new)")
    }
  }

  // A shared scope object does not distinguish arguments.
  @Test(arguments: AnyScope.allCases.filter { $0 != .shared })
  func `a replacement distinguishes argument values as the original's scope does`(scope: AnyScope) throws {
    func count(_ container: Container) throws -> [Int] {
      let one = try container.resolve(Plain.self, argument: 1)
      let two = try container.resolve(Plain.self, argument: 2)
      let again = try container.resolve(Plain.self, argument: 1)
      return [Set([one, two, again].map(ObjectIdentifier.init)).count, one === again ? 1 : 2]
    }
    let app = try Container { container in
      scope.apply(to: try container.register(Plain.self, argument: Int.self) { _, number in Plain("real \(number)") })
    }
    let container = try app.overriding { overrides in
      try overrides.replace(Plain.self, arguments: Int.self) { _, number in Plain("mock \(number)") }
    }
    #expect(try count(container) == count(app))
    #expect(try container.resolve(Plain.self, argument: 2).text == "mock 2")
    let wrapped = try app.overriding { overrides in
      try overrides.wrap(Plain.self, arguments: Int.self) { _, real, number in Plain("(\(real.text)) \(number)") }
    }
    #expect(try count(wrapped) == count(app))
    #expect(try wrapped.resolve(Plain.self, argument: 2).text == "(real 2) 2")
  }

  @Test(arguments: [false, true])
  func `an override of an instance is cached, except a wrapper of an external one`(isOwnedElsewhere: Bool) throws {
    let real = Plain("real")
    let app = try Container { container in
      let instance = try container.register(instance: real)
      if isOwnedElsewhere { instance.ownedExternally() }
    }
    let container = try app.overriding(Self.replaced)
    #expect(try container.resolve(Plain.self).text == "mock")
    #expect(try container.resolve(Plain.self) === container.resolve(Plain.self))
    let wrapped = try app.overriding(Self.wrapped)
    #expect(try wrapped.resolve(Plain.self).text == "around real")
    // An externally owned instance is wrapped at each resolve, because it may be released at any time.
    let isSame = try wrapped.resolve(Plain.self) === wrapped.resolve(Plain.self)
    #expect(isSame != isOwnedElsewhere)
  }

  @Test(arguments: AnyScope.allCases)
  func `a replacing instance ignores the scope of the original`(scope: AnyScope) throws {
    let mine = Plain("mine")
    let container = try makeApp(scope).overriding { try $0.replace(instance: mine) }
    #expect(try container.resolve(Plain.self) === mine)
    #expect(try container.makeChild().resolve(Plain.self) === mine)
    container.releaseAll()
    #expect(try container.resolve(Plain.self) === mine)
  }
}
