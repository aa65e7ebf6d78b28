/// What one container keeps of one registration.
class AnySlots: @unchecked Sendable {
  /// What the registration is found by.
  final let key: Key
  final let lifetime: Lifetime

  init(key: Key, lifetime: Lifetime) {
    self.key = key
    self.lifetime = lifetime
  }

  /// Whether a slot is one of these, and the only one.
  func isSingle(_ slot: AnySlot) -> Bool { false }

  /// Whether readers without a lock may be looking at an instance in it.
  var isPublished: Bool { false }

  /// Lets go of what is kept; builds under way go on, and what they build is kept.
  func release() -> [Departure] { [] }

  /// Lets go of what is kept, for good; builds under way go on, and nothing is kept of them. A custom scope hears of it
  /// with `tellingCustom`: not when its container goes, as other containers may share the scope.
  func abandon(tellingCustom: Bool) -> [Departure] { [] }
}

/// The slots of one registration in one container: one, or one for each value of the arguments.
final class Slots<Product>: AnySlots, @unchecked Sendable {
  private let blueprint: ProductBlueprint<Product>
  private let contents = Lock(SlotTable<Product>())

  init(of blueprint: ProductBlueprint<Product>, lifetime: Lifetime) {
    self.blueprint = blueprint
    super.init(key: blueprint.key, lifetime: lifetime)
  }

  /// The slot for a value, made if there is none.
  func slot(for value: ArgumentValue) -> Slot<Product> {
    if let known = contents.withLock({ $0[value] }) { return known }
    // Made while the lock is free: a custom scope is made by a closure of the user's.
    let isCustom = lifetime == .shared || lifetime == .perContainer
    let new = Slot(custom: isCustom ? blueprint.currentTerms.custom?() : nil)
    // Freed where no lock is held.
    var swept = Swept<Product>()
    defer { withExtendedLifetime(swept) {} }
    return contents.withLock { contents in
      if let known = contents[value] { return known }
      contents.sweep(into: &swept)
      contents[value] = new
      return new
    }
  }

  override func isSingle(_ slot: AnySlot) -> Bool { contents.withLock { $0.only === slot } }

  override var isPublished: Bool { contents.withLock { $0.only?.isPublished ?? false } }

  override func release() -> [Departure] {
    let departures = letGo(tellingCustom: true) { $0.drain() }
    var swept = Swept<Product>()
    contents.withLock { $0.removeIdle(into: &swept, evenCustom: true) }
    return withExtendedLifetime(swept) { departures }
  }
  override func abandon(tellingCustom: Bool) -> [Departure] { letGo(tellingCustom: tellingCustom) { $0.abandon() } }

  private func letGo(
    tellingCustom: Bool, _ take: (Slot<Product>) -> (product: Product, order: UInt)?
  ) -> [Departure] {
    let slots = contents.withLock { $0.all }
    return slots.compactMap { slot in
      if tellingCustom { slot.custom?.release(for: nil) }
      return take(slot).map { Departure(of: $0.product, order: $0.order, from: blueprint) }
    }
  }
}

/// The slots by the value of the arguments.
private struct SlotTable<Product> {
  private var single: Slot<Product>?
  private var byValue: [ArgumentValue: Slot<Product>] = [:]
  /// How many values there may be before those whose product is gone are swept out.
  private var sweepAt = 32

  /// The slot where there are no arguments.
  var only: Slot<Product>? { single }
  var all: [Slot<Product>] { (single.map { [$0] } ?? []) + byValue.values }

  subscript(value: ArgumentValue) -> Slot<Product>? {
    get { value == .void ? single : byValue[value] }
    set { if value == .void { single = newValue } else { byValue[value] = newValue } }
  }

  /// Forgets values whose product is gone, now and then, so that a weak scope does not gather them.
  mutating func sweep(into swept: inout Swept<Product>) {
    guard byValue.count >= sweepAt else { return }
    removeIdle(into: &swept, evenCustom: false)
    sweepAt = max(32, byValue.count * 2)
  }

  /// Forgets values for which nothing is kept and nothing is being built.
  mutating func removeIdle(into swept: inout Swept<Product>, evenCustom: Bool) {
    var alive = swept.products
    swept.slots = byValue
    byValue = byValue.filter { !$0.value.abandonIfIdle(&alive, evenCustom: evenCustom) }
    swept.products = alive
  }
}

/// What a sweep has touched, which must not be freed while a lock is held.
private struct Swept<Product> {
  var slots: [ArgumentValue: Slot<Product>] = [:]
  var products: [Product] = []
}
