// What is removed, changed or replaced, and what goes with it.

extension Core {
  /// Removes the registrations of a service, for all arguments.
  ///
  /// With nil, removes all, and contributions and decorators.
  func unregister(_ service: Key?) -> [PendingRelease] {
    let view = view
    guard let service else {
      let (removal, decorators) = view.removeAll()
      dropPlans(for: decorators)
      return pendingReleases(of: removal)
    }
    return pendingReleases(of: view.remove(view.entries(ofService: service)))
  }

  /// Unpublishes a registration that has changed, and its forwardings, so that it is compiled anew.
  func unpublish(_ blueprint: Blueprint) {
    ifOpen {
      // A transaction publishes nothing.
      store.entry(of: blueprint)?.unpublish()
      unpublishForwardings(of: blueprint)
    }
  }

  /// Unpublishes the forwardings of a registration, if it has any.
  func unpublishForwardings(of blueprint: Blueprint) {
    guard blueprint.flags[.hasForwardings] else { return }
    for entry in store.all where entry.blueprints.contains(where: { $0 !== blueprint && $0.origin === blueprint }) {
      entry.unpublish()
    }
  }

  /// Forgets the cached instances of a registration, as if they had never been cached.
  func forgetInstances(of blueprint: Blueprint) {
    ifOpen {
      for entry in [view, store].compactMap({ $0.entry(of: blueprint)?.keeper(of: blueprint) }) {
        entry.takeStorage(of: blueprint)?.forget()
      }
      unpublishForwardings(of: blueprint)
    }
  }

  /// Forgets the empty storage of a registration, here and elsewhere, because its scope names another keeper.
  ///
  /// The registration is refused if an instance is being built in one of them.
  ///
  /// - Parameter old: The scope before.
  func changeKeeper(of blueprint: Blueprint, from old: ScopeChoice) {
    ifOpen {
      let entry = find(blueprint)?.entry
      let others = blueprint.flags[.isKeptElsewhere] ? parents + descendants : []
      let kept = [entry?.storage] + others.map { $0.inheritedStorage(of: blueprint) }
      if kept.contains(where: { $0?.isBuilding ?? false }) { return blueprint.noteChange(from: old) }
      let taken = [entry?.takeStorage(of: blueprint)] + others.map { $0.takeInheritedStorage(of: blueprint) }
      unpublishForwardings(of: blueprint)
      for storage in taken.compactMap(\.self) { storage.forget() }
    }
  }

  /// Deals with what was removed from the registrations that the caller sees.
  package func settle(_ removal: Removal) { run(pendingReleases(of: removal)) }

  private func pendingReleases(of removal: Removal) -> [PendingRelease] {
    for observer in removal.blueprints.compactMap(\.observer) { observer.didRemove() }
    return releasesOfCached(removal)
  }

  /// Releases the cached instances of registrations that are no longer found, and returns the pending releases.
  package func releasesOfCached(_ removal: Removal) -> [PendingRelease] {
    let forwardings = view.removeForwardings(to: removal.blueprints + removal.hidden)
    Retired.add(removal.outOfView + forwardings.outOfView)
    // The present scope need not be the one that cached an instance.
    let gone = (removal.blueprints + forwardings.blueprints).filter { $0.flags[.isKeptElsewhere] }
    let inherited = gone.isEmpty ? [] : takeStorage(ofRemoved: gone)
    let untold = removal.shared.filter { blueprint in
      !removal.storages.contains { $0.blueprint === blueprint && !$0.customs.isEmpty }
    }
    let pendingReleases = pendingReleases(of: removal.storages + inherited)
    for blueprint in untold { blueprint.sharedScope?.release(for: nil) }
    return withExtendedLifetime(forwardings) { pendingReleases }
  }
}
