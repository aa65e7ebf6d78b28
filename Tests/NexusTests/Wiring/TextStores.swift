/// Something whose text says what has made it, and what is around that.
protocol TextStore: AnyObject, Sendable { var text: String { get } }

final class PlainStore: TextStore {
  let text: String

  init(_ text: String) { self.text = text }
}

/// A decorated store, with an initializer for each way of taking the store.
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
