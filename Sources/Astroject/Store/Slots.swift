/// What one container keeps of one registration: in one slot, or in one for each value of the arguments.
final class Slots: @unchecked Sendable {
  // What changes is guarded by the lock.
  /// What the registration is found by.
  let key: Key
  let lifetime: Lifetime
  private let blueprint: AnyBlueprint
  private let contents = Lock(SlotTable())

  init(of blueprint: AnyBlueprint, lifetime: Lifetime) {
    self.blueprint = blueprint
    self.lifetime = lifetime
    key = blueprint.key
  }

  /// The slot for a value, made if there is none.
  func slot(for value: ArgumentValue) -> Slot {
    if let known = contents.withLock({ $0[value] }) { return known }
    // Made while the lock is free: a custom scope is made by a closure of the user's.
    let isCustom = lifetime == .shared || lifetime == .perContainer
    let new = Slot(custom: isCustom ? blueprint.currentTerms.custom?() : nil)
    // Freed where no lock is held.
    var swept = Swept()
    defer { withExtendedLifetime(swept) {} }
    return contents.withLock { contents in
      if let known = contents[value] { return known }
      contents.sweep(into: &swept)
      contents[value] = new
      return new
    }
  }

  /// Whether a slot is one of these, and the only one.
  func isSingle(_ slot: Slot) -> Bool { contents.withLock { $0.only === slot } }

  /// Whether readers without a lock may be looking at an instance in it.
  var isPublished: Bool { contents.withLock { $0.only?.isPublished ?? false } }

  /// Lets go of what is kept; builds under way go on, and what they build is kept.
  func release() -> [Departure] {
    let departures = letGo(tellingCustom: true) { $0.drain() }
    var swept = Swept()
    contents.withLock { $0.removeIdle(into: &swept, evenCustom: true) }
    return withExtendedLifetime(swept) { departures }
  }

  /// Lets go of what is kept, for good; builds under way go on, and nothing is kept of them. A custom scope hears of it
  /// with `tellingCustom`: not when its container goes, as other containers may share the scope.
  func abandon(tellingCustom: Bool) -> [Departure] { letGo(tellingCustom: tellingCustom) { $0.abandon() } }

  private func letGo(
    tellingCustom: Bool, _ take: (Slot) -> (product: AnyProduct, order: UInt)?
  ) -> [Departure] {
    let slots = contents.withLock { $0.all }
    let isToBeTold = blueprint.hasReleaseHooks
    var departures: [Departure] = []
    for slot in slots {
      if tellingCustom { slot.custom?.release(for: nil) }
      guard let taken = take(slot), isToBeTold else { continue }
      departures.append(Departure(of: taken.product, order: taken.order, from: blueprint))
    }
    return departures
  }
}

/// The slots by the value of the arguments.
private struct SlotTable {
  private var single: Slot?
  private var byValue: [ArgumentValue: Slot] = [:]
  /// How many values there may be before those whose product is gone are swept out.
  private var sweepAt = 32

  /// The slot where there are no arguments.
  var only: Slot? { single }
  var all: [Slot] {
    guard let single else { return Array(byValue.values) }
    return byValue.isEmpty ? [single] : [single] + byValue.values
  }

  subscript(value: ArgumentValue) -> Slot? {
    get { value == .void ? single : byValue[value] }
    set { if value == .void { single = newValue } else { byValue[value] = newValue } }
  }

  /// Forgets values whose product is gone, now and then, so that a weak scope does not gather them.
  mutating func sweep(into swept: inout Swept) {
    guard byValue.count >= sweepAt else { return }
    removeIdle(into: &swept, evenCustom: false)
    sweepAt = max(32, byValue.count * 2)
  }

  /// Forgets values for which nothing is kept and nothing is being built.
  mutating func removeIdle(into swept: inout Swept, evenCustom: Bool) {
    var alive = swept.products
    swept.slots = byValue
    byValue = byValue.filter { !$0.value.abandonIfIdle(&alive, evenCustom: evenCustom) }
    swept.products = alive
  }
}

/// What a sweep has touched, which must not be freed while a lock is held.
private struct Swept {
  var slots: [ArgumentValue: Slot] = [:]
  var products: [AnyProduct] = []
}
