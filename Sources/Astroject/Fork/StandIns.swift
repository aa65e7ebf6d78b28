/// Makes what nobody has registered, once for each key; perhaps more often where several ask for it at once, of which
/// one product is taken.
package final class StandIns: Sendable {
  private struct State {
    var makers: [@Sendable (Key) -> Any?] = []
    var products: [(key: Key, product: Unchecked<Any>)] = []
  }

  private let state: Lock<State>

  /// One that makes what another one does, but has made nothing.
  init(like other: StandIns?) { state = Lock(State(makers: other?.state.withLock { $0.makers } ?? [])) }

  /// Adds somebody who may know what to make; the last one is asked first.
  package func add(_ make: @escaping @Sendable (Key) -> Any?) { state.withLock { $0.makers.append(make) } }

  /// Whether anybody may know what to make.
  package var isThere: Bool { state.withLock { !$0.makers.isEmpty } }

  /// What was made, in order.
  package var keys: [Key] { state.withLock { $0.products.map(\.key) } }

  /// Forgets what was made.
  func removeProducts() { remove { $0.products = [] } }

  func removeAll() { remove { $0 = State() } }

  private func remove(_ remove: (inout State) -> Void) {
    let old = state.withLock { state in
      defer { remove(&state) }
      return state
    }
    // What was held goes here, where no lock is held.
    withExtendedLifetime(old) {}
  }

  /// What stands in for a key; nil if nobody makes it.
  func product(for key: Key) -> Any? {
    // Keys are compared, and the makers run, by code of the user's, and so where no lock is held; of two that make the
    // same at once, the first to end counts.
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
