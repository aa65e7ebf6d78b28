extension Core {
  /// Lets go of what this container, and all that have the same root, have built so far, and forgets that it was asked
  /// for: the registrations were still being changed.
  package func forgetWhatWasBuilt() {
    letGoOfWhatWasBuilt()
    for usage in fork?.usages ?? [] { usage.forget() }
    fork?.standIns.removeProducts()
  }

  /// Lets go of that, and of nothing else.
  func letGoOfWhatWasBuilt() {
    let root = Array(lineage).last ?? self
    // What the closure has made are perhaps children of parents, too.
    for core in root.descendants.reversed() + [root] {
      core.ifOpen {
        var kept = core.takeInherited()
        core.store.forgetSpoiled()
        for found in core.ownRegistrations where found.blueprint.flags.hasKept {
          if let slots = found.entry.takeSlots() { kept.append(slots) }
          found.blueprint.changeFlags { $0 = $0.unused }
        }
        core.run(core.pendingReleases(of: kept))
      }
    }
  }

  /// Leaves the instances that were made elsewhere to another container, which gets the same registrations.
  package func leaveInstances() {
    for found in ownRegistrations where found.blueprint.isInstance { _ = found.entry.takeSlots() }
  }
}
