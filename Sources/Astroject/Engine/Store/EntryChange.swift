/// The change that a transaction makes to the registrations of a key.
final class EntryChange {
  /// The entry of the transaction.
  private let copy: Entry
  /// The entry of the key in the store that adopts the transaction, or an empty one that it gets.
  let place: Entry
  /// True if the store has no entry of the key yet.
  let isFirst: Bool
  /// The registrations that the transaction found, retained here so that they are freed where no lock is held.
  private let basis: Entry.Basis?
  /// The registrations after the change.
  private var own: Blueprint?
  var forwardings: [Blueprint] = []
  /// The registration of the transaction that gives way to another one, if it does.
  private(set) var left: Entry.State.Concession?

  init(_ copy: Entry, to known: Entry?) {
    self.copy = copy
    place = known ?? Entry.make(for: copy.key)
    isFirst = known == nil
    basis = copy.basis
  }

  /// Decides on the registrations after the change.
  ///
  /// - Parameter replaces: False if a registration gives way to one that was made meanwhile.
  func merge(replacing replaces: Bool) {
    (own, forwardings, left) = copy.state.withLock { changed in
      place.state.withLock { $0.merged(with: changed, replacing: replaces) }
    }
  }

  /// The registration that the change removes.
  var removed: Blueprint? { place.state.withLock { $0.own === own ? nil : $0.own } }

  /// Makes the change, and adds the removed registrations to a removal.
  func apply(into removal: Removal) {
    let changed = copy.state.withLock { state in
      let changed = state
      state = Entry.State()
      // A decorator that arrives meanwhile on another thread may look here for an instance; see ``KeptBefore``.
      state.storage = changed.storage
      return changed
    }
    place.state.withLock { state in
      // The copy in a transaction may be of what came after the one within it had begun. That is not removed.
      if let basis, basis.isRemoved, basis.own === state.own { state.basis?.isRemoved = true }
      removal.retire(place.withdraw())
      if state.own !== own {
        // The transaction knows itself what it has replaced of what it found.
        if let replaced = state.own, replaced !== basis?.own { own?.noteReplaced(replaced) }
        place.releaseOwn(&state, into: removal)
        state.own = own
        if left == nil { state.storage = changed.storage }
      }
      if let left {
        removal.blueprints.append(left.new)
        removal.storages += [changed.storage].compactMap(\.self)
      }
      removal.add(state.forwardings.without(forwardings), of: state)
      removal.add(changed.forwardings.without(forwardings), of: changed)
      state.forwardings = forwardings
    }
  }
}
