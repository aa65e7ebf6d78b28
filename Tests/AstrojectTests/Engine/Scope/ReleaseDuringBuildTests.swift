import TestSupport
import Testing

private final class Page: Sendable {}
private final class Reader: Sendable {
  let page: Page
  init(page: Page) { self.page = page }

  /// Registers readers, because a caller that waits is seen if it waits on behalf of a build.
  static func register(in container: Container) throws {
    try container.register(Reader.self) { resolver async throws in Reader(page: try await resolver.resolve(Page.self)) }
    try container.register(Reader.self, name: "sync") { Reader(page: try $0.resolve(Page.self)) }
  }
}
private protocol Readable: Sendable {}
extension Page: Readable {}

extension Call {
  /// Registers a page whose first build stops. The synchronous factory blocks there, and the asynchronous one suspends.
  fileprivate func register(in container: Container, _ stop: Stop) throws -> Registration<Page> {
    switch self {
    case .synchronous: try container.register(Page.self) { stop.block(before: Page()) }
    case .asynchronous: try container.register(Page.self) { _ async in await stop.suspend(before: Page()) }
    }
  }

  /// Resolves where it may wait: on a thread, or by suspending.
  fileprivate func resolveElsewhere<Product: Sendable>(
    _ type: Product.Type = Page.self, name: String? = nil, in container: Container
  ) async throws -> Product {
    switch self {
    case .synchronous: try await onThread { try container.resolve(type, name: name) }
    case .asynchronous: try await container.resolve(type, name: name)
    }
  }

  /// Resolves a reader where it may wait.
  fileprivate func resolveReader(in container: Container) async throws -> Reader {
    try await resolveElsewhere(Reader.self, name: self == .synchronous ? "sync" : nil, in: container)
  }

  /// Suspends until that reader waits for its page.
  fileprivate func suspendUntilReaderWaits() async throws {
    try await suspendUntil(self == .synchronous ? "Reader named \"sync\" waits for Page" : "Reader waits for Page")
  }
}

// One test after the other, because a test finds its wait by the names of the products.
@Suite("A release while an instance is being built", .ownThreads, .serialized)
struct ReleaseDuringBuildTests {
  private let container = Container()
  private let stop = Stop()
  private let releases = Counter()

  /// Resolves a page, and returns it when something has happened while it was built.
  private func page<Product: Sendable>(
    _ call: Call, as type: Product.Type = Page.self, in container: Container? = nil,
    meanwhile act: () async throws -> Void
  ) async throws -> Product {
    async let page = call.resolveElsewhere(type, in: container ?? self.container)
    await stop.begun.pass()
    try await act()
    stop.mayEnd.open()
    return try await page
  }

  /// Expects the next resolve to build another page, which is kept.
  private func expectAnother(
    than old: Page, _ call: Call, in asker: Container? = nil,
    at location: Testing.SourceLocation = #_sourceLocation
  ) async throws {
    let new = try await call.resolve(Page.self, in: asker ?? container)
    #expect(old !== new, sourceLocation: location)
    #expect(try await call.resolve(Page.self, in: asker ?? container) === new, sourceLocation: location)
    #expect(stop.builds.value == 2, sourceLocation: location)
  }

  @Test(
    arguments: Call.allCases.flatMap { [($0, false), ($0, true)] },
    AnyScope.disposing.flatMap { [($0, .release), ($0, .releaseAll)] } as [(AnyScope, Occasion)])
  func `an instance, decorated or not, released while it is built is not kept, and the next caller gets another`(
    way: (call: Call, isDecorated: Bool), scopeAndRelease: (AnyScope, Occasion)
  ) async throws {
    let (call, (scope, release)) = (way.call, scopeAndRelease)
    scope.apply(to: try call.register(in: container, stop))
    if way.isDecorated { try container.decorate(Page.self) { _, _ in Page() } }
    let old = try await page(call) { try await release.happen(to: Page.self, in: container, by: call) }
    try await expectAnother(than: old, call)
  }

