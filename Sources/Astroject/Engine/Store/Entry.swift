/// The entry of a key in a container: the registrations that answer to the key, and their cached instances.
///
/// An entry knows no types: the key has them. A caller that asks by a key may take the instance as the key's type.
@usableFromInline
package class Entry: @unchecked Sendable {
  /// The word of the key.
  @usableFromInline final let word: UInt
  /// The object published for lock-free readers, retained once. It is changed under the lock; see ``PublishedWord``.
  @usableFromInline final let published = AtomicWord(PublishedWord.none.word)
  final let state: Lock<State>

  fileprivate init(word: UInt, _ state: State) {
    self.word = word
    self.state = Lock(state)
  }

  deinit { if !publishesNothing { _ = withdraw() } }

  /// Creates the entry of a key.
  @inline(__always)
  static func make(for key: Key, _ state: consuming State = State()) -> Entry {
    let word = key.word
    return Key.isType(word) ? Entry(word: word, state) : KeyedEntry(key, word: word, state)
  }

  /// Creates a copy for a transaction. The instances stay in the entry that it copies.
  static func make(copying entry: Entry) -> Entry {
    let basis = entry.settled { Basis(entry, $0) }
    return make(for: entry.key, State(own: basis.own, forwardings: basis.forwardings, basis: basis))
  }

  /// The type of a key with a label and without arguments; nil for any other key, and for that of a composite.
  final var labelledType: ObjectIdentifier? {
    if Key.isType(word) { return nil }
    let key = keyed.ownKey
    return key.label == nil || key.takesArguments || key.isOfComposite ? nil : ObjectIdentifier(key.product)
  }

  package final var key: Key { Key.isType(word) ? Key(ofType: word) : keyed.ownKey }

  /// Returns true if this is the entry of a key of a type, whose label has a hash, if one is given.
  ///
  /// The label of a composite has the hash of the one given at registration.
  final func isOf(_ type: Any.Type, labelHash: Int?) -> Bool {
    if Key.isType(word) { return word == Key.word(of: type) && labelHash ?? 0 == 0 }
    return keyed.ownKey.product == type && (labelHash == nil || labelHash == keyed.ownKey.label?.hash ?? 0)
  }

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
    let result = settled { change(&$0, &gone) }
    Retired.add(gone)
    return result
  }

  // MARK: Asking

  /// Calls a closure with the state, between the changes that are made to several entries at once.
  ///
  /// The caller must hold no lock, except for the entries that no key finds, which no such change concerns.
  final func settled<Result>(_ body: (inout State) -> Result) -> Result {
    while true {
      if let result = state.withLock({ $0.holder == nil ? .some(body(&$0)) : nil }) { return result }
      waitForChange()
    }
  }

  /// Waits for the end of the change of several entries that is under way here, if there is one.
  @inline(never)
  private final func waitForChange() { state.withLock { $0.holder }?.waitForRemoval() }

  /// Makes callers that ask for the registrations wait until `endHold`; returns false if the entry was removed.
  ///
  /// - Parameter store: The store that changes several entries, whose lock is held.
  final func hold(for store: Store) -> Bool {
    state.withLock { state in
      if state.isClosed { return false }
      state.holder = store
      return true
    }
  }

  /// Ends what `hold` has begun.
  final func endHold() { state.withLock { $0.holder = nil } }

  /// The registration that answers a single resolve.
  final var front: Blueprint? { settled { $0.front } }

  /// Returns the registration that answers a single resolve, without those that do not count any more.
  final func front(where isLive: (Blueprint) -> Bool) -> Blueprint? {
    // Copied under the lock: the thread sanitizer does not see the reference count of an array that leaves it.
    let (own, forwardings) = settled { ($0.own, $0.forwardings.map(\.self)) }
    return State(own: own.flatMap { isLive($0) ? $0 : nil }, forwardings: forwardings.filter(isLive)).front
  }

  /// True for the copy in a transaction that has left the own registration as it was.
  final var isUnchanged: Bool {
    settled { state in state.basis.map { $0.own === state.own && !$0.isRemoved } ?? false }
  }

  /// The registrations that answer, in order of registration.
  package final var blueprints: [Blueprint] {
    settled { state in
      let own = state.own.map { [$0] } ?? []
      let forwardings = state.forwardings
      return forwardings.isEmpty ? own : (own + forwardings).inSequence
    }
  }

  /// The registration that was made under the key itself.
  package final var own: Blueprint? { settled { $0.own } }

  /// In a transaction, the entry that this one was copied from.
  final var basis: Basis? { state.withLock { $0.basis } }

  /// Returns true if a registration is here, as the own one or as a forwarding.
  final func holds(_ blueprint: Blueprint) -> Bool {
    settled { state in state.own === blueprint || state.forwardings.contains { $0 === blueprint } }
  }

  /// Returns the entry in which the instances of a registration are cached: that of the container, even if a
  /// transaction has a copy of it.
  final func keeper(of blueprint: Blueprint) -> Entry {
    var keeper = self
    while let basis = keeper.basis, basis.holds(blueprint) { keeper = basis.entry }
    return keeper
  }
}

/// The entry of a key that is more than a type.
private final class KeyedEntry: Entry, @unchecked Sendable {
  let ownKey: Key
  fileprivate init(_ key: Key, word: UInt, _ state: State) {
    ownKey = key
    super.init(word: word, state)
  }
}
