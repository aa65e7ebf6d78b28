import TestSupport
import Testing

@testable import Astroject

private final class Page: Sendable {}

@Suite("Instances that a container caches", .ownThreads)
struct KeepingTests {
  private let container = Container()
  private let parent = Container()

  @Test func `a child releases an instance once when a lookup finds its registration removed`() throws {
    let releases = Counter()
    try parent.register(Page.self) { Page() }.asScoped().countingReleases(by: releases)
    let child = parent.makeChild()
    _ = try child.resolve(Page.self)
    let found = try #require(child.core.find(Key(Page.self)))
    // The registration is removed, but the removal is not settled yet.
    let removal = parent.core.store.remove([found.entry])
    #expect(child.core.inheritedStorage(of: found, lifetime: .scoped) == nil)
    #expect(releases.value == 1)
    parent.core.settle(removal)
    #expect(releases.value == 1)
  }

  @Test func `a child gives up the storage of a former scope of its parent's registration`() throws {
    try parent.register(Page.self) { Page() }.asScoped()
    let child = parent.makeChild()
    let (core, found) = (child.core, try #require(child.core.find(Key(Page.self))))
    let former = core.inheritedStorage(of: found, lifetime: .scoped)
    #expect(core.inheritedStorage(of: found, lifetime: .graph) !== former)
    #expect(former?.isAbandoned == true)
  }

  @Test func `a child's scoped instance survives a failed transaction that unregisters it in the parent`() throws {
    try parent.register(Page.self) { Page() }.asScoped()
    let child = parent.makeChild()
    let page = try child.resolve(Page.self)
    let found = try #require(child.core.find(Key(Page.self)))
    parent.failTransaction {
      parent.unregister(Page.self)
      #expect(child.core.inheritedStorage(of: found, lifetime: .scoped) == nil)
    }
    #expect(try child.resolve(Page.self) === page)
  }

  @Test(arguments: [false, true])
  func `a singleton is published when it is built although many lookups came before, unless its scope has changed`(
    isChanged: Bool
  ) async throws {
    let stop = Stop()
    let registration = try container.register(Page.self) { _ async in await stop.suspend(before: Page()) }
    if isChanged { registration.asScoped() } else { registration.asSingleton() }
    async let page = container.resolve(Page.self)
    await stop.begun.pass()
    for _ in 0..<100 { #expect(!container.core.shows(Key(Page.self))) }
    if isChanged { registration.asSingleton() }
    stop.mayEnd.open()
    if isChanged { _ = try? await page } else { _ = try await page }
    #expect(container.core.shows(Key(Page.self)) == !isChanged)
  }

  @Test func `a published singleton is withdrawn when its scope changes, and given again when it is set back`() throws {
    let registration = try container.register(Page.self) { Page() }.asSingleton()
    let page = try container.resolve(Page.self)
    #expect(container.core.shows(Key(Page.self)))
    registration.asDisposableSingleton()
    #expect(!container.core.shows(Key(Page.self)))
    #expect(throws: AstrojectError.self) { try container.resolve(Page.self) }
    registration.asSingleton()
    #expect(try container.resolve(Page.self) === page)
    #expect(container.core.shows(Key(Page.self)))
  }

  @Test(arguments: Call.allCases)
  func `a collection omits an element that a transaction removes meanwhile`(call: Call) async throws {
    try parent.register(Page.self, name: "a") { [unowned parent] _ in
      parent.unregister(Page.self, name: "b")
      return Page()
    }.asScoped()
    try parent.register(Page.self, name: "b") { Page() }.asScoped()
    let child = parent.makeChild()
    let pages = try parent.transaction { try child.resolveAll(Page.self) }
    #expect(pages.count == 1)
    #expect(try await call.resolveAll(Page.self, in: child).count == 1)
  }
}

extension Core {
  /// Returns true if something is published for a key.
  fileprivate func shows(_ key: Key) -> Bool { ReadHold.during { published(for: key, $0) != nil } }
}
