import Astroject

// Exchanges registrations for others in their places. Only for a new container that no other code uses.

extension Core {
  /// Exchanges a registration of this container for another one, which its forwardings lead to from then on.
  ///
  /// The instances that it has cached are released: code may have resolved it already.
  ///
  /// - Parameter isForwarding: True if the new one forwards, so that no other one can have taken its key.
  func exchange(_ found: Match, with new: Blueprint, asForwarding isForwarding: Bool) {
    let old = found.blueprint
    let shadowed = old.forwardingTarget == nil || isForwarding ? nil : found.entry.own
    let removal = found.entry.exchange(old, with: new, keeping: new.makeStorageOfInstance()) ?? Removal()
    if let shadowed { moveIntoCollection(shadowed, outOf: removal) }
    rebind(from: old, to: new)
    settle(removal)
  }

  /// Removes the registrations under some keys, to let a parent's answer here.
  ///
  /// A registration that others here forward to moves into the collection instead, so the forwardings still work.
  func removeAll(under keys: Set<Key>) {
    let removal = store.remove(keys.contains)
    let targets = Set(store.all.flatMap(\.blueprints).compactMap { $0.forwardingTarget.map(ObjectIdentifier.init) })
    for own in removal.blueprints where targets.contains(ObjectIdentifier(own)) {
      moveIntoCollection(own, outOf: removal)
    }
    settle(removal)
  }

  /// Moves a registration into the collection of its type, because its key is needed for another one.
  private func moveIntoCollection(_ blueprint: Blueprint, outOf removal: Removal) {
    let storages = removal.storages.filter { $0.blueprint === blueprint }
    removal.blueprints.removeAll { $0 === blueprint }
    removal.storages.removeAll { $0.blueprint === blueprint }
    let moved = blueprint.copy(isContribution: true)
    put(moved, keeping: moved.makeStorageOfInstance())
    rebind(from: blueprint, to: moved)
    // An instance that was made elsewhere stays cached there. Others are built anew.
    if blueprint.isInstance { return }
    run(releasesOfCached(Removal(blueprints: [blueprint], storages: storages)))
  }

  /// Rebinds the forwardings of one registration to another one.
  private func rebind(from old: Blueprint, to new: Blueprint) {
    guard old.flags[.hasForwardings] else { return }
    new.changeFlags { $0[.hasForwardings] = true }
    for entry in store.all {
      for blueprint in entry.blueprints where blueprint.forwardingTarget === old {
        let forwarding = blueprint.forwarding?.rebound(to: new, through: new.forwarding)
        _ = entry.exchange(blueprint, with: blueprint.copy(forwarding: forwarding))
      }
    }
  }

  /// Releases all instances of this container and of those with the same root.
  func releaseBuiltInstances() {
    let root = parents.last ?? self
    // Code may have made children of parents.
    for core in root.descendants.reversed() + [root] {
      core.ifOpen {
        var kept = core.takeInheritedStorage()
        for found in core.ownRegistrations where found.blueprint.flags[.hasKept] {
          if let storage = found.entry.takeStorage() { kept.append(storage) }
          found.blueprint.forgetKept()
          found.blueprint.changeFlags { $0 = $0.unused }
        }
        for entry in core.store.all { entry.unpublishForwarded() }
        core.run(core.pendingReleases(of: kept))
      }
    }
  }

  /// Gives up the instances that were made elsewhere, for another container that gets the same registrations.
  func leaveInstances() {
    for found in ownRegistrations where found.blueprint.isInstance { _ = found.entry.takeStorage() }
    for entry in store.all { entry.unpublishForwarded() }
  }
}
