/// What one container keeps of one registration: itself in the slot where there are no arguments, and in one more for each
/// value of the arguments.
final class Slots: Slot, @unchecked Sendable {
  let lifetime: Lifetime
  private let blueprint: Blueprint
  /// The slots of values, and of custom scopes.
  private let others = Lock(SlotTable())

  init(of blueprint: Blueprint, lifetime: Lifetime) {
    self.blueprint = blueprint
    self.lifetime = lifetime
    super.init()
  }

  /// What the registration is found by.
  var key: Key { blueprint.key }

  /// The slot for a value, made if there is none.
  func slot(for value: ArgumentValue) -> Slot {
    let isCustom = lifetime == .shared || lifetime == .perContainer
    if !isCustom, case .void = value { return self }
    if let known = others.withLock({ $0[value] }) { return known }
    // Made while the lock is free: a custom scope is made by a closure of the user's.
    let new = Slot(custom: isCustom ? blueprint.currentTerms.custom?() : nil)
    // Freed where no lock is held.
    var swept = Swept()
    defer { withExtendedLifetime(swept) {} }
    return others.withLock { others in
      if let known = others[value] { return known }
      others.sweep(into: &swept)
      others[value] = new
      return new
    }
  }

  /// Whether a slot is the one for all.
  func isSingle(_ slot: Slot) -> Bool { slot === self }

  /// Lets go of what is kept; builds under way go on, and what they build is kept.
  func release() -> [Departure] {
    var departures: [Departure] = []
    letGo(tellingCustom: true, into: &departures) { $0.drain() }
    var swept = Swept()
    others.withLock { $0.removeIdle(into: &swept, evenCustom: true) }
    return withExtendedLifetime(swept) { departures }
  }

  /// Lets go of what is kept, for good; builds under way go on, and nothing is kept of them. What has to be done about it
  /// is added to `departures`. A custom scope hears of it with `tellingCustom`: not when its container goes, as other
  /// containers may share the scope.
  func abandon(tellingCustom: Bool, into departures: inout [Departure]) {
    letGo(tellingCustom: tellingCustom, into: &departures) { $0.abandon() }
  }

  /// Lets go of what is kept, for good, though nothing is done about it.
  func forget() {
    var departures: [Departure] = []
    abandon(tellingCustom: true, into: &departures)
  }

  private func letGo(
    tellingCustom: Bool, into departures: inout [Departure], _ take: (Slot) -> (product: AnyProduct, order: UInt)?
  ) {
    if let taken = take(self), blueprint.hasReleaseHooks {
      departures.append(Departure(of: taken.product, order: taken.order, from: blueprint))
    }
    for slot in others.withLock({ $0.all }) {
      if tellingCustom { slot.custom?.release(for: nil) }
      guard let taken = take(slot), blueprint.hasReleaseHooks else { continue }
      departures.append(Departure(of: taken.product, order: taken.order, from: blueprint))
    }
  }
}

/// The slots by the value of the arguments.
private struct SlotTable {
  /// Where there are no arguments, that of a custom scope.
  private var single: Slot?
  private var byValue: [ArgumentValue: Slot] = [:]
  /// How many values there may be before those whose product is gone are swept out.
  private var sweepAt = 32

  var all: [Slot] {
    guard let single else { return byValue.isEmpty ? [] : Array(byValue.values) }
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
