import TestSupport
import Testing

private typealias Work = Numbered

@Suite("Work in a child", .ownThreads)
struct WorkInChildTests {
  private let parent = Container()
  private let events = Recorder<String>()

  @Test func `withChild performs its work in a filled child container and returns the result`() async throws {
    try parent.register(Work.self) { resolver in Work(try resolver.resolve(Int.self)) }
    let number = try await parent.withChild(
      named: "request", registering: { child in try child.register(Int.self) { 7 } }
    ) { child in
      #expect(child.name == "request" && child.parent === parent)
      return try await child.resolve(Work.self).number
    }
    #expect(number == 7)
    expectNotRegistered(Int.self, in: parent)
  }

  @Test(arguments: [false, true])
  func `withChild releases the child's instances in reverse order and awaits their hooks`(fails: Bool) async throws {
    try parent.register(Work.self, name: "parent's") { Work(0) }.asSingleton().onRelease { _ in events.note("parent's")
    }
    for name in ["first", "second"] {
      try parent.register(Work.self, name: name) { Work(1) }.asScoped(to: "request")
        .onRelease { _ async in
          await Task.yield()
          events.note(name)
        }
    }
    do {
      try await parent.withChild(named: "request") { child in
        for name in ["parent's", "first", "second"] { _ = try await child.resolve(Work.self, name: name) }
        events.note("worked")
        if fails { throw Refusal() }
      }
      #expect(!fails)
    } catch is Refusal {
      #expect(fails)
    }
    #expect(events.events == ["worked", "second", "first"])
  }

  @Test(arguments: [false, true])
  func `withChild releases what onRelease hooks have built, and awaits its hooks, too`(isAwaited: Bool) async throws {
    try parent.register(Work.self) { Work(2) }.asScoped()
      .onRelease { _ async in
        await Task.yield()
        events.note("late")
      }
      .onRelease { _ in events.note("last") }
    let first = try parent.register(Resolver.self) { $0 }.asScoped()
    if isAwaited {
      first.onRelease { resolver async throws in events.note("\(try await resolver.resolve(Work.self).number)") }
    } else {
      first.onRelease { resolver in events.note("\(try resolver.resolve(Work.self).number)") }
    }
    try await parent.withChild { child in _ = try await child.resolve(Resolver.self) }
    #expect(events.events == ["2", "late", "last"])
  }

  @Test func `withChild tells a custom scope object of the end once if the child has only an instance`() async throws {
    let releases = Recorder<Context?>()
    let number = try await parent.withChild(registering: { child in
      try child.register(instance: 7)
      try child.register(Work.self) { Work(1) }.as(Shelf<Work>(releases: releases))
    }) { child in try await child.resolve(Int.self) }
    #expect(number == 7)
    #expect(releases.events == [nil])
  }

  @Test func `withChild releases the child's instances even if its task was cancelled`() async throws {
    try parent.register(Work.self) { Work(1) }.asScoped().onRelease { _ async in
      await Task.yield()
      events.note("released")
    }
    let task = Task {
      try await parent.withChild { child in
        _ = try await child.resolve(Work.self)
        withUnsafeCurrentTask { $0?.cancel() }
        try Task.checkCancellation()
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(events.events == ["released"])
  }

  @Test func `withChild throws errors of onRelease hooks, or tells behaviors if its work throws`() async throws {
    let listener = Listener()
    parent.add(listener)
    try parent.register(Work.self) { Work(1) }.asScoped().onRelease { _ in throw Refusal() }

    await Call.asynchronous.expectError(.shutdownFailed) { _ in
      try await parent.withChild { child in _ = try await child.resolve(Work.self) }
    }
    #expect(!listener.heard.events.contains { $0.hasPrefix("failed") })

    await #expect(throws: Refusal.self) {
      try await parent.withChild { child in
        _ = try await child.resolve(Work.self)
        throw Refusal()
      }
    }
    #expect(listener.heard.events.filter { $0.hasPrefix("failed") } == ["failed Numbered shutdownFailed"])
  }

  @Test func `withChild does not run its work if the registering closure throws`() async throws {
    await #expect(throws: Refusal.self) {
      try await parent.withChild(registering: { _ in throw Refusal() }) { _ in Issue.record("the work was run") }
    }
  }

  @Test func `the child containers of withChild and their instances are freed with the parent`() async throws {
    try await expectReleased(after: {
      let parent = Container()
      try parent.register(Work.self) { Work(1) }.asScoped()
      for _ in 1...10 { try await parent.withChild { child in _ = try await child.resolve(Work.self) } }
      return parent
    })
  }

  // MARK: Ended children

  /// The outcomes of the work, and a success of work in a child with a given instance.
  enum End: CaseIterable, Sendable { case success, failure, given }

  /// Returns a child whose work has ended, its resolver and its child.
  private func ended(_ end: End) async throws -> (child: Container, resolver: Resolver, grandchild: Container) {
    let parent = Container()
    try parent.register(Work.self) { Work(0) }
    try parent.register(Work.self, name: "singleton") { Work(1) }.asSingleton()
    try parent.register(Resolver.self) { resolver in resolver }
    try parent.register(given: String.self, toChildrenNamed: "request")
    var result: (Container, Resolver, Container)?
    let work = { (child: Container) in
      try child.register(Work.self, name: "own") { Work(2) }.asSingleton()
      let grandchild = child.makeChild(named: "part")
      try grandchild.register(Int.self) { 3 }.asSingleton()
      for name in [nil, "singleton", "own"] {
        for container in [child, grandchild] { _ = try await container.resolve(Work.self, name: name) }
      }
      _ = try await grandchild.resolve(Int.self)
      result = (child, try await child.resolve(Resolver.self), grandchild)
      if end == .failure { throw Refusal() }
    }
    do {
      if end == .given {
        try await parent.withChild(named: "request", given: "given", perform: work)
      } else {
        try await parent.withChild(named: "request", perform: work)
      }
    } catch is Refusal {}
    return try #require(result)
  }

