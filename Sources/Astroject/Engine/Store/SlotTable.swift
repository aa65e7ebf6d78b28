/// The slots by the value of the arguments. Without arguments, there may be that of a custom scope.
struct SlotTable {
  /// The objects that a sweep has touched. They must not be freed while a lock is held.
  struct Swept {
    fileprivate let slots: ArgumentTable.Remains
    fileprivate let products: [AnyProduct]
  }

  var table = ArgumentTable()
  /// The number of values at which those whose product is deallocated are swept out.
  private var sweepAt = 32

  /// Removes the values whose product is deallocated, from time to time, so that a weak scope does not collect them.
  mutating func sweep() -> Swept? {
    guard table.count >= sweepAt else { return nil }
    defer { sweepAt = max(32, table.count * 2) }
    return removeIdle(evenCustom: false)
  }

  /// Removes the values for which nothing is cached or being built.
  mutating func removeIdle(evenCustom: Bool) -> Swept? {
    if table.isEmpty { return nil }
    var alive: [AnyProduct] = []
    let slots = table.removeAll { $0.abandonIfIdle(&alive, evenCustom: evenCustom) }
    return Swept(slots: slots, products: alive)
  }

  /// Removes the values with a hash for which nothing is cached or being built, but for custom scopes.
  mutating func removeIdle(withHash hash: Int) -> Swept? {
    if table.isEmpty { return nil }
    var alive: [AnyProduct] = []
    let slots = table.removeAll(of: nil, withHash: hash) { $0.abandonIfIdle(&alive, evenCustom: false) }
    return Swept(slots: slots, products: alive)
  }
}
