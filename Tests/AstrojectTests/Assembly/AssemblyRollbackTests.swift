import TestSupport
import Testing

/// A change that an assembly makes to a container.
private struct Deed: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let run: @Sendable (Container) throws -> Void

  init(_ description: String, _ run: @escaping @Sendable (Container) throws -> Void) {
    testDescription = description
    self.run = run
  }

  static let all = [
    Deed("registers something new") { container in
      try container.register(String.self) { "new" }
      try container.register(String.self, name: "named") { "new" }
      try container.register(String.self, argument: Int.self) { _, number in "\(number)" }
    },
    Deed("replaces singletons") { container in
      try container.register(LiveService.self) { LiveService() }.asSingleton()
      try container.register(Client.self) { Client(LiveService()) }.asSingleton()
    },
    Deed("replaces twice") { container in
      try container.register(LiveService.self) { LiveService() }.asSingleton()
      try container.register(LiveService.self) { LiveService() }.asTransient()
    },
    Deed("replaces a singleton and resolves the new one") { container in
      let new = try container.register(LiveService.self) { LiveService() }.asSingleton()
      let service = try container.resolve(LiveService.self)
      #expect(try container.resolve(LiveService.self) === service)
      expectNotRegistered((any Service).self, in: container)
      new.implements((any Service).self)
      #expect(try container.resolve((any Service).self) === service)
    },
    Deed("registers an instance") { container in
      try container.register(instance: LiveService())
      try container.register(instance: "new")
    },
    Deed("registers with ifRegistered: .keep") { container in
      try container.register(String.self, ifRegistered: .keep) { "new" }
      try container.register(LiveService.self, ifRegistered: .keep) { LiveService() }
    },
    Deed("unregisters") { container in
      container.unregister(LiveService.self)
      expectNotRegistered(LiveService.self, in: container)
      expectResolveThrows(LiveService.self, in: container)
    },
    Deed("unregisters and registers again") { container in
      container.unregister(Client.self)
      try container.register(Client.self) { Client(LiveService()) }.asSingleton()
      _ = try container.resolve(Client.self)
    },
    Deed("clears") { container throws in
      container.clear()
      expectNotRegistered(LiveService.self, in: container)
      expectNotRegistered((any Service).self, in: container)
      #expect(try container.resolveAll((any Service).self).isEmpty)
    },
    Deed("contributes") { container in
      let count = try container.resolveAll((any Service).self).count
      try container.contribute((any Service).self) { LiveService() }
      #expect(try container.resolveAll((any Service).self).count == count + 1)
    },
    Deed("clears, then registers and contributes") { container in
      container.clear()
      try container.contribute((any Service).self) { LiveService() }
      try container.register(LiveService.self) { LiveService() }
      #expect(try container.resolveAll((any Service).self).count == 1)
    },
    Deed("forwards from a new registration") { container in
      try container.register(LiveService.self, name: "n") { LiveService() }.implements((any Service).self)
      try container.register(OtherService.self) { OtherService() }.implements((any Service).self)
      #expect(try container.resolve((any Service).self) is OtherService)
    },
    Deed("applies another assembly") { container in
      try container.assemble { try $0.register(LiveService.self) { LiveService() } }
    },
    Deed("catches the error of another assembly that it applies") { container in
      #expect(throws: Trouble("inner")) {
        try container.assemble { container in
          try container.register(String.self) { "inner" }
          container.unregister(LiveService.self)
          throw Trouble("inner")
        }
      }
      expectNotRegistered(String.self, in: container)
      expectRegistered(LiveService.self, in: container)
    },
  ]
}

/// An assembly that throws at one of its steps.
private struct Failing: Assembly {
  enum Step: CaseIterable, Sendable { case preassemble, preloaded, assemble, postAssemble, loaded }

  let step: Step?

  init(at step: Step) { self.step = step }
  init() { step = nil }

  private func reach(_ step: Step) throws { if step == self.step { throw Trouble("\(step)") } }

  func preassemble() throws { try reach(.preassemble) }
  @available(*, deprecated) func preloaded() throws { try reach(.preloaded) }
  func assemble(container: Container) throws { try reach(.assemble) }
  func postAssemble(resolver: Resolver) throws { try reach(.postAssemble) }
  @available(*, deprecated) func loaded(resolver: Resolver) throws { try reach(.loaded) }
}