  @Test(arguments: Call.allCases, End.allCases)
  func `using a child, its resolver or its children throws after its work ends`(call: Call, end: End) async throws {
    let (child, resolver, grandchild) = try await ended(end)
    func expectEnd<Product>(
      _ name: String = "request", sourceLocation: Testing.SourceLocation = #_sourceLocation,
      _ body: (Call) async throws -> Product
    ) async {
      let error = await call.error(sourceLocation: sourceLocation, body)
      #expect(error?.kind == .containerReleased, sourceLocation: sourceLocation)
      #expect(error?.headline.hasPrefix("The child \"\(name)\" was used ") == true, sourceLocation: sourceLocation)
      #expect(error?.headline.hasSuffix(" after its work had ended.") == true, sourceLocation: sourceLocation)
    }
    for name in [nil, "singleton", "own", "never"] {
      await expectEnd { try await $0.resolve(Work.self, name: name, in: child) }
      await expectEnd { try await $0.resolve(Work.self, name: name, in: resolver) }
      await expectEnd("part") { try await $0.resolve(Work.self, name: name, in: grandchild) }
      await expectEnd { try await $0.resolveOptional(Work.self, name: name, in: child) }
      expectNotRegistered(Work.self, name: name, in: child)
    }
    await expectEnd { try await $0.resolve(Work.self, key: 1, in: child) }
    await expectEnd { try await $0.resolve(Work.self, argument: 1, in: child) }
    await expectEnd { try await $0.resolveAll(Work.self, in: child) }
    await expectEnd { try await $0.resolveAll(Work.self, in: resolver) }
    await expectEnd { try await $0.resolve(Work?.self, in: child) }
    await expectEnd("part") { try await $0.resolve(Int.self, in: grandchild) }
    await expectEnd { try await $0.bootstrap(child) }
    await expectEnd { _ in try child.register(Int.self) { 1 } }
    await expectEnd { _ in try child.register(instance: 1) }
    await expectEnd { _ in try child.makeChild { _ in } }
    await expectEnd { _ in try await child.withChild { _ in Issue.record("the work was run") } }
    await expectEnd { _ in try child.assemble { _ in } }
    await expectEnd { _ in _ = try Assembler(container: child, assemblies: [Doing()]) }
    await expectEnd { _ in _ = try child.overriding { _ in } }
    await expectEnd { _ in _ = try await child.overriding { _ async in } }
    await expectEnd { _ in _ = try child.solitary(Work.self) { _ in } }
    await expectEnd { _ in _ = try child.solitary(Work.self, with: 1) }
    await expectEnd("late") { try await $0.resolve(Work.self, in: child.makeChild(named: "late")) }
    try await child.shutdown()
  }

  @Test func `ending a child's work leaves its parent and siblings usable, even after their shutdown`() async throws {
    try parent.register(Work.self) { Work(0) }.asScoped()
    let sibling = parent.makeChild()
    try await parent.withChild { _ = try await $0.resolve(Work.self) }
    for container in [parent, sibling] {
      let work = try await container.resolve(Work.self)
      try await container.shutdown()
      #expect(try await container.resolve(Work.self) !== work)
      try container.register(Int.self) { 1 }
      #expect(try await container.resolve(Int.self) == 1)
    }
  }

  @Test func `a resolve that is under way when its child container ends still returns its instance`() async throws {
    // The first instances are built by steps, the later ones by a published factory.
    for before in 0...3 {
      let (isIn, mayGoOn, turn) = (Gate(), Gate(), Counter())
      let parent = Container()
      try parent.register(Int.self) { 7 }
      try parent.register(Work.self) { resolver in
        if turn.increment() > before {
          isIn.open()
          await mayGoOn.pass()
        }
        return Work(try await resolver.resolve(Int.self))
      }.asTransient()
      let task = try await parent.withChild { child in
        for _ in 0..<before { _ = try await child.resolve(Work.self) }
        let task = Task { try await child.resolve(Work.self).number }
        await isIn.pass()
        return task
      }
      mayGoOn.open()
      #expect(try await task.value == 7, "\(before)")
    }
  }

  @Test(arguments: Call.allCases)
  func `a build that is under way when its child ends resolves in it by every form`(call: Call) async throws {
    let (isUnderWay, hasEnded) = (Gate(), Gate())
    let builds = Recorder<Task<[String], any Error>>()
    try await Container().withChild(registering: { child in
      try child.register(Bool.self) { true }
      try child.register(Int.self, argument: Int.self) { _, number in number }.asTransient()
      try child.register([String].self) { [unowned child] _ in
        isUnderWay.open()
        await hasEnded.pass()
        return [
          "\(try await call.resolve(Bool.self, in: child))",
          "\(try await call.resolve(Int.self, argument: 1, in: child))",
          "\(try await call.resolveOptional(Bool.self, in: child) == true)",
          "\(try await call.resolveOptional(Double.self, in: child) == nil)",
          "\(try await call.resolveAll(Bool.self, in: child))",
        ]
      }
    }) { child in
      builds.note(Task { try await child.resolve([String].self) })
      await isUnderWay.pass()
    }
    hasEnded.open()
    #expect(try await builds.events[0].value == ["true", "1", "true", "true", "[true]"])
  }
}
