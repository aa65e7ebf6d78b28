import TestSupport
import Testing

@testable import Astroject

private typealias Page = Numbered
private typealias Book = Wrap<Page>

/// A container whose children have cached instances, so that a plan is published for the next children.
private struct Library: Sendable {
  let container = Container()
  let count = Counter()

  /// The form of the factory that builds an instance.
  enum Recipe: CaseIterable {
    case atOnce
    case awaited
  }

  /// - Parameter name: The name of the containers that cache the instance, or nil for each container.
  init(_ recipe: Recipe = .atOnce, named name: String? = nil) async throws {
    try register(recipe, named: name)
    try await warmUp(named: name)
  }

  @discardableResult
  func register(_ recipe: Recipe = .atOnce, named name: String? = nil) throws -> Registration<Page> {
    let registration =
      switch recipe {
      case .atOnce: try container.register(Page.self) { [count] _ in Page(count.increment()) }
      case .awaited:
        try container.register(Page.self) { [count] _ async in await later(Page(count.increment())) }
      }
    if let name { registration.asScoped(to: name) } else { registration.asScoped() }
    return registration
  }

  func warmUp(named name: String? = nil) async throws {
    for _ in 0..<3 {
      let child = container.makeChild(named: name)
      for _ in 0..<2 { _ = try await child.resolve(Page.self) }
    }
    #expect(ReadHold.during { container.core.published(for: Key(Page.self), $0)?.word.plan != nil })
  }
}

@Suite("Scoped instances of children", .ownThreads)
struct KeepTests {
  // MARK: The container that caches

  @Test(
    arguments: [(.synchronous, .atOnce), (.asynchronous, .atOnce), (.asynchronous, .awaited)]
      as [(Call, Library.Recipe)])
  private func `a container and its children each cache an instance of a scoped registration`(
    call: Call, recipe: Library.Recipe
  ) async throws {
    let library = try await Library(recipe)
    let child = library.container.makeChild()
    let containers = [library.container, child, child.makeChild(), library.container.makeChild()]
    var pages: [Page] = []
    for container in containers + containers { pages.append(try await call.resolve(Page.self, in: container)) }
    #expect(Set(pages[..<4].map(ObjectIdentifier.init)).count == 4)
    #expect(zip(pages[..<4], pages[4...]).allSatisfy { $0 === $1 })
    try library.container.register(Book.self) { resolver async throws in Book(try await resolver.resolve()) }
    #expect(try await library.container.resolve(Book.self).inner === pages[0])
  }

  @Test(arguments: Crowd.all)
  func `a child's scoped instance is built once for all concurrent callers`(crowd: Crowd) async throws {
    let library = try await Library()
    for _ in rounds(200) {
      let (child, before) = (library.container.makeChild(), library.count.value)
      let results = await crowd.resolve(Page.self, in: child)
      let pages = try results.map { try $0.get() }
      #expect(pages.allSatisfy { $0 === pages[0] })
      #expect(library.count.value == before + 1)
    }
  }

  @Test func `an awaited scoped instance is built once for direct and indirect callers`() async throws {
    let library = try await Library(.awaited)
    try library.container.register(Book.self) { resolver async throws in
      Book(try await resolver.resolve())
    }.asTransient()
    for round in rounds(200) {
      let (child, before) = (library.container.makeChild(), library.count.value)
      let results = await Crowd(tasks: 4).run {
      } asynchronous: {
        if round % 2 == 0 { _ = try await child.resolve(Page.self) } else { _ = try await child.resolve(Book.self) }
      }
      for result in results { try result.get() }
      #expect(library.count.value == before + 1)
    }
  }

  @Test(arguments: Call.allCases)
  func `a scoped instance is cached by the nearest container with the name in its scope`(call: Call) async throws {
    let library = try await Library(named: "request")
    let request = library.container.makeChild(named: "request")
    let page = try await call.resolve(Page.self, in: request)
    #expect(try await call.resolve(Page.self, in: request.makeChild()) === page)
    #expect(try await call.resolve(Page.self, in: request.makeChild().makeChild(named: "part")) === page)
    for other in [request.makeChild().makeChild(named: "request"), library.container.makeChild(named: "request")] {
      #expect(try await call.resolve(Page.self, in: other) !== page)
    }
    await call.expectResolveThrows(Page.self, in: library.container, .containerNotFound)
  }

  // MARK: Changes

  @Test(arguments: Call.allCases, Library.Recipe.allCases)
  private func `a child follows a nearer or changed registration instead of its cached scoped instance`(
    call: Call, recipe: Library.Recipe
  ) async throws {
    let library = try await Library(recipe)
    let session = library.container.makeChild()
    let (request, child) = (session.makeChild(), library.container.makeChild())
    let first = recipe == .atOnce ? call : .asynchronous
    for container in [request, child] { _ = try await first.resolve(Page.self, in: container) }
    try session.register(Page.self) { Page(-1) }.asScoped()
    #expect(try await call.resolve(Page.self, in: request).number == -1)
    try request.register(Page.self) { Page(-2) }
    #expect(try await call.resolve(Page.self, in: request).number == -2)
    try library.container.register(Page.self) { Page(-3) }.asScoped()
    #expect(try await call.resolve(Page.self, in: child).number == -3)
    library.container.unregister(Page.self)
    await call.expectResolveThrows(Page.self, in: child, .noRegistrationFound)
  }

