/// The change that a transaction makes to the registrations of a key.
final class EntryChange {
  /// The entry of the transaction.
  let new: Entry
  /// The entry of the key in the store that adopts the transaction; nil if there is none, so that the new one is added.
  let old: Entry?
  /// The registrations that the transaction found, retained here so that they are freed where no lock is held.
  private let basis: Entry.Basis?

  init(_ new: Entry, to old: Entry?) {
    (self.new, self.old) = (new, old)
    basis = new.basis
  }

  private var place: Entry { old ?? new }
  /// True once the change is made, if the store has to add the entry of the transaction.
  var isAddition: Bool { old == nil && !new.state.withLock { $0.isVacant } }

  /// Has callers wait that ask for the registrations, until `end`; returns false if the entry was removed meanwhile.
  func hold(for transaction: Transaction) -> Bool {
    place.state.withLock { state in
      if state.isClosed { return false }
      state.commit = transaction
      return true
    }
  }

  func end() { place.state.withLock { $0.commit = nil } }

  /// Returns the registrations after the change.
  ///
  /// - Parameters:
  ///   - replaces: False if a registration gives way to one that was made meanwhile.
  ///   - keepsBasis: True if the store that adopts the change belongs to a transaction itself. It takes an entry that
  ///     it lacks as it is, to be merged when it is committed.
  func merged(replacing replaces: Bool, keepingBasis keepsBasis: Bool) -> Entry.State.Merged {
    new.state.withLock { changed in
      guard let old else {
        if keepsBasis { return Entry.State.Merged(own: changed.own, forwardings: changed.forwardings) }
        return Entry.State().merged(with: changed, replacing: replaces)
      }
      return old.state.withLock { $0.merged(with: changed, replacing: replaces) }
    }
  }

  /// Returns the registrations that the change removes.
  func removed(by merged: Entry.State.Merged) -> [Blueprint] {
    guard let own = old?.state.withLock({ $0.own }), own !== merged.own else { return [] }
    return [own]
  }

  /// Makes the change, and returns the removed registrations.
  ///
  /// - Parameter keepsBasis: True if the store that adopts the change belongs to a transaction itself.
  func apply(_ merged: Entry.State.Merged, keepingBasis keepsBasis: Bool) -> Removal {
    guard let old else {
      return new.state.withLock { state in
        let removal = Removal()
        removal.add(state.forwardings.without(merged.forwardings), of: state)
        // Another thread may have removed a registration that the transaction found.
        if state.own !== merged.own { state.own = merged.own }
        state.forwardings = merged.forwardings
        if !keepsBasis { state.basis = nil }
        return removal
      }
    }
    let changed = new.state.withLock { state in
      defer { state = Entry.State() }
      return state
    }
    return old.state.withLock { state in
      var gone = old.withdraw()
      let removal = Removal()
      if state.own !== merged.own {
        // The transaction knows itself what it has replaced of what it found.
        if let own = state.own, own !== basis?.own { merged.own?.noteReplaced(own) }
        removal.add(old.releaseOwn(&state, &gone))
        state.own = merged.own
        if merged.left == nil { state.storage = changed.storage }
      }
      if let left = merged.left {
        removal.blueprints.append(left.new)
        removal.storages += [changed.storage].compactMap(\.self)
      }
      removal.add(state.forwardings.without(merged.forwardings), of: state)
      removal.add(changed.forwardings.without(merged.forwardings), of: changed)
      if basis?.isRemoved ?? false { state.basis?.isRemoved = true }
      state.forwardings = merged.forwardings
      if let gone { removal.outOfView.append(gone) }
      return removal
    }
  }
}
