// How registrations come to a key, and go.

extension Entry {
  // MARK: Closing

  /// Has nothing put in any more, if there is nothing in it; false otherwise.
  func close() -> Bool { state.withLock { $0.close() } }

  /// Has what an outer store has under the key count again.
  func unmask() { state.withLock { $0.masksOuter = false } }

  /// Has it not be closed until a transaction has put in what it has, by `adopt`; false if it is closed.
  func pin() -> Bool {
    state.withLock { state in
      if state.isClosed { return false }
      state.pins += 1
      return true
    }
  }

  /// Takes that back, as the transaction puts in nothing.
  func unpin() { state.withLock { $0.pins -= 1 } }

  // MARK: Registering

  /// What became of a registration that was to be put in.
  enum Installation {
    case done(Removal)
    /// Something is protected, or there already.
    case refused(by: Blueprint)
    case closed
  }

  /// Puts a registration in the place of the own one, with what is kept of it, unless that is protected; if it is not
  /// to replace anything, only where nothing answers.
  func install(_ blueprint: Blueprint, keeping slots: InstanceStorage?) -> Installation {
    change { state, gone in
      if state.isClosed { return .closed }
      if let known = state.obstacle(to: blueprint, replacing: true) { return .refused(by: known) }
      state.own.map(blueprint.noteReplaced)
      defer {
        state.own = blueprint
        state.slots = slots
      }
      return .done(releaseOwn(&state, &gone))
    }
  }

  /// Adds a forwarding; false if the entry is closed.
  func forward(_ blueprint: Blueprint) -> Bool {
    change { state, gone in
      if state.isClosed { return false }
      gone = withdraw()
      state.insert(blueprint)
      return true
    }
  }

  /// Puts a registration in the place of another one, whatever protects that, with what is kept of it; nil if the entry
  /// is closed.
  func exchange(_ old: Blueprint, with new: Blueprint, keeping slots: InstanceStorage? = nil) -> Removal? {
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

  /// The own registration of another entry of the same key that is to fail as something answers here, and that.
  func rival(of later: Entry, without doomed: Set<ObjectIdentifier>) -> (new: Blueprint, known: Blueprint)? {
    let new = later.state.withLock { $0.masksOuter ? nil : $0.own }
    guard let new, new.flags.ifRegistered == .fail, let known = state.withLock({ $0.plainFront(without: doomed) })
    else { return nil }
    return (new, known)
  }

  /// The own registration, if another entry of the same key that came later takes it out.
  func victim(of later: Entry, replacing replaces: Bool) -> Blueprint? {
    let (new, masks) = later.state.withLock { ($0.own, $0.masksOuter) }
    return state.withLock { state in
      guard let own = state.own else { return nil }
      if masks { return own }
      return new.flatMap { state.obstacle(to: $0, replacing: replaces) == nil ? own : nil }
    }
  }

  /// Takes over what another entry of the same key holds, which came later; unless it `replaces`, not the own
  /// registration where something answers already. In a transaction, `isInTransaction`, what it masks stays masked.
  ///
  /// Called under a lock: what it takes out of view is in what it returns.
  ///
  /// - Parameter doomed: What is taken out with others that are adopted together with this one.
  func adopt(
    _ later: Entry, replacing replaces: Bool, without doomed: Set<ObjectIdentifier>,
    inTransaction isInTransaction: Bool
  ) -> Removal {
    var new = later.state.withLock { state in
      defer { state = State() }
      return state
    }
    return state.withLock { state in
      state.pins -= 1
      var gone = withdraw()
      var removal = Removal()
      // What was protected meanwhile stays, as if it had come later.
      if !new.masksOuter, let own = new.own, state.obstacle(to: own, replacing: replaces, without: doomed) != nil {
        removal += takeOwn(&new, &gone)
        removal.isOutdone = true
      }
      if new.masksOuter {
        removal.blueprints += state.forwardings
        state.forwardings = []
        if isInTransaction { state.masksOuter = true }
      }
      let replaced = new.masksOuter ? nil : state.own
      if new.masksOuter || new.own != nil { removal += releaseOwn(&state, &gone) }
      if let own = new.own {
        replaced.map(own.noteReplaced)
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
  func mask() -> Bool {
    state.withLock { state in
      if state.isClosed { return false }
      state.masksOuter = true
      return true
    }
  }

  /// Takes out every registration.
  func removeAll() -> Removal {
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
  func removeForwardings(to targets: [Blueprint]) -> Removal {
    state.withLock { state in
      let isGone = { (blueprint: Blueprint) in targets.contains { $0 === blueprint.forwardingTarget } }
      let removed = state.forwardings.filter(isGone)
      guard !removed.isEmpty else { return Removal() }
      state.forwardings.removeAll(where: isGone)
      return Removal(blueprints: removed, outOfView: [withdraw()].compactMap(\.self))
    }
  }

  /// Takes out the own registration, of which a custom scope is to hear though nobody has asked it.
  func releaseOwn(_ state: inout State, _ gone: inout AnyObject?) -> Removal {
    let shared = state.shared
    var removal = takeOwn(&state, &gone)
    if let shared { removal.shared = [shared] }
    return removal
  }

  /// Takes out the own registration, and what is shown, if that was not done before.
  func takeOwn(_ state: inout State, _ gone: inout AnyObject?) -> Removal {
    gone = gone ?? withdraw()
    defer { state.own = nil }
    return Removal(blueprints: state.own.map { [$0] } ?? [], slots: state.slots.map { [$0] } ?? [])
  }
}
