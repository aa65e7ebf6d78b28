import Astroject

/// Makes products for keys that are not registered, once for each key.
///
/// If several callers ask for a key at once, more may be made, and one of them is used.
package final class StandIns: Sendable {
  private struct State {
    var makers: [@Sendable (Key) -> Any?] = []
    var products: [(key: Key, product: Unchecked<Any>)] = []
  }

  private let state: Lock<State>

  /// Makes stand-ins with the makers of others, and without their products.
  init(like other: StandIns?) { state = Lock(State(makers: other?.state.withLock { $0.makers } ?? [])) }

  /// Adds a maker.
  ///
  /// The last one is asked first.
  func add(_ make: @escaping @Sendable (Key) -> Any?) { state.withLock { $0.makers.append(make) } }

  /// True if there is a maker.
  var isThere: Bool { state.withLock { !$0.makers.isEmpty } }

  /// The keys for which a product was made, in order.
  package var keys: [Key] { state.withLock { $0.products.map(\.key) } }

  /// Removes the products.
  func removeProducts() { state.change { $0.products = [] } }

  func removeAll() { state.change { $0 = State() } }

  /// Returns the stand-in for a key, or nil if no maker makes one.
  func product(for key: Key) -> Any? {
    // Makers and comparisons of keys are user code, so they run while the lock is free. Of two callers that make a
    // product for one key, the first one to finish counts.
    var made: Unchecked<Any>?
    while true {
      let (makers, products) = state.withLock { ($0.makers, $0.products) }
      if let known = products.first(where: { $0.key == key }) { return known.product.value }
      if made == nil {
        for make in makers.reversed() where made == nil { made = make(key).map { Unchecked($0) } }
      }
      guard let made else { return nil }
      let isKept = state.withLock { state in
        guard state.products.count == products.count else { return false }
        state.products.append((key, made))
        return true
      }
      if isKept { return made.value }
    }
  }
}