  @Test(arguments: Call.allCases)
  func `a child builds a scoped instance again after release and after shutdown`(call: Call) async throws {
    let library = try await Library()
    let child = library.container.makeChild()
    let page = try await call.resolve(Page.self, in: child)
    await call.release(Page.self, in: child)
    let next = try await call.resolve(Page.self, in: child)
    #expect(next !== page)
    try await child.shutdown()
    #expect(try await call.resolve(Page.self, in: child) !== next)
  }

  /// A change of the scope of a page.
  enum Change: CaseIterable {
    case toName, toOtherName, toTransient, toSingleton, toWeak

    fileprivate func apply(to registration: Registration<Page>) {
      switch self {
      case .toName: registration.asScoped(to: "child")
      case .toOtherName: registration.asScoped(to: "other")
      case .toTransient: registration.asTransient()
      case .toSingleton: registration.asSingleton()
      case .toWeak: registration.asWeak()
      }
    }
  }

  @Test(arguments: Call.allCases, Change.allCases)
  func `resolving a child's cached instance throws if its scope was changed`(call: Call, change: Change) async throws {
    let name = change == .toOtherName ? "child" : nil
    let library = try await Library(named: name)
    let child = library.container.makeChild(named: "child")
    let registration = try library.register(named: name)
    try await library.warmUp(named: name)
    let page = try await call.resolve(Page.self, in: child)
    change.apply(to: registration)
    for _ in 1...2 { await call.expectResolveThrows(Page.self, in: child, .invalidInstance) }
    withExtendedLifetime(page) {}
  }

  @Test(arguments: Call.allCases)
  func `an afterInit hook that is added later runs for the next scoped instance of a child`(call: Call) async throws {
    let library = try await Library()
    let registration = try library.register()
    try await library.warmUp()
    let hooked = Counter()
    registration.afterInit { _, _ in hooked.increment() }
    let child = library.container.makeChild()
    for _ in 0..<3 { _ = try await call.resolve(Page.self, in: child) }
    #expect(hooked.value == 1)
  }

  @Test(arguments: Call.allCases)
  func `a behavior that is added later receives a resolve of a child's cached instance`(call: Call) async throws {
    let library = try await Library()
    let child = library.container.makeChild()
    _ = try await call.resolve(Page.self, in: child)
    let recorder = ResolutionRecorder()
    library.container.add(recorder)
    _ = try await call.resolve(Page.self, in: child)
    #expect(recorder.records.count == 1)
  }

  @Test func `a child uses a registration of an open transaction only on the transaction's thread`() async throws {
    let library = try await Library()
    let child = library.container.makeChild()
    try synchronously {
      let page = try child.resolve(Page.self)
      try library.container.transaction {
        try library.container.register(Page.self) { Page(-1) }.asScoped()
        #expect(try child.resolve(Page.self).number == -1)
        let others = onOwnThread { try? child.resolve(Page.self) }
        #expect(others.flatMap { $0 } === page)
      }
      #expect(try child.resolve(Page.self).number == -1)
    }
  }

  /// The results of one caller's resolves.
  private struct Results {
    /// The numbers of the pages.
    private(set) var pages: Set<Int> = []
    private(set) var kinds: Set<AstrojectError.Kind?> = []

    mutating func note(_ page: Page) { pages.insert(page.number) }
    mutating func note(_ error: any Error) { kinds.insert((error as? AstrojectError)?.kind) }
  }

  @Test(arguments: Crowd.all)
  func `resolves in children return pages or throw scope errors while the scope changes`(crowd: Crowd) async throws {
    let (container, made) = (Container(), Counter())
    @Sendable func register() throws -> Registration<Page> {
      try container.register(Page.self) { _ async in Page(made.increment()) }
    }
    try register().asScoped()
    let isOver = Gate()
    async let results = crowd.run {
      var results = Results()
      while !isOver.isOpen {
        let child = container.makeChild()
        do { results.note(try child.resolve(Page.self)) } catch { results.note(error) }
      }
      return results
    } asynchronous: {
      var results = Results()
      while !isOver.isOpen {
        let child = container.makeChild()
        for _ in 0..<2 {
          do { results.note(try await child.resolve(Page.self)) } catch { results.note(error) }
        }
        await Task.yield()
      }
      return results
    }
    for round in rounds(200) {
      let registration = try register()
      for _ in 0..<4 {
        registration.asScoped()
        _ = try? await container.makeChild().resolve(Page.self)
        if round % 2 == 0 { registration.asTransient() } else { registration.asScoped(to: "other") }
      }
    }
    isOver.open()
    let all = try await results.map { try $0.get() }
    for results in all {
      #expect(results.kinds.isSubset(of: [.containerNotFound, .invalidInstance, .asynchronousFactory]))
    }
    // No two callers have got one page, because each has its own children.
    #expect(all.reduce(into: Set()) { $0.formUnion($1.pages) }.count == all.reduce(0) { $0 + $1.pages.count })
    try register().asScoped()
    let child = container.makeChild()
    #expect(try await child.resolve(Page.self) === child.resolve(Page.self))
  }

