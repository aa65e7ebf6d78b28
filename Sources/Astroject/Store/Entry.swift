/// An entry with the types of its key.
final class Entry<Product, Argument>: AnyEntry, @unchecked Sendable {
  typealias Own = Blueprint<Product, Argument>

  private struct State {
    var own: Own?
    var forwardings: [Own] = []
    var slots: Slots<Product>?
    var masksOuter = false
  }

  private let state = Lock(State())

  // MARK: Asking

  /// The registration that answers a single resolve: the last one, or a protected one.
  var front: Own? { state.withLock { Entry.front(own: $0.own, forwardings: $0.forwardings) } }

  /// The same, where later stores cover this one: the innermost entry comes first.
  static func front(ofLayers entries: [Entry], isLive: (AnyBlueprint) -> Bool) -> Own? {
    var own: Own?
    var forwardings: [Own] = []
    for state in entries.reversed().map({ $0.state.withLock { $0 } }) {
      if state.masksOuter { (own, forwardings) = (nil, []) }
      own = state.own ?? own
      forwardings += state.forwardings
    }
    return front(own: own, forwardings: forwardings.filter { $0.forwardingTarget.map(isLive) ?? false })
  }

  private static func front(own: Own?, forwardings: [Own]) -> Own? {
    guard let last = forwardings.last else { return own }
    guard let own else { return last }
    return !own.isOverridable || own.sequence > last.sequence ? own : last
  }

  /// All registrations that answer, in order.
  var all: [Own] {
    state.withLock { state in
      ((state.own.map { [$0] } ?? []) + state.forwardings).sorted { $0.sequence < $1.sequence }
    }
  }

  /// The slots of a registration of this entry's own; nil if it is no longer here.
  func slots(of blueprint: Own, lifetime: Lifetime) -> Slots<Product>? {
    let (slots, old) = state.withLock { state -> (Slots<Product>?, Slots<Product>?) in
      guard state.own === blueprint else { return (nil, nil) }
      if let slots = state.slots, slots.lifetime == lifetime { return (slots, nil) }
      let new = Slots(of: blueprint, lifetime: lifetime)
      defer { state.slots = new }
      return (new, state.slots)
    }
    // Left over from a scope that the registration no longer has; the registration is spoiled if it kept anything.
    _ = old?.abandon(tellingCustom: true)
    return slots
  }

  /// What readers without a lock may take.
  var publishedProduct: Product? { UnsafePointer<Product>(bitPattern: published.load())?.pointee }

  /// Lets readers take an instance without a lock, if it is that of a plain singleton in front.
  func publish(_ slot: Slot<Product>, of blueprint: Own) {
    state.withLock { state in
      let traits = blueprint.traits
      guard state.own === blueprint, Entry.front(own: blueprint, forwardings: state.forwardings) === blueprint,
        traits.lifetime == .singleton, !traits.isSpoiled, let slots = state.slots, slots.isSingle(slot)
      else { return }
      published.store(slot.publish())
    }
  }

  /// Whether a registration is here, an own one or a forwarding.
  func holds(_ blueprint: Own) -> Bool {
    state.withLock { state in state.own === blueprint || state.forwardings.contains { $0 === blueprint } }
  }

  // MARK: Registering

  /// Puts a registration in the place of the own one, unless that is protected; with `ifAbsent` only where nothing
  /// answers. Nil if it was not put there.
  func install(_ blueprint: Own, ifAbsent: Bool) -> Removal? {
    state.withLock { state in
      if ifAbsent ? state.own != nil || !state.forwardings.isEmpty : state.own?.isOverridable == false { return nil }
      defer { state.own = blueprint }
      return takeOwn(&state)
    }
  }

  /// Adds a forwarding.
  func forward(_ blueprint: Own) {
    state.withLock { state in
      unpublish()
      state.forwardings.append(blueprint)
    }
  }

  private func takeOwn(_ state: inout State) -> Removal {
    unpublish()
    defer {
      state.own = nil
      state.slots = nil
    }
    return Removal(blueprints: state.own.map { [$0] } ?? [], slots: state.slots.map { [$0] } ?? [])
  }

  // MARK: - AnyEntry

  override var blueprints: [AnyBlueprint] { all }
  override func owns(_ blueprint: AnyBlueprint) -> Bool { state.withLock { $0.own === blueprint } }
  override var hasOwn: Bool { state.withLock { $0.own != nil } }
  override var isProtected: Bool { state.withLock { $0.own.map { !$0.isOverridable } ?? false } }
  override var masksOuter: Bool { state.withLock { $0.masksOuter } }
  override var slots: AnySlots? { state.withLock { $0.slots } }

  override func mask() { state.withLock { $0.masksOuter = true } }

  override func removeAll() -> Removal {
    state.withLock { state in
      var removal = takeOwn(&state)
      removal.blueprints += state.forwardings
      state.forwardings = []
      return removal
    }
  }

  override func removeForwardings(to targets: [AnyBlueprint]) -> Removal {
    state.withLock { state in
      let isGone = { (blueprint: Own) in targets.contains { $0 === blueprint.forwardingTarget } }
      guard state.forwardings.contains(where: isGone) else { return Removal() }
      unpublish()
      let gone = state.forwardings.filter(isGone)
      state.forwardings.removeAll(where: isGone)
      return Removal(blueprints: gone)
    }
  }

  override func adopt(_ other: AnyEntry) -> Removal {
    guard let other = other as? Entry else { return Removal() }
    let new = other.state.withLock { state in
      defer { state = State() }
      return state
    }
    return state.withLock { state in
      unpublish()
      var removal = Removal()
      if new.masksOuter {
        removal.blueprints += state.forwardings
        state.forwardings = []
      }
      if new.masksOuter || new.own != nil { removal += takeOwn(&state) }
      if let own = new.own {
        state.own = own
        state.slots = new.slots
      }
      state.forwardings += new.forwardings
      return removal
    }
  }

  override func makeEmpty() -> AnyEntry { Entry(key: key) }

  override func takeSlots() -> AnySlots? {
    state.withLock { state in
      unpublish()
      defer { state.slots = nil }
      return state.slots
    }
  }
}
