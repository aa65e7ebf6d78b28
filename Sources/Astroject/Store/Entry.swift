/// The place of a key in a container: the registrations that answer to it, and what they keep.
///
/// It knows no types: the key tells them, and whoever has asked by a key may take what is here for what the key says.
@usableFromInline
package class Entry: @unchecked Sendable {
  /// What few entries have. Never changed, as a state may have been copied, and the copy be read where no lock is held.
  private final class Rest: Sendable {
    /// Those that another registration has for this type, in order.
    let forwardings: [Blueprint]
    /// Whether what an outer store has under the key no longer counts.
    let masksOuter: Bool
    /// How many transactions are about to put something in.
    let pins: Int

    init?(forwardings: [Blueprint], masksOuter: Bool, pins: Int) {
      if forwardings.isEmpty, !masksOuter, pins == 0 { return nil }
      self.forwardings = forwardings
      self.masksOuter = masksOuter
      self.pins = pins
    }
  }

  /// There are many entries, and so there is one word for each of two things.
  private struct State {
    private enum Content {
      case nothing
      case registered(Blueprint)
      /// These know their registration.
      case keeping(InstanceStorage)
      /// Nothing is put in any more, as the store has taken out the entry.
      case closed
    }

    private var content: Content
    private var rest: Rest?

    /// - Parameter slots: Those of the registration, if there are any.
    init(own: Blueprint? = nil, keeping slots: InstanceStorage? = nil) {
      assert(slots == nil || slots?.blueprint === own)
      content = slots.map { .keeping($0) } ?? own.map { .registered($0) } ?? .nothing
    }

    /// The registration that was made under the key itself. A new one keeps nothing.
    var own: Blueprint? {
      get {
        switch content {
        case .nothing, .closed: nil
        case .registered(let blueprint): blueprint
        case .keeping(let slots): slots.blueprint
        }
      }
      set { if !isClosed { content = newValue.map { .registered($0) } ?? .nothing } }
    }
    /// What the own registration keeps.
    var slots: InstanceStorage? {
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
    var shared: Blueprint? { own?.flags.lifetime == .shared ? own : nil }
    /// Those that another registration has for this type, in order.
    var forwardings: [Blueprint] {
      get { rest?.forwardings ?? [] }
      set { rest = Rest(forwardings: newValue, masksOuter: masksOuter, pins: pins) }
    }
    /// Adds a forwarding at its place in the order.
    mutating func insert(_ forwarding: Blueprint) {
      let index = forwardings.lastIndex { $0.sequence <= forwarding.sequence }.map { $0 + 1 } ?? 0
      forwardings.insert(forwarding, at: index)
    }
    /// Whether what an outer store has under the key no longer counts.
    var masksOuter: Bool {
      get { rest?.masksOuter ?? false }
      set { rest = Rest(forwardings: forwardings, masksOuter: newValue, pins: pins) }
    }
    /// How many transactions are about to put something in.
    var pins: Int {
      get { rest?.pins ?? 0 }
      set { rest = Rest(forwardings: forwardings, masksOuter: masksOuter, pins: newValue) }
    }

    var isClosed: Bool { if case .closed = content { true } else { false } }

    /// Has nothing put in any more, if there is nothing in it; false otherwise.
    mutating func close() -> Bool {
      guard case .nothing = content, rest == nil else { return false }
      content = .closed
      return true
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
  /// What it shows to readers without a lock, which is counted; changed under the lock. See ``PlanCache``.
  @usableFromInline final let published = AtomicWord(PlanCache.none.word)
  private final let state: Lock<State>

  fileprivate init(word: UInt, own: Blueprint?, keeping slots: InstanceStorage?) {
    self.word = word
    state = Lock(State(own: own, keeping: slots))
  }

  deinit { _ = withdraw() }

  /// Makes the place of a key, with a registration in it if there is one, and what is kept of that.
  static func make(for key: Key, word: UInt, own: Blueprint? = nil, keeping slots: InstanceStorage? = nil) -> Entry {
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

  // MARK: Changing

  /// Changes the state, and retires what that has the entry show no longer.
  private final func change<Result>(_ change: (inout State, inout AnyObject?) -> Result) -> Result {
    var gone: AnyObject?
    let result = state.withLock { change(&$0, &gone) }
    Retired.add(gone)
    return result
  }

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
  final func slots(of blueprint: Blueprint, lifetime: Lifetime) -> InstanceStorage? {
    let (slots, old) = state.withLock { state -> (InstanceStorage?, InstanceStorage?) in
      guard state.own === blueprint else { return (nil, nil) }
      if let slots = state.slots, slots.lifetime == lifetime { return (slots, nil) }
      // Those that are there are of a scope that the registration no longer has. What was published of them is taken
      // out of view by whoever has changed that.
      let new = InstanceStorage(of: blueprint, lifetime: lifetime)
      defer { state.slots = new }
      return (new, state.slots)
    }
    // The registration is spoiled if they kept anything but an instance that was made elsewhere.
    old?.forget()
    return slots
  }

  /// What the own registration keeps.
  final var slots: InstanceStorage? { state.withLock { $0.slots } }

  /// The own registration, if a custom scope keeps its instance that all containers share.
  final var shared: Blueprint? { state.withLock { $0.shared } }

  /// Takes away what the own registration keeps, while it stays.
  final func takeSlots() -> InstanceStorage? { takeSlots { _ in true } }

  /// The same, if it is a certain registration.
  final func takeSlots(of blueprint: Blueprint) -> InstanceStorage? { takeSlots { $0 === blueprint } }

  private final func takeSlots(if isIt: (Blueprint?) -> Bool) -> InstanceStorage? {
    change { state, gone in
      guard isIt(state.own) else { return nil }
      defer { state.slots = nil }
      gone = withdraw()
      return state.slots
    }
  }

  /// Lets go of what the own registration keeps, while it stays, and of what is being built when that is done.
  final func vacate(_ batch: inout ReleaseBatch) {
    change { state, gone in
      guard let kept = state.slots else {
        if let blueprint = state.shared { batch.add(unasked: blueprint) }
        return
      }
      guard !kept.isThereForGood else { return }
      gone = withdraw()
      guard !kept.vacate(&batch) else { return }
      batch.add(kept)
      state.slots = nil
    }
  }

  /// Lets go of what was built in a slot of the own registration at some point, if that is still kept.
  final func drain(_ slot: InstanceSlot, builtAt order: UInt) -> (product: AnyProduct, order: UInt)? {
    change { state, gone in
      if state.slots === slot { gone = withdraw() }
      return slot.drain(builtAt: order)
    }
  }

  /// Lets go of what the own registration keeps, as its container goes. What has to be done about it is added to
  /// `pendingReleases`, the registration to `lent` if other containers may keep something of it, and what the entry
  /// showed, which nobody reads any more, to `shown`.
  final func letGo(_ pendingReleases: inout [PendingRelease], _ lent: inout [Blueprint], _ shown: inout [AnyObject]) {
    var gone: AnyObject?
    let (slots, own) = state.withLock { state -> (InstanceStorage?, Blueprint?) in
      gone = withdraw()
      let isLent = state.own?.flags.isKeptElsewhere ?? false
      defer { state.slots = nil }
      return (state.slots, isLent ? state.own : nil)
    }
    if let gone { shown.append(gone) }
    if let slots, !slots.isThereForGood { slots.abandon(tellingCustom: false, into: &pendingReleases) }
    if let own { lent.append(own) }
  }

  // MARK: Publishing

  /// What readers may take without a lock.
  @inlinable
  @inline(__always)
  final func planCache(_ hold: ReadHold) -> PlanCache { PlanCache(word: published.load()) }

  /// Whether it shows nothing.
  final var publishesNothing: Bool { published.load() == 0 }

  /// The published instance, if there is one.
  final var instance: AnyProduct? { ReadHold.during { planCache($0).anyInstance } }

  /// Shows nothing any more. What it has shown is returned, to be retired where no lock is held.
  private final func withdraw() -> AnyObject? {
    let old = PlanCache(word: published.load())
    if !old.isNone { published.store(0) }
    return old.takeObject()
  }

  /// Lets readers take an instance without a lock, if it is that of a plain singleton in front.
  final func publishInstance(in slot: InstanceSlot, of blueprint: Blueprint) {
    publish { state in
      guard state.own === blueprint, let slots = state.slots, slots.isSingle(slot) else { return .none }
      return instance(in: slots, of: blueprint, state)
    }
  }

  /// The same with an instance that is kept and that nobody has read yet. What may be taken now is returned.
  final func publishKeptInstance(_ hold: ReadHold) -> PlanCache {
    publish { state in
      guard let own = state.own, !own.isNoted, let slots = state.slots else { return .none }
      return instance(in: slots, of: own, state)
    }
    return planCache(hold)
  }

  /// Lets readers make an instance without a lock, if the registration in front has nothing but that to do.
  final func publishFactory(of blueprint: Blueprint) {
    publish { state in
      guard state.own === blueprint, state.front === blueprint, !key.takesArguments else { return .none }
      // The scope may be changed meanwhile; who does that waits for the lock, to take out of view what is here.
      _ = blueprint.noteMayBePublished()
      return blueprint.makeFactory(blueprint.plan)
    }
  }

  /// Shows something, unless something is shown already. It comes counted.
  private final func publish(_ find: (State) -> PlanCache) {
    state.withLock { state in if publishesNothing { published.store(find(state).word) } }
  }

  private final func instance(in slots: InstanceStorage, of own: Blueprint, _ state: State) -> PlanCache {
    guard state.front === own else { return .none }
    let flags = own.noteMayBePublished()
    // The slots may be those of a scope that the registration no longer has, or be empty yet.
    guard flags.lifetime == .singleton, slots.lifetime == .singleton, !flags.isSpoiled, let product = slots.product
    else { return .none }
    return PlanCache(counting: product)
  }

  /// Has readers take the lock.
  final func unpublish() { change { _, gone in gone = withdraw() } }

  // MARK: The end

  /// Has nothing put in any more, if there is nothing in it; false otherwise.
  final func close() -> Bool { state.withLock { $0.close() } }

  /// Has what an outer store has under the key count again.
  final func unmask() { state.withLock { $0.masksOuter = false } }

  /// Has it not be closed until a transaction has put in what it has, by `adopt`; false if it is closed.
  final func pin() -> Bool {
    state.withLock { state in
      if state.isClosed { return false }
      state.pins += 1
      return true
    }
  }

  // MARK: Registering

  /// What became of a registration that was to be put in.
  enum Installation {
    case done(Removal)
    /// Something is protected, or there already.
    case refused
    case closed
  }

  /// Puts a registration in the place of the own one, with what is kept of it, unless that is protected; with
  /// `ifAbsent` only where nothing answers.
  final func install(_ blueprint: Blueprint, keeping slots: InstanceStorage?, ifAbsent: Bool) -> Installation {
    change { state, gone in
      if state.isClosed { return .closed }
      if ifAbsent ? state.front != nil : state.own?.isOverridable == false { return .refused }
      defer {
        state.own = blueprint
        state.slots = slots
      }
      return .done(releaseOwn(&state, &gone))
    }
  }

  /// Adds a forwarding; false if the entry is closed.
  final func forward(_ blueprint: Blueprint) -> Bool {
    change { state, gone in
      if state.isClosed { return false }
      gone = withdraw()
      state.insert(blueprint)
      return true
    }
  }

  /// Puts a registration in the place of another one, whatever protects that, with what is kept of it; nil if the entry
  /// is closed.
  final func exchange(_ old: Blueprint, with new: Blueprint, keeping slots: InstanceStorage? = nil) -> Removal? {
    change { state, gone in
      if state.isClosed { return nil }
      gone = withdraw()
      let isOwn = state.own === old
      // What has stood behind a forwarding makes room.
      var removal = isOwn || new.forwardingTarget == nil ? takeOwn(&state, &gone) : Removal()
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
  /// where something answers already. In a transaction, `isInTransaction`, what it masks stays masked.
  ///
  /// Called under a lock: what it takes out of view is in what it returns.
  final func adopt(_ later: Entry, ifAbsent: Bool, inTransaction isInTransaction: Bool) -> Removal {
    var new = later.state.withLock { state in
      defer { state = State() }
      return state
    }
    return state.withLock { state in
      state.pins -= 1
      var gone = withdraw()
      var removal = Removal()
      // What was protected meanwhile stays, as if it had come later.
      let isOutdone = ifAbsent ? state.front != nil : state.own?.isOverridable == false
      if isOutdone, !new.masksOuter { removal += takeOwn(&new, &gone) }
      if new.masksOuter {
        removal.blueprints += state.forwardings
        state.forwardings = []
        if isInTransaction { state.masksOuter = true }
      }
      if new.masksOuter || new.own != nil { removal += releaseOwn(&state, &gone) }
      if let own = new.own {
        state.own = own
        state.slots = new.slots
      }
      state.forwardings += new.forwardings
      if let gone { removal.outOfView.append(gone) }
      return removal
    }
  }

  // MARK: Taking out

  /// Has what an outer store has under the key no longer count; false if the entry is closed.
  final func mask() -> Bool {
    state.withLock { state in
      if state.isClosed { return false }
      state.masksOuter = true
      return true
    }
  }

  /// Takes out every registration.
  final func removeAll() -> Removal {
    state.withLock { state in
      var gone: AnyObject?
      var removal = releaseOwn(&state, &gone)
      removal.blueprints += state.forwardings
      state.forwardings = []
      if let gone { removal.outOfView.append(gone) }
      return removal
    }
  }

  /// Takes out the forwardings to registrations that are gone.
  final func removeForwardings(to targets: [Blueprint]) -> Removal {
    state.withLock { state in
      let isGone = { (blueprint: Blueprint) in targets.contains { $0 === blueprint.forwardingTarget } }
      let removed = state.forwardings.filter(isGone)
      guard !removed.isEmpty else { return Removal() }
      state.forwardings.removeAll(where: isGone)
      return Removal(blueprints: removed, outOfView: [withdraw()].compactMap(\.self))
    }
  }

  /// Takes out the own registration, of which a custom scope is to hear though nobody has asked it.
  private final func releaseOwn(_ state: inout State, _ gone: inout AnyObject?) -> Removal {
    let shared = state.shared
    var removal = takeOwn(&state, &gone)
    if let shared { removal.shared = [shared] }
    return removal
  }

  /// Takes out the own registration, and what is shown, if that was not done before.
  private final func takeOwn(_ state: inout State, _ gone: inout AnyObject?) -> Removal {
    gone = gone ?? withdraw()
    defer { state.own = nil }
    return Removal(blueprints: state.own.map { [$0] } ?? [], slots: state.slots.map { [$0] } ?? [])
  }
}

/// The place of a key that is more than a type.
private final class KeyedEntry: Entry, @unchecked Sendable {
  let ownKey: Key
  fileprivate init(_ key: Key, word: UInt, own: Blueprint?, keeping slots: InstanceStorage?) {
    ownKey = key
    super.init(word: word, own: own, keeping: slots)
  }
}

/// What was taken out of a store, to be dealt with when its lock is free.
struct Removal {
  /// The registrations that are gone; what forwards to them is to go, too.
  var blueprints: [Blueprint] = []
  /// What they kept.
  var slots: [InstanceStorage] = []
  /// Those of the registrations whose custom scopes are to let go of everything, even if nobody has asked them.
  var shared: [Blueprint] = []
  /// What is to be retired.
  var outOfView: [AnyObject] = []

  static func += (left: inout Removal, right: Removal) {
    left.blueprints += right.blueprints
    left.slots += right.slots
    left.shared += right.shared
    left.outOfView += right.outOfView
  }
}
