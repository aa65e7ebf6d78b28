import Astroject

// Exchanges registrations for others in their places. Only for a new container that no other code uses.

extension Core {
  /// Exchanges registrations of this container for others, which their forwardings lead to from then on.
  ///
  /// The instances that they have cached are released: code may have resolved them already. The forwardings are looked
  /// for once, because there may be as many of them as there are registrations.
  ///
  /// - Parameter isForwarding: True if the new ones forward, so that no other one can have taken their keys.
  func exchange(_ exchanges: [(found: Match, new: Blueprint)], asForwarding isForwarding: Bool) {
    let removals = exchanges.map { found, new in
      let shadowed = found.blueprint.forwardingTarget == nil || isForwarding ? nil : found.entry.own
      let storage = new.makeStorageOfInstance()
      let removal = found.entry.exchange(found.blueprint, with: new, keeping: storage) ?? Removal()
      if let shadowed { moveIntoCollection(shadowed, outOf: removal) }
      return removal
    }
    rebind(exchanges.map { ($0.found.blueprint, $0.new) })
    removals.forEach(settle)
  }

  /// Removes the registrations under some keys, to let a parent's answer here.
  ///
  /// A registration that others here forward to moves into the collection instead, so the forwardings still work.
  func removeAll(under keys: Set<Key>) {
    let removal = store.remove(store.entries(of: nil).filter { keys.contains($0.key) })
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
    rebind([(blueprint, moved)])
    // An instance that was made elsewhere stays cached there. Others are built anew.
    if blueprint.isInstance { return }
    run(releasesOfCached(Removal(blueprints: [blueprint], storages: storages)))
  }

  /// Rebinds the forwardings of registrations that are removed to others.
  private func rebind(_ exchanges: [(old: Blueprint, new: Blueprint)]) {
    var news: [ObjectIdentifier: Blueprint] = [:]
    for (old, new) in exchanges where old.flags[.hasForwardings] {
      old.changeFlags { $0[.hasForwardings] = false }
      new.changeFlags { $0[.hasForwardings] = true }
      news[ObjectIdentifier(old)] = new
    }
    if news.isEmpty { return }
    for entry in store.all {
      for blueprint in entry.blueprints {
        guard let new = blueprint.forwardingTarget.flatMap({ news[ObjectIdentifier($0)] }) else { continue }
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
          // An instance that was made elsewhere stays, with what is published of it. Only its decorated forms go.
          if !found.blueprint.isInstance {
            if let storage = found.entry.takeStorage() { kept.append(storage) }
            found.blueprint.changeFlags { $0 = $0.unused }
          }
          found.blueprint.forgetKept()
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
