/// The place of a key in a container: the registrations that answer to it, and what they keep.
///
/// It knows no types: the key tells them, and whoever has asked by a key may take what is here for what the key says.
@usableFromInline
package class Entry: @unchecked Sendable {
  private final class Rest {
    var forwardings: [Blueprint]
    var masksOuter: Bool
    var publications: UInt8

    init(_ other: Rest?, publications: UInt8) {
      forwardings = other?.forwardings ?? []
      masksOuter = other?.masksOuter ?? false
      self.publications = publications
    }
  }

  /// There are many entries, and so there is one word for each of two things.
  private struct State {
    private enum Content {
      case nothing
      case registered(Blueprint)
      /// These know their registration.
      case keeping(Slots)
    }

    /// What few entries have.
    private enum Rarities {
      /// Nothing of it, and how much was published.
      case counted(UInt8)
      case rest(Rest)
    }

    private var content: Content
    private var rarities = Rarities.counted(0)

    /// - Parameter slots: Those of the registration, if there are any.
    init(own: Blueprint? = nil, keeping slots: Slots? = nil) {
      assert(slots == nil || slots?.blueprint === own)
      content = slots.map { .keeping($0) } ?? own.map { .registered($0) } ?? .nothing
    }

    /// The registration that was made under the key itself. A new one keeps nothing.
    var own: Blueprint? {
      get {
        switch content {
        case .nothing: nil
        case .registered(let blueprint): blueprint
        case .keeping(let slots): slots.blueprint
        }
      }
      set { content = newValue.map { .registered($0) } ?? .nothing }
    }
    /// What the own registration keeps.
    var slots: Slots? {
      get { if case .keeping(let slots) = content { slots } else { nil } }
      set {
        if let newValue {
          content = .keeping(newValue)
        } else if case .keeping(let slots) = content {
          content = .registered(slots.blueprint)
        }
      }
    }
    /// The own registration, if a custom scope keeps its instance that all containers share: that hears of a release
    /// though nobody has asked it.
    var shared: Blueprint? { own?.traits.lifetime == .shared ? own : nil }
    /// Those that another registration has for this type, in order.
    var forwardings: [Blueprint] {
      get { rest?.forwardings ?? [] }
      set { if rest != nil || !newValue.isEmpty { change { $0.forwardings = newValue } } }
    }
    /// Adds a forwarding at its place in the order.
    mutating func insert(_ forwarding: Blueprint) {
      let index = forwardings.lastIndex { $0.sequence <= forwarding.sequence }.map { $0 + 1 } ?? 0
      forwardings.insert(forwarding, at: index)
    }
    /// Whether what an outer store has under the key no longer counts.
    var masksOuter: Bool {
      get { rest?.masksOuter ?? false }
      set { if rest != nil || newValue { change { $0.masksOuter = newValue } } }
    }

    /// How much was published that is not freed before the store goes. There is an end to that: where registrations
    /// change all the time, readers take the lock.
    mutating func mayPublish() -> Bool {
      if publications >= 16 { return false }
      switch rarities {
      case .counted(let publications): rarities = .counted(publications + 1)
      case .rest: change { $0.publications += 1 }
      }
      return true
    }

    private var publications: UInt8 {
      switch rarities {
      case .counted(let publications): publications
      case .rest(let rest): rest.publications
      }
    }

    private var rest: Rest? { if case .rest(let rest) = rarities { rest } else { nil } }

    /// A state may have been copied, and the copy be read where no lock is held.
    private mutating func change(_ change: (Rest) -> Void) {
      let new = Rest(rest, publications: publications)
      change(new)
      rarities = .rest(new)
    }

    /// The registration that answers a single resolve: the last one, or a protected one.
    var front: Blueprint? {
      guard let last = rest?.forwardings.last else { return own }
      guard let own else { return last }
      return !own.isOverridable || own.sequence > last.sequence ? own : last
    }
  }

  /// The word of the key.
  @usableFromInline final let word: UInt
  /// What a reader may take without a lock; see ``Published``.
  @usableFromInline final let published = AtomicWord(Published.none.word)
  private final let state: Lock<State>

  fileprivate init(word: UInt, own: Blueprint?, keeping slots: Slots?) {
    self.word = word
    state = Lock(State(own: own, keeping: slots))
  }

  /// Makes the place of a key, with a registration in it if there is one, and what is kept of that.
  static func make(for key: Key, word: UInt, own: Blueprint? = nil, keeping slots: Slots? = nil) -> Entry {
    Key.isType(word)
      ? Entry(word: word, own: own, keeping: slots) : KeyedEntry(key, word: word, own: own, keeping: slots)
  }

  static func make(for key: Key, own: Blueprint? = nil) -> Entry { make(for: key, word: key.word, own: own) }

  /// The type, where the key has a label and takes no arguments.
  final var labelledType: ObjectIdentifier? {
    if Key.isType(word) { return nil }
    let key = keyed.ownKey
    return key.label == nil || key.takesArguments || key.isWrapped ? nil : ObjectIdentifier(key.product)
  }

  final var key: Key { Key.isType(word) ? Key(ofType: word) : keyed.ownKey }

  /// Whether it is the place of a key with this word.
  final func isPlace(of key: Key) -> Bool { Key.isType(word) || keyed.ownKey == key }

  /// Whether it is the place of a type and a name, whose word is odd as its own is.
  final func isPlace(of product: Any.Type, named name: String) -> Bool {
    let key = keyed.ownKey
    return key.product == product && !key.takesArguments && key.label?.isName(name) ?? false
  }

  /// What it is where the word is odd, as `make` has made it.
  private final var keyed: KeyedEntry { unsafeDowncast(self, to: KeyedEntry.self) }

  // MARK: Asking

  /// The registration that answers a single resolve.
  final var front: Blueprint? { state.withLock { $0.front } }

  /// The same, where later stores cover this one: the innermost entry comes first. Also whether there were forwardings
  /// to what is gone, which do not count.
  static func front(
    ofLayers entries: [Entry], isLive: (Blueprint) -> Bool
  ) -> (front: Blueprint?, isTorn: Bool) {
    var merged = State()
    for entry in entries.reversed() {
      let (masksOuter, own, forwardings) = entry.state.withLock { ($0.masksOuter, $0.own, $0.forwardings) }
      if masksOuter { merged = State() }
      merged.own = own ?? merged.own
      merged.forwardings += forwardings
    }
    let live = merged.forwardings.filter { $0.forwardingTarget.map(isLive) ?? false }
    let isTorn = live.count < merged.forwardings.count
    merged.forwardings = live
    return (merged.front, isTorn)
  }

  /// The registrations that answer, in order.
  final var blueprints: [Blueprint] {
    state.withLock { state in
      let own = state.own.map { [$0] } ?? []
      let forwardings = state.forwardings
      return forwardings.isEmpty ? own : (own + forwardings).sorted { $0.sequence < $1.sequence }
    }
  }

  /// The registration that was made under the key itself.
  final var own: Blueprint? { state.withLock { $0.own } }
  final var masksOuter: Bool { state.withLock { $0.masksOuter } }

  /// Whether that is a certain one.
  final func isOwn(_ blueprint: Blueprint) -> Bool { state.withLock { $0.own === blueprint } }

  /// Whether a registration is here, an own one or a forwarding.
  final func holds(_ blueprint: Blueprint) -> Bool {
    state.withLock { state in state.own === blueprint || state.forwardings.contains { $0 === blueprint } }
  }

  // MARK: What is kept

  /// The slots of the own registration; nil if it is no longer this one.
  ///
  /// - Parameter retire: Keeps in memory what a reader without a lock may be looking at: slots of a scope that the
  ///   registration no longer has.
  final func slots(of blueprint: Blueprint, lifetime: Lifetime, retire: (Slots) -> Void) -> Slots? {
    let (slots, old) = state.withLock { state -> (Slots?, Slots?) in
      guard state.own === blueprint else { return (nil, nil) }
      if let slots = state.slots, slots.lifetime == lifetime { return (slots, nil) }
      let new = Slots(of: blueprint, lifetime: lifetime)
      defer { state.slots = new }
      return (new, state.slots)
    }
    // The registration is spoiled if they kept anything but an instance that was made elsewhere.
    if let old {
      retire(old)
      old.forget()
    }
    return slots
  }

  /// What the own registration keeps.
  final var slots: Slots? { state.withLock { $0.slots } }

  /// The own registration, if a custom scope keeps its instance that all containers share.
  final var shared: Blueprint? { state.withLock { $0.shared } }

  /// Takes away what the own registration keeps, while it stays.
  final func takeSlots() -> Slots? { state.withLock { takeSlots(&$0) } }

  /// Lets go of what the own registration keeps, while it stays, and of what is being built when that is done.
  final func vacate(_ vacated: inout Vacated) {
    state.withLock { state in
      guard let kept = state.slots else {
        if let blueprint = state.shared { vacated.add(unasked: blueprint) }
        return
      }
      guard !kept.isThereForGood, !kept.vacate(&vacated) else { return }
      if let slots = takeSlots(&state) { vacated.add(slots) }
    }
  }

  /// The same, if it is a certain registration.
  final func takeSlots(of blueprint: Blueprint) -> Slots? {
    state.withLock { $0.own === blueprint ? takeSlots(&$0) : nil }
  }

  private final func takeSlots(_ state: inout State) -> Slots? {
    published.store(0)
    defer { state.slots = nil }
    return state.slots
  }

  /// Lets go of what was built in a slot of the own registration at some point, if that is still kept.
  final func drain(
    _ slot: Slot, builtAt order: UInt
  ) -> (taken: (product: AnyProduct, order: UInt)?, published: AnyProduct?) {
    state.withLock { state in
      if state.slots === slot { published.store(0) }
      return slot.drain(builtAt: order)
    }
  }

  /// Lets go of what the own registration keeps, as its container goes. What has to be done about it is added to
  /// `departures`, and the registration to `lent` if other containers may keep something of it.
  final func letGo(_ departures: inout [Departure], _ lent: inout [Blueprint]) {
    let (slots, own) = state.withLock { state -> (Slots?, Blueprint?) in
      published.store(0)
      let isLent = state.own?.traits.isKeptElsewhere ?? false
      defer { state.slots = nil }
      return (state.slots, isLent ? state.own : nil)
    }
    if let slots, !slots.isThereForGood { slots.abandon(tellingCustom: false, into: &departures) }
    if let own { lent.append(own) }
  }

  // MARK: Publishing

  /// The published instance, if there is one.
  final var instance: AnyProduct? {
    publication.instance.map { Unmanaged<AnyProduct>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Lets readers take an instance without a lock, if it is that of a plain singleton in front.
  final func publish(_ slot: Slot, of blueprint: Blueprint) {
    state.withLock { state in
      guard state.own === blueprint, let slots = state.slots, slots.isSingle(slot) else { return }
      publish(slots, of: blueprint, in: &state)
    }
  }

  /// The same with an instance that is kept and that nobody has read yet. What may be taken now is returned.
  final func publishUnread() -> Published {
    state.withLock { state in
      guard let own = state.own, !own.isNoted, let slots = state.slots else { return }
      publish(slots, of: own, in: &state)
    }
    return publication
  }

  private final func publish(_ slots: Slots, of own: Blueprint, in state: inout State) {
    guard state.front === own else { return }
    let traits = own.putInView()
    // The slots may be those of a scope that the registration no longer has, or be empty yet.
    guard traits.lifetime == .singleton, slots.lifetime == .singleton, !traits.isSpoiled,
      slots.isPublished || slots.keepsSomething && state.mayPublish()
    else { return }
    published.store(slots.publish())
  }

  /// Lets readers make an instance without a lock, if the registration in front has nothing but that to do.
  final func publish(_ blueprint: Blueprint) {
    state.withLock { state in
      guard state.own === blueprint, state.front === blueprint, !key.takesArguments else { return }
      // The scope may be changed meanwhile; who does that waits for the lock, to take out of view what is here.
      let traits = blueprint.putInView()
      guard traits.isPublishable, let maker = blueprint.maker(for: traits.lifetime) else { return }
      guard traits.wasPublished || state.mayPublish() else { return }
      blueprint.changeTraits { $0.wasPublished = true }
      published.store(maker.word)
    }
  }

  /// What readers may take without a lock.
  @inlinable
  @inline(__always)
  final var publication: Published { Published(word: published.load()) }

  /// Has readers take the lock.
  final func unpublish() { state.withLock { _ in published.store(0) } }

  // MARK: Registering

  /// Puts a registration in the place of the own one, with what is kept of it, unless that is protected; with
  /// `ifAbsent` only where nothing answers. Nil if it was not put there.
  final func install(_ blueprint: Blueprint, keeping slots: Slots?, ifAbsent: Bool) -> Removal? {
    state.withLock { state in
      if ifAbsent ? state.front != nil : state.own?.isOverridable == false { return nil }
      defer {
        state.own = blueprint
        state.slots = slots
      }
      return releaseOwn(&state)
    }
  }

  /// Adds a forwarding.
  final func forward(_ blueprint: Blueprint) {
    state.withLock { state in
      published.store(0)
      state.insert(blueprint)
    }
  }

  /// Puts a registration in the place of another one, whatever protects that, with what is kept of it.
  final func exchange(_ old: Blueprint, with new: Blueprint, keeping slots: Slots? = nil) -> Removal {
    state.withLock { state in
      published.store(0)
      let isOwn = state.own === old
      // What has stood behind a forwarding makes room.
      var removal = isOwn || new.forwardingTarget == nil ? takeOwn(&state) : Removal()
      removal.blueprints = [old]
      state.forwardings.removeAll { $0 === old }
      if new.forwardingTarget == nil {
        state.own = new
        state.slots = slots
      } else {
        state.insert(new)
      }
      return removal
    }
  }

  /// Takes over what another entry of the same key holds, which came later; with `ifAbsent` not the own registration
  /// where something answers already. In a step, `isInStep`, what it masks stays masked.
  final func adopt(_ later: Entry, ifAbsent: Bool, inStep isInStep: Bool) -> Removal {
    var new = later.state.withLock { state in
      defer { state = State() }
      return state
    }
    return state.withLock { state in
      published.store(0)
      var removal = Removal()
      // What was protected meanwhile stays, as if it had come later.
      let isOutdone = ifAbsent ? state.front != nil : state.own?.isOverridable == false
      if isOutdone, !new.masksOuter { removal += takeOwn(&new) }
      if new.masksOuter {
        removal.blueprints += state.forwardings
        state.forwardings = []
        if isInStep { state.masksOuter = true }
      }
      if new.masksOuter || new.own != nil { removal += releaseOwn(&state) }
      if let own = new.own {
        state.own = own
        state.slots = new.slots
      }
      state.forwardings += new.forwardings
      return removal
    }
  }

  // MARK: Taking out

  /// Has what an outer store has under the key no longer count.
  final func mask() { state.withLock { $0.masksOuter = true } }

  /// Takes out every registration.
  final func removeAll() -> Removal {
    state.withLock { state in
      var removal = releaseOwn(&state)
      removal.blueprints += state.forwardings
      state.forwardings = []
      return removal
    }
  }

  /// Takes out the forwardings to registrations that are gone.
  final func removeForwardings(to targets: [Blueprint]) -> Removal {
    state.withLock { state in
      let isGone = { (blueprint: Blueprint) in targets.contains { $0 === blueprint.forwardingTarget } }
      let gone = state.forwardings.filter(isGone)
      guard !gone.isEmpty else { return Removal() }
      published.store(0)
      state.forwardings.removeAll(where: isGone)
      return Removal(blueprints: gone)
    }
  }

  /// Takes out the own registration, of which a custom scope is to hear though nobody has asked it.
  private final func releaseOwn(_ state: inout State) -> Removal {
    let shared = state.shared
    var removal = takeOwn(&state)
    if let shared { removal.shared = [shared] }
    return removal
  }

  private final func takeOwn(_ state: inout State) -> Removal {
    published.store(0)
    defer { state.own = nil }
    return Removal(blueprints: state.own.map { [$0] } ?? [], slots: state.slots.map { [$0] } ?? [])
  }
}

/// The place of a key that is more than a type.
private final class KeyedEntry: Entry, @unchecked Sendable {
  let ownKey: Key
  fileprivate init(_ key: Key, word: UInt, own: Blueprint?, keeping slots: Slots?) {
    ownKey = key
    super.init(word: word, own: own, keeping: slots)
  }
}

/// What was taken out of a store, to be dealt with when its lock is free.
struct Removal {
  /// The registrations that are gone; what forwards to them is to go, too.
  var blueprints: [Blueprint] = []
  /// What they kept.
  var slots: [Slots] = []
  /// Those of the registrations whose custom scopes are to let go of everything, even if nobody has asked them.
  var shared: [Blueprint] = []

  static func += (left: inout Removal, right: Removal) {
    left.blueprints += right.blueprints
    left.slots += right.slots
    left.shared += right.shared
  }
}
