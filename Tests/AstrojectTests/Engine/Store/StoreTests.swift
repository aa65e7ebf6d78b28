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
}
