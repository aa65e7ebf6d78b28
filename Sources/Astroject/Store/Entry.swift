/// The place of a key in a container: the registrations that answer to it, and what they keep.
///
/// It knows no types: the key tells them, and whoever has asked by a key may take what is here for what the key says.
@usableFromInline
package class Entry: @unchecked Sendable {
  /// The word of the key.
  @usableFromInline final let word: UInt
  /// What it shows to readers without a lock, which is counted; changed under the lock. See ``PlanCache``.
  @usableFromInline final let published = AtomicWord(PlanCache.none.word)
  final let state: Lock<State>

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
    return key.label == nil || key.takesArguments || key.isOfComposite ? nil : ObjectIdentifier(key.product)
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
  final func change<Result>(_ change: (inout State, inout AnyObject?) -> Result) -> Result {
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
  /// True if a registration was not taken over, as another one was faster.
  var isOutdone = false

  static func += (left: inout Removal, right: Removal) {
    left.blueprints += right.blueprints
    left.slots += right.slots
    left.shared += right.shared
    left.outOfView += right.outOfView
  }
}