/// Expects an assembler to throw, and to roll back what a closure did, because a later assembly throws at a step.
private func expectRollback(
  at step: Failing.Step, in container: Container, at location: Testing.SourceLocation = #_sourceLocation,
  of body: @escaping @Sendable (Container) throws -> Void
) {
  #expect(throws: Trouble("\(step)"), sourceLocation: location) {
    try Assembler(container: container, assemblies: [Doing(body), Failing(at: step)])
  }
}

/// A container with each kind of registration, all of them built.
private struct Fixture {
  let container = Container()
  let released = Recorder<String>()

  init() throws {
    let released = released
    try container.register(LiveService.self) { LiveService() }.asSingleton()
      .implements((any Service).self).onRelease { _ in released.note("service") }
    try container.register(Client.self) { Client(LiveService()) }.asDisposableSingleton()
      .onRelease { _ in released.note("client") }
    try container.contribute((any Service).self) { LiveService() }.asSingleton()
    try container.register(instance: 1)
    _ = try state()
  }

  /// Returns the state of the container as text: the identities of its instances, and which types are registered.
  func state() throws -> [String] {
    let ids = try [
      ObjectIdentifier(container.resolve(LiveService.self)), ObjectIdentifier(container.resolve((any Service).self)),
      ObjectIdentifier(container.resolve(Client.self)),
    ]
    return ids.map { "\($0)" } + (try container.resolveAll((any Service).self).map { "\(ObjectIdentifier($0))" })
      + [
        "\(try container.resolve(Int.self))", "\(container.isRegistered(String.self))",
        "\(container.isRegistered(String.self, name: "named"))",
        "\(container.isRegistered(String.self, arguments: Int.self))", "\(container.isRegistered(OtherService.self))",
        "\(container.isRegistered(LiveService.self, name: "n"))",
        "\(container.isRegistered((any Service).self, name: "n"))",
      ]
  }
}

@Suite("Assemblies that fail", .ownThreads)
struct AssemblyRollbackTests {
  private let container = Container()

