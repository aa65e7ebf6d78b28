import Astroject
import AstrojectTesting
import TestSupport
import Testing

private final class Thing {}
private final class Page: Sendable {}

private struct Scope: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The traits of the scope, as ``ScopeChangeTests/traits(of:_:)`` returns them.
  let traits: [Bool]
  let apply: @Sendable (Registration<Thing>) -> Void

  static let keeping = [
    Scope(testDescription: "singleton", traits: [true, true, true, true]) { $0.asSingleton() },
    Scope(testDescription: "disposable singleton", traits: [true, true, false, true]) { $0.asDisposableSingleton() },
    Scope(testDescription: "weak", traits: [true, true, false, false]) { $0.asWeak() },
    Scope(testDescription: "container", traits: [true, false, false, true]) { $0.asScoped() },
    Scope(testDescription: "custom", traits: [true, true, false, true]) { $0.as(Shelf()) },
    Scope(testDescription: "custom for each container", traits: [true, false, false, true]) { $0.as { Shelf() } },
  ]
  static let others = [
    Scope(testDescription: "graph", traits: [false, false, false, false]) { $0.asGraph() },
    Scope(testDescription: "transient", traits: [false, false, false, false]) { $0.asTransient() },
  ]
}

private final class Shelf: Instance {
  private var thing: Thing?
  func get(for context: Context) -> Thing? { thing }
  func set(_ product: Thing, for context: Context) { thing = product }
  func release(for context: Context?) { if context == nil { thing = nil } }
}

/// A custom scope that shows its cached page.
private final class Memory: Instance, @unchecked Sendable {
  private let page = Guarded<Page?>(nil)
  var now: Page? { page.now }
  func get(for context: Context) -> Page? { page.now }
  func set(_ product: Page, for context: Context) { page.withLock { $0 = product } }
  func release(for context: Context?) { if context == nil { page.withLock { $0 = nil } } }
}

@Suite("Changes of a registration's scope", .ownThreads)
struct ScopeChangeTests {
  private let container = Container()

  /// Tells scopes apart: true if another resolve, a resolve in a child and a resolve after `releaseAll` return the same
  /// instance, and if the container retains an instance.
  private func traits(of scopes: [Scope], _ call: Call) async throws -> [Bool] {
    let container = Container()
    let registration = try container.register(Thing.self) { Thing() }
    for scope in scopes { scope.apply(registration) }
    var traits: [Bool] = []
    do {
      let thing = try await call.resolve(Thing.self, in: container)
      traits.append(try await call.resolve(Thing.self, in: container) === thing)
      traits.append(try await call.resolve(Thing.self, in: container.makeChild()) === thing)
      await call.releaseAll(in: container)
      traits.append(try await call.resolve(Thing.self, in: container) === thing)
    }
    let trace = Trace(try await call.resolve(Thing.self, in: container))
    return traits + [!trace.isGone]
  }

  @Test(arguments: Scope.keeping + Scope.others, Scope.keeping + Scope.others)
  private func `a registration has the scope that was chosen last before the first resolve`(
    old: Scope, new: Scope
  ) async throws {
    for call in Call.allCases {
      #expect(try await traits(of: [old, new], call) == new.traits)
    }
  }

  @Test(arguments: Scope.keeping, Scope.keeping + Scope.others)
  private func `every resolve throws if the scope changes after an instance was cached`(old: Scope, new: Scope)
    async throws
  {
    guard old.testDescription != new.testDescription else { return }
    for call in Call.allCases {
      let container = Container()
      let registration = try container.register(Thing.self) { Thing() }
      old.apply(registration)
      let thing = try await call.resolve(Thing.self, in: container)
      new.apply(registration)
      for _ in 0..<2 {
        await call.expectResolveThrows(Thing.self, in: container, .invalidInstance)
      }
      withExtendedLifetime(thing) {}
    }
  }

  @Test func `an instance whose scope changes during its build is released once, and the next resolve throws`()
    async throws
  {
    let (builds, releases) = (Counter(), Counter())
    do {
      let container = Container()
      let change = Guarded<(@Sendable () -> Void)?>(nil)
      let registration = try container.register(Page.self) {
        builds.increment()
        change.now?()
        return Page()
      }.asDisposableSingleton().onRelease { _ throws in _ = releases.increment() }
      change.withLock { $0 = { _ = registration.asSingleton() } }
      _ = try synchronously { try container.resolve(Page.self) }
      await Call.synchronous.expectResolveThrows(Page.self, in: container, .invalidInstance)
      change.withLock { $0 = nil }
    }
    #expect(builds.value == 1)
    #expect(releases.value == 1)
  }

  @Test(arguments: [true, false])
  func `an awaited instance whose scope changes meanwhile is released once, and the next resolve throws`(
    isAskedAgain: Bool
  ) async throws {
    let (begun, mayEnd) = (Gate(), Gate())
    let (builds, releases) = (Counter(), Counter())
    do {
      let container = Container()
      let registration = try container.register(Page.self) { _ async in
        builds.increment()
        begun.open()
        await mayEnd.pass()
        return Page()
      }.asScoped().onRelease { _ throws in _ = releases.increment() }
      async let page = container.resolve(Page.self)
      await begun.pass()
      registration.asSingleton()
      mayEnd.open()
      _ = try await page
      if isAskedAgain { await Call.asynchronous.expectResolveThrows(Page.self, in: container, .invalidInstance) }
    }
    #expect(builds.value == 1)
    #expect(releases.value == 1)
  }

