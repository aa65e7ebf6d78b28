/// The slots by the value of the arguments. Without arguments, there may be that of a custom scope.
struct SlotTable {
  var table = ArgumentTable()
  /// The number of values at which those whose product is deallocated are swept out.
  private var sweepAt = 32

  /// Removes the values whose product is deallocated, from time to time, so that a weak scope does not collect them.
  ///
  /// - Returns: The objects that this has touched. They must not be freed while a lock is held.
  mutating func sweep() -> [AnyObject] {
    guard table.count >= sweepAt else { return [] }
    defer { sweepAt = max(32, table.count * 2) }
    return removeIdle()
  }

  /// Removes the values for which nothing is cached or being built.
  ///
  /// - Parameters:
  ///   - hash: The hash of these values; nil for any.
  ///   - evenCustom: True if the slots of custom scopes are removed, too.
  /// - Returns: The objects that this has touched. They must not be freed while a lock is held.
  mutating func removeIdle(withHash hash: Int? = nil, evenCustom: Bool = false) -> [AnyObject] {
    if table.isEmpty { return [] }
    var alive: [AnyProduct] = []
    let isIdle = { (slot: InstanceSlot) in slot.abandonIfIdle(&alive, evenCustom: evenCustom) }
    let slots = hash.map { table.removeAll(of: nil, withHash: $0, where: isIdle) } ?? table.removeAll(where: isIdle)
    return slots + alive
  }
}
