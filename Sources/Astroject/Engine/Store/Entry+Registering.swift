// The adding of registrations to a key, and their removal.

extension Entry {
  // MARK: Closing

  /// Closes the entry, if it is empty, so that nothing is added any more; returns false if it is not empty.
  func close() -> Bool { state.withLock { $0.close() } }

  /// Lets the registrations of an outer store under the key count again.
  func unmask() { state.withLock { $0.masksOuter = false } }

  /// Prevents the entry from being closed until a transaction calls `adopt`; returns false if it is closed.
  func pin() -> Bool {
    state.withLock { state in
      if state.isClosed { return false }
      state.pins += 1
      return true
    }
  }

  /// Takes back `pin` for a transaction that adds nothing.
  func unpin() { state.withLock { $0.pins -= 1 } }

  // MARK: Registering

  /// The result of adding a registration.
  enum Installation {
    case done(Removal)
    /// A registration stays, which is protected or was there before.
    case refused(by: Blueprint)
    case closed
  }

  /// Puts a registration with its storage in the place of the own one, unless that is protected.
  ///
  /// A registration that is not to replace anything is added only if nothing answers.
  func install(_ blueprint: Blueprint, keeping storage: InstanceStorage?) -> Installation {
    change { state, gone in
      if state.isClosed { return .closed }
      if let known = state.obstacle(to: blueprint, replacing: true) { return .refused(by: known) }
      state.own.map(blueprint.noteReplaced)
      defer {
        state.own = blueprint
        state.storage = storage
      }
      return .done(releaseOwn(&state, &gone))
    }
  }

  /// Adds a forwarding; returns false if the entry is closed.
  func forward(_ blueprint: Blueprint) -> Bool {
    change { state, gone in
      if state.isClosed { return false }
      gone = withdraw()
      state.insert(blueprint)
      return true
    }
  }

  /// Puts a registration with its storage in the place of another one, protected or not; nil if the entry is closed.
  func exchange(_ old: Blueprint, with new: Blueprint, keeping storage: InstanceStorage? = nil) -> Removal? {
    change { state, gone in
      if state.isClosed { return nil }
      gone = withdraw()
      let isOwn = state.own === old
      // A registration that takes the place of a forwarding also replaces the own one behind it.
      var removal = isOwn || new.forwardingTarget == nil ? takeOwn(&state, &gone) : Removal()
      removal.blueprints = [old]
      state.forwardings.removeAll { $0 === old }
      if new.forwardingTarget == nil {
        state.own = new
        state.storage = storage
      } else {
        state.insert(new)
      }
      return removal
    }
  }

  /// Returns the own registration of a later entry that has to fail, and the one that answers here already.
  func rival(of later: Entry, without doomed: Set<ObjectIdentifier>) -> (new: Blueprint, known: Blueprint)? {
    let new = later.state.withLock { $0.masksOuter ? nil : $0.own }
    guard let new, new.flags.ifRegistered == .fail, let known = state.withLock({ $0.plainFront(without: doomed) })
    else { return nil }
    return (new, known)
  }

  /// Returns the own registration, if a later entry of the same key replaces or masks it.
  func victim(of later: Entry, replacing replaces: Bool) -> Blueprint? {
    let (new, masks) = later.state.withLock { ($0.own, $0.masksOuter) }
    return state.withLock { state in
      guard let own = state.own else { return nil }
      if masks { return own }
      return new.flatMap { state.obstacle(to: $0, replacing: replaces) == nil ? own : nil }
    }
  }

  /// Adopts the contents of a later entry of the same key, and returns the removed registrations.
  ///
  /// It is called under a lock. So the unpublished objects are a part of the result.
  ///
  /// - Parameters:
  ///   - replaces: False if an own registration is not adopted where something answers already.
  ///   - doomed: The registrations that are removed by others adopted together with this entry.
  ///   - isInTransaction: True if the registrations that the later entry masks stay masked.
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
      // A registration that was protected meanwhile stays, as if it had come later.
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
        state.storage = new.storage
      }
      state.forwardings += new.forwardings
      if let gone { removal.outOfView.append(gone) }
      return removal
    }
  }

  // MARK: Removing

  /// Masks the registrations of an outer store under the key; returns false if the entry is closed.
  func mask() -> Bool {
    state.withLock { state in
      if state.isClosed { return false }
      state.masksOuter = true
      return true
    }
  }

  /// Removes every registration.
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

  /// Removes the forwardings to registrations that were removed.
  func removeForwardings(to targets: [Blueprint]) -> Removal {
    state.withLock { state in
      let isGone = { (blueprint: Blueprint) in targets.contains { $0 === blueprint.forwardingTarget } }
      let removed = state.forwardings.filter(isGone)
      guard !removed.isEmpty else { return Removal() }
      state.forwardings.removeAll(where: isGone)
      return Removal(blueprints: removed, outOfView: [withdraw()].compactMap(\.self))
    }
  }

  /// Removes the own registration. Its custom scope must be told of that even if no request has reached it.
  func releaseOwn(_ state: inout State, _ gone: inout AnyObject?) -> Removal {
    let shared = state.shared
    var removal = takeOwn(&state, &gone)
    if let shared { removal.shared = [shared] }
    return removal
  }

  /// Removes the own registration, and unpublishes the published object, unless that was done before.
  func takeOwn(_ state: inout State, _ gone: inout AnyObject?) -> Removal {
    gone = gone ?? withdraw()
    defer { state.own = nil }
    return Removal(blueprints: state.own.map { [$0] } ?? [], storages: state.storage.map { [$0] } ?? [])
  }
}
