/// Makes what nobody has registered, each key once.
package final class StandIns: Sendable {
  fileprivate struct State {
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

  func removeAll() {
    let old = state.withLock { state in
      defer { state = State() }
      return state
    }
    // What was held goes here, where no lock is held.
    withExtendedLifetime(old) {}
  }

  /// What stands in for a key; nil if nobody makes it.
  func product(for key: Key) -> Any? {
    let (makers, known) = state.withLock { ($0.makers, $0.product(for: key)) }
    if let known { return known }
    // The makers are the user's, and run where no lock is held; of two that run at once, the first to end counts.
    var new: Any?
    for make in makers.reversed() where new == nil { new = make(key) }
    guard let new else { return nil }
    let made = Unchecked(new)
    return state.withLock { state in
      if let known = state.product(for: key) { return known }
      state.products.append((key, made))
      return made.value
    }
  }
}

extension StandIns.State {
  fileprivate func product(for key: Key) -> Any? { products.first { $0.key == key }?.product.value }
}
