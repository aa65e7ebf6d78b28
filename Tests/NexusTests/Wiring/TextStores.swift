/// A store whose text tells which initializer built it, and from which stores.
protocol TextStore: AnyObject, Sendable { var text: String { get } }

final class PlainStore: TextStore {
  let text: String

  init(_ text: String) { self.text = text }
}

/// A store that decorates another one; its initializers take it in different positions.
final class CachedStore: TextStore {
  let text: String

  init(store: any TextStore) { text = "cached(\(store.text))" }

  init(later store: any TextStore, number: Int) async {
    await Task.yield()
    text = "later(\(store.text), \(number))"
  }

  init(number: Int, store: any TextStore) { text = "numbered(\(store.text), \(number))" }

  init(first: any TextStore, second: any TextStore) { text = "\(first.text) & \(second.text)" }

  init() { text = "nothing" }
}