  @Test(arguments: Scope.others, Scope.keeping)
  private func `a graph or transient registration changes to a caching scope after it was resolved`(
    old: Scope, new: Scope
  ) async throws {
    for call in Call.allCases {
      let container = Container()
      let registration = try container.register(Thing.self) { Thing() }
      old.apply(registration)
      let first = try await call.resolve(Thing.self, in: container)
      new.apply(registration)
      let thing = try await call.resolve(Thing.self, in: container)
      #expect(thing !== first)
      #expect(try await call.resolve(Thing.self, in: container) === thing)
    }
  }

  @Test(arguments: Call.allCases)
  func `a scope change of a resolved registration applies to the next resolve`(call: Call) async throws {
    let registration = try container.register(Thing.self) { Thing() }
    let first = try await call.resolve(Thing.self, in: container)
    registration.asSingleton()
    let second = try await call.resolve(Thing.self, in: container)
    #expect(first !== second)
    #expect(try await call.resolve(Thing.self, in: container) === second)
  }

  @Test(arguments: Call.allCases)
  func `the next resolve throws if container scope changes to another container name`(call: Call) async throws {
    let container = Container().makeChild(named: "a").makeChild(named: "b")
    let registration = try container.register(Thing.self) { Thing() }.asScoped(to: "a")
    _ = try await call.resolve(Thing.self, in: container)
    registration.asScoped(to: "b")
    await call.expectResolveThrows(Thing.self, in: container, .invalidInstance)
  }

  @Test(arguments: Call.allCases)
  func `the next resolve throws if another custom scope object replaces the first one`(call: Call) async throws {
    let registration = try container.register(Thing.self) { Thing() }.as(Shelf())
    _ = try await call.resolve(Thing.self, in: container)
    registration.as(Shelf())
    await call.expectResolveThrows(Thing.self, in: container, .invalidInstance)
  }

  @Test(arguments: Call.allCases)
  func `setting singleton scope again does not discard the cached instance`(call: Call) async throws {
    let registration = try container.register(Thing.self) { Thing() }.asSingleton()
    let thing = try await call.resolve(Thing.self, in: container)
    registration.asSingleton()
    #expect(try await call.resolve(Thing.self, in: container) === thing)
  }

  @Test func `a child's next resolve throws if container scope becomes singleton during its awaited build`()
    async throws
  {
    let (begun, mayEnd) = (Gate(), Gate())
    let builds = Counter()
    let parent = Container()
    let child = parent.makeChild()
    let registration = try parent.register(Page.self) { _ async in
      if builds.increment() == 1 {
        begun.open()
        await mayEnd.pass()
      }
      return Page()
    }.asScoped()
    async let page = child.resolve(Page.self)
    await begun.pass()
    registration.asSingleton()
    let other = try await parent.resolve(Page.self)
    mayEnd.open()
    let first = try await page
    #expect(first !== other)
    await Call.asynchronous.expectResolveThrows(Page.self, in: child, .invalidInstance)
  }

  @Test func `the next resolve throws if the custom scope object changes during the first build`() async throws {
    let (one, two) = (Memory(), Memory())
    let change = Guarded<(@Sendable () -> Void)?>(nil)
    let registration = try container.register(Page.self) {
      change.now?()
      return Page()
    }.as(one)
    change.withLock { $0 = { _ = registration.as(two) } }
    _ = try synchronously { try container.resolve(Page.self) }
    change.withLock { $0 = nil }
    await Call.synchronous.expectResolveThrows(Page.self, in: container, .invalidInstance)
  }

  @Test func `the next resolve throws if the container name of a scope changes during the first build`() async throws {
    let outer = Container().makeChild(named: "a")
    let inner = outer.makeChild(named: "b")
    let change = Guarded<(@Sendable () -> Void)?>(nil)
    let registration = try outer.register(Page.self) {
      change.now?()
      return Page()
    }.asScoped(to: "b")
    change.withLock { $0 = { _ = registration.asScoped(to: "a") } }
    _ = try synchronously { try inner.resolve(Page.self) }
    change.withLock { $0 = nil }
    await Call.synchronous.expectResolveThrows(Page.self, in: inner, .invalidInstance)
  }

  @Test func `a child uses the new custom scope if the scope changes after a failed build`() throws {
    let (one, two) = (Memory(), Memory())
    let fails = Guarded(true)
    let parent = Container()
    let child = parent.makeChild()
    let registration = try parent.register(Page.self) {
      if fails.now { throw CancellationError() }
      return Page()
    }.as { one }
    _ = try? child.resolve(Page.self)
    registration.as { two }
    fails.withLock { $0 = false }
    let page = try child.resolve(Page.self)
    #expect(two.now === page)
    #expect(one.now == nil)
  }

  @Test func `a contribution uses the new custom scope if the scope changes after a failed build`() throws {
    let (one, two) = (Memory(), Memory())
    let fails = Guarded(true)
    let registration = try container.contribute(Page.self) {
      if fails.now { throw CancellationError() }
      return Page()
    }.as(one)
    _ = try? container.resolveAll(Page.self)
    registration.as(two)
    fails.withLock { $0 = false }
    let page = try container.resolveAll(Page.self).first
    #expect(two.now === page)
    #expect(one.now == nil)
  }
}