  // MARK: Failures

  @Test(arguments: Call.allCases)
  func `a failing transaction in a child releases its instance and leaves the parent's`(call: Call) async throws {
    let (container, released) = (Container(), Counter())
    try container.register(Page.self) { Page() }.asScoped().countingReleases(by: released)
    let page = try await call.resolve(Page.self, in: container)
    let child = container.makeChild()
    child.failTransaction {
      let own = try child.resolve(Page.self)
      #expect(own !== page)
    }
    #expect(released.value == 1)
    #expect(try await call.resolve(Page.self, in: container) === page)
  }

  @Test func `a failed build of a scoped instance fails its waiter, and the next one builds again`() async throws {
    final class Letter { init(_ page: Page) {} }
    let (container, count) = (Container(), Counter())
    let (began, mayEnd) = (Gate(), Gate())
    try container.register(Page.self) { _ async throws in
      if count.increment() == 4 {
        began.open()
        await mayEnd.pass()
        throw Refusal()
      }
      await Task.yield()
      return Page()
    }.asScoped()
    try container.register(Book.self) { resolver async throws in Book(try await resolver.resolve()) }.asTransient()
    try container.register(Letter.self) { resolver async throws in Letter(try await resolver.resolve()) }.asTransient()
    for _ in 0..<3 {
      let child = container.makeChild()
      _ = try await child.resolve(Book.self)
      _ = try await child.resolve(Letter.self)
    }
    let child = container.makeChild()
    let builder = Task { _ = try await child.resolve(Book.self) }
    await began.pass()
    let waiter = Task { _ = try await child.resolve(Letter.self) }
    try await suspendUntil("KeepTests.Letter waits for Wrap<Numbered> → Numbered")
    mayEnd.open()
    for result in [await builder.result, await waiter.result] { #expect(result.kind == .factoryFailed) }
    #expect(count.value == 4)
    _ = try await child.resolve(Book.self)
    _ = try await child.resolve(Letter.self)
    #expect(count.value == 5)
  }

  @Test func `a thread gets an error for a scoped instance whose build has suspended`() async throws {
    let (container, pause) = (Container(), PausePoint())
    try container.register(Page.self) { _ async in
      await pause.pass()
      return Page()
    }.asScoped()
    try container.register(Book.self) { resolver async throws in Book(try await resolver.resolve()) }.asTransient()
    for _ in 0..<3 { _ = try await container.makeChild().resolve(Book.self) }
    pause.arm()
    let child = container.makeChild()
    async let book = child.resolve(Book.self)
    await pause.waitUntilReached()
    await Call.synchronous.expectResolveThrows(Page.self, in: child, .asynchronousFactory)
    pause.goOn()
    _ = try await book
    #expect(try await child.resolve(Page.self) === (try await book).inner)
  }

  @Test func `scoped products that need each other throw circularDependency in one task and in two`() async throws {
    let (container, isLoop) = (Container(), Gate())
    try container.register(Page.self) { resolver async throws in
      await Task.yield()
      if isLoop.isOpen { _ = try await resolver.resolve(Book.self) }
      return Page()
    }.asScoped()
    try container.register(Book.self) { resolver async throws in await later(Book(try await resolver.resolve())) }
      .asScoped()
    for _ in 0..<3 { _ = try await container.makeChild().resolve(Book.self) }
    isLoop.open()
    await Call.asynchronous.expectResolveThrows(Book.self, in: container.makeChild(), .circularDependency)
    for _ in rounds(200) {
      let (child, turn) = (container.makeChild(), Counter())
      let results = await Crowd(tasks: 2).run {
      } asynchronous: {
        if turn.increment() == 1 {
          _ = try await child.resolve(Page.self)
        } else {
          _ = try await child.resolve(Book.self)
        }
      }
      for result in results { #expect(result.kind == .circularDependency) }
    }
  }

  @Test func `an error through a container that a scoped factory captured has the caller's path`() async throws {
    let container = Container()
    let isBroken = Gate()
    try container.register(Page.self) { [weak container] _ async throws in
      if isBroken.isOpen { _ = try await container?.resolve(Int.self) }
      return Page()
    }.asScoped()
    try container.register(Book.self) { resolver async throws in Book(try await resolver.resolve()) }.asTransient()
    for _ in 0..<3 { _ = try await container.makeChild().resolve(Book.self) }
    isBroken.open()
    let child = container.makeChild()
    let error = await Call.asynchronous.expectResolveThrows(Book.self, in: child, .noRegistrationFound)
    #expect(error?.failure?.path.map(\.key) == [Key(Book.self), Key(Page.self), Key(Int.self)])
  }
}
