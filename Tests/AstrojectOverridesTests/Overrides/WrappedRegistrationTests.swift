import TestSupport
import Testing

struct WrappedRegistrationTests {
  @Test(arguments: AnyScope.keeping)
  func `the original's scope caches the wrapper and builds the original once`(scope: AnyScope) throws {
    let built = Counter()
    let app = try Container { container in
      scope.apply(to: try container.register((any Part).self) { built.count(Plain("real")) })
    }
    let container = try app.overriding { try $0.wrap((any Part).self) { Around($0) } }
    let first = try #require(try container.resolve((any Part).self) as? Around)
    let second = try #require(try container.resolve((any Part).self) as? Around)
    #expect(first === second)
    #expect(built.value == 1)
    #expect(try container.resolveAll((any Part).self).count == 1)
    #expect(try app.resolve((any Part).self) is Plain)
  }

  @Test(arguments: [AnyScope.disposable, .weak, .scoped, .perContainer])
  func `releasing a wrapped registration releases the original and the wrapper`(scope: AnyScope) throws {
    let app = try Container { scope.apply(to: try $0.register((any Part).self) { Plain("real") }) }
    let container = try app.overriding { try $0.wrap((any Part).self) { Around($0) } }
    let first = try #require(try container.resolve((any Part).self) as? Around)
    container.release((any Part).self)
    let second = try #require(try container.resolve((any Part).self) as? Around)
    #expect(first !== second)
    #expect(first.real !== second.real)
    container.releaseAll()
    let third = try #require(try container.resolve((any Part).self) as? Around)
    #expect(second.real !== third.real)
  }

  @Test(arguments: [true, false])
  func `onRelease receives the wrapper of an unregistered or replaced original, and a new one is wrapped, too`(
    isUnregistered: Bool
  ) throws {
    let released = Guarded<[String]>([])
    let app = try Container { container in
      try container.register((any Part).self) { Plain("real") }.asSingleton()
        .onRelease { part in released.withLock { $0.append(part.text) } }
        .implements((any AnyObject & Sendable).self)
    }
    let container = try app.overriding { try $0.wrap((any Part).self) { Around($0) } }
    _ = try container.resolve((any Part).self)
    if isUnregistered {
      container.unregister((any Part).self)
      #expect(!container.isRegistered((any Part).self) && !container.isRegistered((any AnyObject & Sendable).self))
      #expect(container.graph.nodes.map(\.key) == ["Part (decorator)"])
      #expect(released.now == ["(real)"])
    }
    try container.register((any Part).self) { Plain("new") }
    #expect(try container.resolve((any Part).self).text == "(new)")
    #expect(try container.resolveAll((any Part).self).map(\.text) == ["(new)"])
    #expect(container.graph.nodes.map(\.key) == ["Part (decorator)", "Part"])
    #expect(released.now == ["(real)"])
  }

  @Test func `wrapping releases an instance that a child has cached before`() throws {
    let releases = Counter()
    let app = try Container { container in
      try container.register((any Part).self) { Plain("real") }.asScoped()
        .onRelease { _ throws in _ = releases.increment() }
    }
    let container = try app.makeChild().overriding { overrides in
      _ = try overrides.container.resolve((any Part).self)
      try overrides.wrap((any Part).self) { Around($0) }
      #expect(releases.value == 1)
    }
    _ = try container.resolve((any Part).self)
    #expect(releases.value == 1)
  }

  @Test func `a wrapped asynchronous original is awaited, and a synchronous resolve names it`() async throws {
    let app = try Container { container in
      try container.register((any Part).self) { await later(Plain("real")) }.asSingleton()
      try container.register(initializer: Whole.init)
    }
    let container = try app.overriding { try $0.wrap((any Part).self) { Around($0) } }
    let thrown = error(AstrojectError.self) { try container.resolve(Whole.self) }
    guard case .asynchronousFactory(let failure) = thrown else { return #expect(Bool(false), "\(thrown as Any)") }
    #expect(failure.key.description == "Part")
    #expect(failure.path.map(\.key.description) == ["Whole", "Part"])
    #expect(thrown?.description.contains("`try await container.resolve(Whole.self)`") == true, "\(thrown as Any)")
    #expect(try await container.resolve(Whole.self).part.text == "(real)")
    #expect(try synchronously { try container.resolve(Whole.self).part.text } == "(real)")
  }

  @Test func `a main-actor original is built on the main actor inside its wrapper`() async throws {
    let app = try Container { container in
      try container.register((any Part).self) { @MainActor in Plain("real \(isOnMain())") }
    }
    let container = try app.overriding { try $0.wrap((any Part).self) { Around($0) } }
    #expect(try await container.resolve((any Part).self).text == "(real true)")
    #expect(try await MainActor.run { try container.resolve((any Part).self).text } == "(real true)")
    try container.validate()
  }

  @Test func `an injected property receives a wrapped asynchronous product`() async throws {
    final class Owner: @unchecked Sendable { @Inject var part: any Part }
    let app = try Container { container in
      try container.register((any Part).self) { await later(Plain("real")) }
      try container.register(initializer: { @Sendable () in Owner() })
    }
    let container = try app.overriding { try $0.wrap((any Part).self) { Around($0) } }
    for original in [app, container] {
      for _ in 0..<4 {
        #expect(try await original.resolve(Owner.self).part.text == (original === app ? "real" : "(real)"))
      }
    }
  }
}
