extension Core {
  /// Lets go of what this container, its parents and its children have built so far, and forgets that it was asked for: the
  /// registrations were still being changed.
  package func forgetWhatWasBuilt() {
    for core in Array(lineage) + descendants {
      var kept = core.takeAdopted()
      for found in core.ownRegistrations where found.blueprint.traits.hasKept {
        if let slots = found.entry.takeSlots() { kept.append(slots) }
        found.blueprint.changeTraits { $0 = $0.unused }
      }
      core.store.retire(kept)
      core.run(core.departures(of: kept))
    }
    for usage in fork?.usages ?? [] { usage.forget() }
  }
}