  @Test(arguments: Call.allCases, AnyScope.disposing.map { ($0, false) } + [(.scoped, true)])
  func `a caller after a release waits for the old build, then builds anew, and does not get the error of the old one`(
    call: Call, way: (scope: AnyScope, isFailing: Bool)
  ) async throws {
    let registration = way.scope.apply(to: try call.register(in: container, stop))
    if way.isFailing {
      registration.afterInit { [stop] _, _ throws in if stop.builds.value == 1 { throw Objection() } }
    }
    try Reader.register(in: container)
    let first = Task { [container] in try await call.resolveElsewhere(Page.self, in: container) }
    await stop.begun.pass()
    await call.releaseAll(in: container)
    async let second = call.resolveReader(in: container)
    try await call.suspendUntilReaderWaits()
    #expect(stop.builds.value == 1)
    stop.mayEnd.open()
    let (old, new) = (await first.result, try await second.page)
    #expect((old.thrown != nil) == way.isFailing)
    #expect((try? old.get()) !== new)
    #expect(try await call.resolve(Page.self, in: container) === new)
    #expect(stop.builds.value == 2)
  }

  @Test(arguments: Call.allCases)
  func `callers that waited before a release get the released instance`(call: Call) async throws {
    try call.register(in: container, stop).asDisposableSingleton().countingReleases(by: releases)
    async let first = call.resolveElsewhere(in: container)
    await stop.begun.pass()
    try Reader.register(in: container)
    async let second = call.resolveReader(in: container)
    try await call.suspendUntilReaderWaits()
    await call.release(Page.self, in: container)
    stop.mayEnd.open()
    let (one, other) = (try await first, try await second.page)
    #expect(one === other)
    #expect(releases.value == 1)
    try await expectAnother(than: one, call)
  }

  @Test(arguments: Call.allCases)
  func `a collection leaves out an element that is released and removed while the collection waits for it`(call: Call)
    async throws
  {
    let others = Counter()
    try container.register(Page.self, name: "other") { others.count(Page()) }.asTransient()
    try call.register(in: container, stop).asDisposableSingleton()
    try container.register(Int.self) { resolver async throws in try await resolver.resolveAll(Page.self).count }
    try container.register(Int.self, name: "sync") { try $0.resolveAll(Page.self).count }
    async let page = call.resolveElsewhere(in: container)
    await stop.begun.pass()
    await call.release(Page.self, in: container)
    async let count = call.resolveElsewhere(Int.self, name: call == .synchronous ? "sync" : nil, in: container)
    try await suspendUntil(call == .synchronous ? "Int named \"sync\" waits for Page" : "Int waits for Page")
    container.unregister(Page.self)
    stop.mayEnd.open()
    _ = try await page
    #expect(try await count == 1)
    // The collection goes on with what it has.
    #expect(others.value == 1)
  }

  @Test(arguments: Call.allCases)
  func `the onRelease hook of an instance released while it is built runs once, at the end`(call: Call) async throws {
    let released = Recorder<ObjectIdentifier>()
    try call.register(in: container, stop).asScoped().onRelease { page throws in released.note(ObjectIdentifier(page)) }
    let old = try await page(call) {
      await call.release(Page.self, in: container)
      await call.releaseAll(in: container)
      #expect(released.events.isEmpty)
    }
    #expect(released.events == [ObjectIdentifier(old)])
    let new = try await call.resolve(Page.self, in: container)
    await call.release(Page.self, in: container)
    #expect(released.events == [ObjectIdentifier(old), ObjectIdentifier(new)])
  }

  @Test(arguments: Call.allCases)
  func `a plain singleton is kept although everything is released while it is built`(call: Call) async throws {
    try call.register(in: container, stop).asSingleton()
    let first = try await page(call) {
      await call.release(Page.self, in: container)
      await call.releaseAll(in: container)
    }
    #expect(try await call.resolve(Page.self, in: container) === first)
  }

  @Test(arguments: Call.allCases, [false, true])
  func `a release by a protocol reaches what is built for the type that implements it, and its decorated form`(
    call: Call, isDecorated: Bool
  ) async throws {
    try call.register(in: container, stop).asDisposableSingleton().implements((any Readable).self)
    if isDecorated { try container.decorate((any Readable).self) { _, _ in Page() } }
    let release = { await call.release((any Readable).self, in: container) }
    let old: any Readable =
      isDecorated
      ? try await page(call, as: (any Readable).self, meanwhile: release) : try await page(call, meanwhile: release)
    let new = try await call.resolve((any Readable).self, in: container) as? Page
    #expect(new !== old as? Page)
    #expect(try await call.resolve((any Readable).self, in: container) as? Page === new)
  }