  @Test(arguments: Deed.all, Failing.Step.allCases)
  private func `an assembly that fails at any step, added or applied, rolls back the changes of all assemblies`(
    deed: Deed, step: Failing.Step
  ) throws {
    for isApplied in [false, true] {
      let fixture = try Fixture()
      let before = try fixture.state()
      if isApplied {
        #expect(throws: Trouble("\(step)")) {
          try Assembler(container: fixture.container).apply(assemblies: [Doing(deed.run), Failing(at: step)])
        }
      } else {
        expectRollback(at: step, in: fixture.container, of: deed.run)
      }
      #expect(try fixture.state() == before)
      #expect(fixture.released.events.isEmpty)
    }
  }

  @Test func `a failing assembly takes back what it changed of earlier registrations and of the container`() throws {
    let (notes, released, listener) = (Recorder<String>(), Recorder<String>(), Listener())
    let service = try container.register(LiveService.self) { LiveService() }.asSingleton()
    let client = try container.register(Client.self) { Client(LiveService()) }
    let instance = try container.register(instance: OtherService()).onRelease { _ in released.note("instance") }
    let kept = try container.resolve(LiveService.self)
    expectRollback(at: .assemble, in: container) { container in
      service.asTransient().asScoped(to: "nowhere").implements(AnyObject.self)
      expectRegistered(AnyObject.self, in: container)
      client.eager().asSingleton().afterInit { _, _ in notes.note("hook") }.onRelease { _ in notes.note("release") }
      _ = try container.resolve(Client.self)
      instance.ownedExternally()
      container.add(listener)
      container.seal()
    }
    expectNotRegistered(AnyObject.self, in: container)
    #expect(try container.resolve(LiveService.self) === kept)
    try container.bootstrap()
    #expect(try container.resolve(Client.self) !== container.resolve(Client.self))
    _ = try container.resolve(OtherService.self)
    try container.register(Int.self) { 1 }
    container.clear()
    #expect(notes.events == ["hook", "release"] && listener.heard.events.isEmpty && released.events == ["instance"])
  }

  @Test(arguments: [false, true])
  func `the scope object of a failing assembly keeps nothing afterwards`(isFactory: Bool) throws {
    let (old, new) = (Shelf<LiveService>(), Shelf<LiveService>())
    let registration = try container.register(LiveService.self) { LiveService() }
    func choose(_ shelf: Shelf<LiveService>) {
      if isFactory { registration.as { shelf } } else { registration.as(shelf) }
    }
    choose(old)
    container.failTransaction {
      choose(new)
      _ = try container.resolve(LiveService.self)
    }
    #expect(try container.resolve(LiveService.self) === container.resolve(LiveService.self))
    #expect(old.now != nil && new.now == nil)
  }

  @Test(arguments: [false, true])
  func `an instance that another thread got from a failing assembly's scope is refused until its release`(
    isNested: Bool
  ) throws {
    let registration = try container.register(LiveService.self) { LiveService() }
    let container = container
    func change() throws {
      registration.eager().asSingleton()
      registration.asDisposableSingleton()
      #expect(onOwnThread { (try? container.resolve(LiveService.self)) != nil } == true)
      throw Objection()
    }
    #expect(throws: Objection.self) {
      try container.transaction {
        registration.asTransient()
        if isNested { try container.transaction { try change() } } else { try change() }
      }
    }
    expectResolveThrows(LiveService.self, in: container, .invalidInstance)
    container.release(LiveService.self)
    #expect(try container.resolve(LiveService.self) !== container.resolve(LiveService.self))
  }

  @Test func `a failing assembly drops what a container that falls back to it made of its registrations`() throws {
    let old = Container()
    try old.register(Int.self) { 1 }
    let new = Container(fallback: old)
    try new.register(Numbered.self) { Numbered(try $0.resolve(Int.self)) }.asSingleton()
    old.failTransaction {
      try old.register(Int.self) { 2 }
      #expect(try new.resolve(Numbered.self).number == 2)
    }
    #expect(try new.resolve(Numbered.self).number == 1)
  }

  @Test func `assemble() throws an assembly's own error and succeeds when it is called again`() throws {
    let attempts = Recorder<Int>()
    let assembler = Assembler(container: container).add(
      assembly: Doing { container in
        try container.register(Int.self) { 1 }
        attempts.note(1)
        if attempts.events.count == 1 { throw Trouble("first") }
      })
    #expect(throws: Trouble("first")) { try assembler.assemble() }
    try assembler.assemble()
    #expect(try container.resolve(Int.self) == 1)
    #expect(throws: Assembler.Error.self) { try assembler.assemble() }
  }

  // MARK: Visibility to other threads

  @Test(arguments: Deed.all)
  private func `another thread sees none of an assembly's changes until all its steps have ended`(deed: Deed) throws {
    struct Last: Assembly {
      var check: @Sendable () throws -> Void = {}

      func preassemble() throws { try check() }
      func assemble(container: Container) throws { try check() }
      func postAssemble(resolver: Resolver) throws { try check() }
    }
    let fixture = try Fixture()
    let before = try fixture.state()
    let seen = Recorder<[String]>()
    let look = Guarded { seen.note((try? fixture.state()) ?? ["threw"]) }
    try Assembler(
      container: fixture.container, assemblies: [Doing(deed.run), Last { onOwnThread { look.withLock { $0 }() } }])
    #expect(seen.events == [before, before, before])
  }

  @Test func `assemblers that run at the same time each commit all of their contributions or none`() async throws {
    let results = await Crowd(threads: 4, tasks: 4).run {
      try container.assemble { container in
        for _ in 0..<2 { try container.contribute(Int.self) { 1 } }
      }
    } asynchronous: {
      try Assembler(
        container: container,
        assemblies: [Failing(at: .assemble), Doing { container in try container.contribute(Int.self) { 1 } }])
    }
    #expect(results.count { (try? $0.get()) != nil } == 4)
    #expect(try synchronously { try container.resolveAll(Int.self) }.count == 8)
  }

  // MARK: Failing transactions

  @Test func `a required assembly runs again if the transaction that applied it has failed`() throws {
    struct Inner: Assembly {
      func assemble(container: Container) throws { try container.register(String.self) { "inner" } }
    }
    struct Dependent: Assembly {
      static var requiredAssemblies: [any Assembly.Type] { [Inner.self] }
      func assemble(container: Container) throws {}
    }
    let assembler = Assembler(container: container)
    container.failTransaction { try assembler.apply(assembly: Inner()) }
    #expect(!container.isRegistered(String.self))
    try assembler.apply(assembly: Dependent())
    #expect(container.isRegistered(String.self))
  }

  @Test func `an assembler can assemble again after the transaction around assemble() has failed`() throws {
    let assembler = Assembler(container: container).add(assembly: Doing { try $0.register(String.self) { "inner" } })
    container.failTransaction { try container.transaction { try assembler.assemble() } }
    try assembler.assemble()
    #expect(container.isRegistered(String.self))
  }
}
