import TestSupport
import Testing

@testable import Astroject

private final class Page: Sendable {}

struct StoreTests {
  @Test func `a store publishes again only after each pause of publication has been resumed`() throws {
    let container = Container()
    let store = container.store
    try container.register(Page.self) { Page() }.asSingleton()
    let isShown = { ReadHold.during { _ in store.visibleEntry(forType: Key.word(of: Page.self)) != nil } }
    for _ in 0..<2 { _ = try container.resolve(Page.self) }
    #expect(isShown())
    store.pausePublication()
    store.pausePublication()
    #expect(!isShown())
    store.resumePublication()
    #expect(!isShown())
    store.resumePublication()
    #expect(isShown())
  }

  @Test func `a table that is too large is handed over to be retired because a thread may be reading it`() throws {
    let container = Container()
    for name in ["a", "b"] { try container.register(Page.self, name: name) { Page() } }
    let removal = container.store.remove { _ in true }
    #expect(removal.outOfView.count { $0 is RetiredTable } == 1)
    #expect(container.store.capacity == 1)
  }
}
