/// The entry of a key in a container: the registrations that answer to the key, and their cached instances.
///
/// An entry knows no types: the key has them. A caller that asks by a key may take the instance as the key's type.
@usableFromInline
package class Entry: @unchecked Sendable {
  /// The word of the key.
  @usableFromInline final let word: UInt
  /// The object published for lock-free readers, retained once. It is changed under the lock; see ``PlanCache``.
  @usableFromInline final let published = AtomicWord(PlanCache.none.word)
  final let state: Lock<State>

  fileprivate init(word: UInt, own: Blueprint?, keeping storage: InstanceStorage?) {
    self.word = word
    state = Lock(State(own: own, keeping: storage))
  }

  deinit { _ = withdraw() }

  /// Creates the entry of a key, with a registration and its cached instances, if there are any.
  static func make(for key: Key, word: UInt, own: Blueprint? = nil, keeping storage: InstanceStorage? = nil) -> Entry {
    Key.isType(word)
      ? Entry(word: word, own: own, keeping: storage) : KeyedEntry(key, word: word, own: own, keeping: storage)
  }

  static func make(for key: Key, own: Blueprint? = nil) -> Entry { make(for: key, word: key.word, own: own) }

  /// The type of a key with a label and without arguments; nil for any other key, and for that of a composite.
  final var labelledType: ObjectIdentifier? {
    if Key.isType(word) { return nil }
    let key = keyed.ownKey
    return key.label == nil || key.takesArguments || key.isOfComposite ? nil : ObjectIdentifier(key.product)
  }

  final var key: Key { Key.isType(word) ? Key(ofType: word) : keyed.ownKey }

  /// Returns true if this is the entry of a key that has the same word.
  final func isPlace(of key: Key) -> Bool { Key.isType(word) || keyed.ownKey == key }

  /// Returns true if this is the entry of a type and a name that have the same word. The word must be odd.
  final func isPlace(of product: Any.Type, named name: String) -> Bool {
    let key = keyed.ownKey
    return key.product == product && !key.takesArguments && key.label?.isName(name) ?? false
  }

  /// The entry as the type that `make` has created for an odd word.
  private final var keyed: KeyedEntry { unsafeDowncast(self, to: KeyedEntry.self) }

  // MARK: Changing

  /// Changes the state, and retires the object that the entry no longer publishes.
  final func change<Result>(_ change: (inout State, inout AnyObject?) -> Result) -> Result {
    var gone: AnyObject?
    let result = state.withLock { change(&$0, &gone) }
    Retired.add(gone)
    return result
  }

  // MARK: Asking

  /// The registration that answers a single resolve.
  final var front: Blueprint? { state.withLock { $0.front } }

  /// Returns the registration that answers a single resolve if inner stores cover outer ones.
  ///
  /// - Parameters:
  ///   - entries: The entries of one key, that of the innermost store first.
  ///   - isLive: Returns true if a registration still counts.
  /// - Returns: The registration, and true if there were forwardings to removed registrations, which do not count.
  static func front(
    ofLayers entries: [Entry], isLive: (Blueprint) -> Bool
  ) -> (front: Blueprint?, isTorn: Bool) {
    var merged = State()
    for entry in entries.reversed() {
      // Copied under the lock: the thread sanitizer does not see the reference count of an array that leaves it.
      let (masksOuter, own, forwardings) = entry.state.withLock { state in
        (state.masksOuter, state.own, state.forwardings.map(\.self))
      }
      if masksOuter { merged = State() }
      merged.own = own ?? merged.own
      merged.forwardings += forwardings
    }
    let live = merged.forwardings.filter { $0.forwardingTarget.map(isLive) ?? false }
    let isTorn = live.count < merged.forwardings.count
    merged.forwardings = live
    return (merged.front, isTorn)
  }

  /// The registrations that answer, in order of registration.
  final var blueprints: [Blueprint] {
    state.withLock { state in
      let own = state.own.map { [$0] } ?? []
      let forwardings = state.forwardings
      return forwardings.isEmpty ? own : (own + forwardings).inSequence
    }
  }

  /// The registration that was made under the key itself.
  final var own: Blueprint? { state.withLock { $0.own } }
  final var masksOuter: Bool { state.withLock { $0.masksOuter } }

  /// Returns true if a registration is the own one.
  final func isOwn(_ blueprint: Blueprint) -> Bool { state.withLock { $0.own === blueprint } }

  /// Returns true if a registration is here, as the own one or as a forwarding.
  final func holds(_ blueprint: Blueprint) -> Bool {
    state.withLock { state in state.own === blueprint || state.forwardings.contains { $0 === blueprint } }
  }
}

/// The entry of a key that is more than a type.
private final class KeyedEntry: Entry, @unchecked Sendable {
  let ownKey: Key
  fileprivate init(_ key: Key, word: UInt, own: Blueprint?, keeping storage: InstanceStorage?) {
    ownKey = key
    super.init(word: word, own: own, keeping: storage)
  }
}