  @Test(arguments: Call.allCases)
  func `a child's release drops what that child is building, and not what others build`(call: Call) async throws {
    let other = Stop()
    let (child, sibling) = (container.makeChild(), container.makeChild())
    try call.register(in: container, stop).asScoped()
    try container.register(Int.self) { _ async in await other.suspend(before: other.builds.value) }
      .asDisposableSingleton()
    async let number = child.resolve(Int.self)
    let first = try await page(call, in: child) {
      await other.begun.pass()
      await call.releaseAll(in: sibling)
      await call.releaseAll(in: child)
      other.mayEnd.open()
    }
    try await expectAnother(than: first, call, in: child)
    #expect(try await number == child.resolve(Int.self))
    #expect(other.builds.value == 1)
  }

  @Test(arguments: Call.allCases)
  func `a release drops what is built for one value of the arguments, and what is kept`(call: Call) async throws {
    switch call {
    case .synchronous:
      try container.register(Page.self, argument: Int.self) { [stop] _, number in
        if number == 1 { stop.block() }
        return Page()
      }.asDisposableSingleton()
    case .asynchronous:
      try container.register(Page.self, argument: Int.self) { [stop] _, number async in
        if number == 1 { await stop.suspend() }
        return Page()
      }.asDisposableSingleton()
    }
    let kept = try await call.resolve(Page.self, argument: 2, in: container)
    let isSynchronous = call == .synchronous
    async let first =
      isSynchronous
      ? onThread { try container.resolve(Page.self, argument: 1) } : container.resolve(Page.self, argument: 1)
    await stop.begun.pass()
    await call.release(Page.self, in: container)
    let early = try await call.resolve(Page.self, argument: 2, in: container)
    stop.mayEnd.open()
    let (old, new) = (try await first, try await call.resolve(Page.self, argument: 1, in: container))
    #expect(old !== new && early !== kept)
    #expect(try await call.resolve(Page.self, argument: 1, in: container) === new)
    #expect(try await call.resolve(Page.self, argument: 2, in: container) === early)
  }

  @Test(arguments: Call.allCases)
  func `a custom scope never gets an instance that was released while it was built`(call: Call) async throws {
    let shelf = Shelf<Page>()
    try call.register(in: container, stop).as(shelf)
    let old = try await page(call) { await call.release(Page.self, in: container) }
    #expect(!shelf.calls.events.contains("set"))
    let new = try await call.resolve(Page.self, in: container)
    #expect(new !== old)
    #expect(shelf.now === new)
  }

  @Test(arguments: Call.allCases)
  func `a hook of an instance released meanwhile resolves back to that instance`(call: Call) async throws {
    let isSame = Recorder<Bool>()
    let registration = try container.register(Page.self) { Page() }.asDisposableSingleton()
    switch call {
    case .synchronous:
      registration.afterInit { [stop] resolver, page in
        stop.block()
        isSame.note(try resolver.resolve(Page.self) === page)
      }
    case .asynchronous:
      registration.afterInit { [stop] resolver, page async throws in
        await stop.suspend()
        isSame.note(try await resolver.resolve(Page.self) === page)
      }
    }
    let old = try await page(call) { await call.release(Page.self, in: container) }
    try await expectAnother(than: old, call)
    #expect(isSame.events == [true, true])
  }

  @Test func `a factory that needs itself throws for the loop although it is released meanwhile`() async throws {
    try container.register(Page.self) { [unowned container] resolver in
      container.releaseAll()
      return try resolver.resolve(Page.self)
    }.asDisposableSingleton()
    await Call.synchronous.expectResolveThrows(Page.self, in: container, .circularDependency)
  }

  @Test(arguments: Call.allCases)
  func `1000 releases by the factory of an instance leave no instance and no slot behind`(call: Call) async throws {
    try container.register(Page.self) { [unowned container] _ in
      container.release(Page.self)
      return Page()
    }.asDisposableSingleton()
    for _ in 0..<1000 {
      let trace = Trace(try await call.resolve(Page.self, in: container))
      #expect(trace.isGone)
    }
  }

  // MARK: Removals

  @Test(arguments: Call.allCases, [Occasion.unregister, .clear, .replacement, .shutdown])
  func `an instance removed while it is built goes to its caller, is released once, and is not kept`(
    call: Call, removal: Occasion
  ) async throws {
    try call.register(in: container, stop).asDisposableSingleton().countingReleases(by: releases)
    let old = try await page(call) {
      try await removal.happen(to: Page.self, in: container, by: call) { Page() }
      #expect(releases.value == 0)
    }
    #expect(releases.value == 1)
    if removal == .unregister || removal == .clear {
      await call.expectResolveThrows(Page.self, in: container, .noRegistrationFound)
    } else {
      #expect(try await call.resolve(Page.self, in: container) !== old)
    }
  }
}
