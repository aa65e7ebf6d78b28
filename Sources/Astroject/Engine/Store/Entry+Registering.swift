// The adding of registrations to a key, and their removal.

extension Entry {
  // MARK: Registering

  /// Puts a registration with its storage in the place of the own one, unless that is protected, or adds a forwarding;
  /// returns nil if the entry is closed.
  ///
  /// A registration that is not to replace anything is added only if nothing answers.
  func install(_ blueprint: Blueprint, keeping storage: InstanceStorage?) -> Store.Installation? {
    change { state, gone in
      if state.isClosed { return nil }
      if blueprint.forwardingTarget != nil {
        gone = withdraw()
        state.insert(blueprint)
        return .added(replacing: nil)
      }
      if let known = state.obstacle(to: blueprint, replacing: true) { return .refused(by: known) }
      state.own.map(blueprint.noteReplaced)
      // Mostly the key is new.
      let removal = state.own == nil && publishesNothing ? nil : releaseOwn(&state)
      state.own = blueprint
      state.storage = storage
      return .added(replacing: removal)
    }
  }

  /// Puts a registration with its storage in the place of another one, protected or not; nil if the entry is closed.
  package func exchange(_ old: Blueprint, with new: Blueprint, keeping storage: InstanceStorage? = nil) -> Removal? {
    change { state, gone in
      if state.isClosed { return nil }
      gone = withdraw()
      // A registration that takes the place of a forwarding also replaces the own one behind it.
      let removal = state.own === old || new.forwardingTarget == nil ? releaseOwn(&state) : Removal()
      removal.blueprints = [old]
      // What a custom scope has comes from the container whose registration was copied.
      removal.shared = []
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

  // MARK: Removing

  /// Removes every registration from the state.
  func removeAll(from state: inout State, into removal: Removal) {
    releaseOwn(&state, into: removal)
    removal.add(state.forwardings, of: state)
    state.forwardings = []
    state.basis?.isRemoved = true
  }

  /// Removes the forwardings from the state whose target was removed.
  func removeForwardings(from state: inout State, where isGone: (Blueprint) -> Bool, into removal: Removal) {
    removal.retire(withdraw())
    removal.add(state.forwardings.filter(isGone), of: state)
    state.forwardings.removeAll(where: isGone)
  }

  /// Removes the own registration, and unpublishes the published object.
  @discardableResult
  func releaseOwn(_ state: inout State, into removal: Removal = Removal()) -> Removal {
    removal.retire(withdraw())
    removal.storages += [state.storage].compactMap(\.self)
    removal.add([state.own].compactMap(\.self), of: state)
    state.own = nil
    return removal
  }
}
