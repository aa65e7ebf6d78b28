import TestSupport
import Testing

private final class Page: Sendable {}

extension AnyScope {
  /// True if another resolve, a resolve in a child and a resolve after `releaseAll` return the same instance, and if
  /// the container retains an instance.
  fileprivate var traits: [Bool] {
    switch self {
    case .transient, .graph: [false, false, false, false]
    case .singleton: [true, true, true, true]
    case .disposable, .shared: [true, true, false, true]
    case .weak: [true, true, false, false]
    case .scoped, .perContainer: [true, false, false, true]
    }
  }
}

@Suite("Changes of a registration's scope", .ownThreads)
struct ScopeChangeTests {
  /// Finds out the traits of a scope that replaces another one, before or after a resolve.
  private func traits(of new: AnyScope, after old: AnyScope, isAsked: Bool, _ call: Call) async throws -> [Bool] {
    let container = Container()
    let registration = old.apply(to: try container.register(Page.self) { Page() })
    let first = isAsked ? try await call.resolve(Page.self, in: container) : nil
    new.apply(to: registration)
    var traits: [Bool] = []
    do {
      let page = try await call.resolve(Page.self, in: container)
      #expect(page !== first)
      traits.append(try await call.resolve(Page.self, in: container) === page)
      traits.append(try await call.resolve(Page.self, in: container.makeChild()) === page)
      await call.releaseAll(in: container)
      traits.append(try await call.resolve(Page.self, in: container) === page)
    }
    let trace = Trace(try await call.resolve(Page.self, in: container))
    return traits + [!trace.isGone]
  }

  @Test(arguments: AnyScope.allCases, AnyScope.allCases)
  func `a registration has the scope that was last chosen, also after the resolve of a graph or transient one`(
    old: AnyScope, new: AnyScope
  ) async throws {
    for call in Call.allCases {
      for isAsked in AnyScope.keeping.contains(old) ? [false] : [false, true] {
        #expect(try await traits(of: new, after: old, isAsked: isAsked, call) == new.traits)
      }
    }
  }

  @Test(arguments: Call.allCases, [true, false])
  func `an instance whose scope changes during its build is released once, and the next resolve throws`(
    call: Call, isAskedAgain: Bool
  ) async throws {
    let (builds, releases) = (Counter(), Counter())
    do {
      let container = Container()
      let change = Guarded<(@Sendable () -> Void)?>(nil)
      let make = { @Sendable in
        builds.increment()
        change.now?()
        return Page()
      }
      let registration =
        call.isAwaiting
        ? try container.register(Page.self) { () async in await later(make()) }
        : try container.register(Page.self, factory: make)
      registration.asScoped().countingReleases(by: releases)
      change.withLock { $0 = { _ = registration.asSingleton() } }
      _ = try await call.resolve(Page.self, in: container)
      if isAskedAgain { await call.expectResolveThrows(Page.self, in: container, .invalidInstance) }
      change.withLock { $0 = nil }
    }
    #expect(builds.value == 1)
    #expect(releases.value == 1)
  }

  @Test func `a child's resolve throws if container scope becomes singleton during its build`() async throws {
    let stop = Stop()
    let parent = Container()
    let child = parent.makeChild()
    let registration = try parent.register(Page.self) { _ async in await stop.suspend(before: Page()) }.asScoped()
    async let page = child.resolve(Page.self)
    await stop.begun.pass()
    registration.asSingleton()
    let other = try await parent.resolve(Page.self)
    stop.mayEnd.open()
    let first = try await page
    #expect(first !== other)
    await Call.asynchronous.expectResolveThrows(Page.self, in: child, .invalidInstance)
  }

  @Test func `a scope that comes too late makes no second instance for another thread`() async throws {
    for _ in 0..<100 {
      let container = Container()
      let registration = try container.register(Page.self) { Page() }.asSingleton()
      let first = try await container.resolve(Page.self)
      let resolve = { @Sendable () -> Page? in try? container.resolve(Page.self) }
      let pages = try await onThreads(2) { number in
        var pages: [Page] = []
        for _ in 0..<100 {
          if number == 0 { registration.asDisposableSingleton() }
          if let page = resolve() { pages.append(page) }
          if number == 0 { registration.asSingleton() }
        }
        return pages
      }
      #expect(pages.joined().allSatisfy { $0 === first })
    }
  }

  @Test(arguments: [false, true])
  func `a child uses the new custom scope if the scope changes after a failed build`(isContribution: Bool) throws {
    let (one, two) = (Shelf<Page>(), Shelf<Page>())
    let fails = Guarded(true)
    let parent = Container()
    let child = parent.makeChild()
    let make = { @Sendable () throws in
      if fails.now { throw CancellationError() }
      return Page()
    }
    let registration =
      isContribution
      ? try parent.contribute(Page.self, factory: make).as(one)
      : try parent.register(Page.self, factory: make).as { one }
    let resolve = { isContribution ? try child.resolveAll(Page.self).first : try child.resolve(Page.self) }
    _ = try? resolve()
    if isContribution { registration.as(two) } else { registration.as { two } }
    fails.withLock { $0 = false }
    let page = try #require(try resolve())
    #expect(two.now === page)
    #expect(one.now == nil)
  }
}
