import TestSupport
import Testing

@testable import Astroject

private final class Page: Sendable {}

struct StoreTests {
  @Test func `a store publishes again only after each pause of publication has been resumed`() throws {
    let container = Container()
    let store = container.core.store
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

  @Test func `a table with a removed entry is handed over to be retired because a thread may be reading it`() throws {
    let container = Container()
    for number in 0..<5 { try container.register(Page.self, name: "\(number)") { Page() } }
    #expect(container.core.store.capacity == 16)
    let removals: [(name: String?, capacity: Int)] = [("4", 8), (nil, 1)]
    for (name, capacity) in removals {
      let store = container.core.store
      let removal = store.remove(store.entries(of: nil).filter { name == nil || $0.key.name == name })
      #expect(removal.outOfView.count { $0 is RetiredTable } == 1)
      #expect(container.core.store.capacity == capacity)
    }
  }
}
