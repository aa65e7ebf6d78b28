extension Core {
  /// Releases all instances of this container and of those with the same root, and forgets their use.
  ///
  /// Called when the registrations have been changed for the last time.
  package func forgetWhatWasBuilt() {
    releaseBuiltInstances()
    for usage in fork?.usages ?? [] { usage.forget() }
    fork?.standIns.removeProducts()
  }

  /// Releases all instances of this container and of those with the same root.
  func releaseBuiltInstances() {
    let root = Array(lineage).last ?? self
    // The closure may also have made children of parents.
    for core in root.descendants.reversed() + [root] {
      core.ifOpen {
        var kept = core.takeInherited()
        core.store.forgetSpoiled()
        for found in core.ownRegistrations where found.blueprint.flags.hasKept {
          if let slots = found.entry.takeSlots() { kept.append(slots) }
          found.blueprint.changeRefusal { $0 = Refusal() }
          found.blueprint.changeFlags { $0 = $0.unused }
        }
        core.run(core.pendingReleases(of: kept))
      }
    }
  }

  /// Gives up the instances that were made elsewhere, for another container that gets the same registrations.
  package func leaveInstances() {
    for found in ownRegistrations where found.blueprint.isInstance { _ = found.entry.takeSlots() }
  }
}
