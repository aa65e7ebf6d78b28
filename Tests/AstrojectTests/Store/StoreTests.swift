import TestSupport
import Testing

@testable import Astroject

private final class Page: Sendable {}

@Suite("A store")
struct StoreTests {
  @Test("shows nothing to readers without a lock until publication is resumed as often as it was paused")
  func pauses() throws {
    let container = Container()
    let store = container.store
    try container.register(Page.self) { Page() }.asSingleton()
    let isShown = { ReadHold.during { !store.planCache(forType: Key.word(of: Page.self), $0).isNone } }
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
