// The removal of registrations.

extension Store {
  /// Removes the registrations of some entries.
  package func remove(_ entries: [Entry]) -> Removal { change(entries) { $0.removeAll(into: $1) } }

  /// Removes the contributions.
  func removeContributions(into removal: Removal) {
    remove(contributions: contents.withLock { exchange(&$0.contributions, with: []) }, into: removal)
  }

  /// Removes what some contributions have, which are no longer found.
  func remove(contributions: [Entry], into removal: Removal) {
    for entry in contributions {
      if isShared(entry) { removal.hidden += entry.blueprints } else { entry.removeAll(into: removal) }
    }
  }

  /// Removes the forwardings to registrations that were removed.
  func removeForwardings(to targets: [Blueprint]) -> Removal {
    guard targets.contains(where: { $0.flags[.hasForwardings] }) else { return Removal() }
    let isGone = { (blueprint: Blueprint) in targets.contains { $0 === blueprint.forwardingTarget } }
    let entries = entries(of: nil).filter { entry in entry.settled { $0.forwardings.contains(where: isGone) } }
    return change(entries) { $0.removeForwardings(where: isGone, into: $1) }
  }

  /// Removes something from some entries, and those that are empty then.
  private func change(_ entries: [Entry], _ remove: (Entry, Removal) -> Void) -> Removal {
    let removal = Removal()
    let entries = entries.map { entryToChange(for: $0.key) ?? $0 }
    for entry in entries { remove(entry, removal) }
    removal.outOfView += removeEntries(entries)
    return removal
  }

  /// Removes the empty ones of some entries, and returns the objects to retire.
  func removeEntries(_ candidates: [Entry]) -> [AnyObject] {
    if candidates.isEmpty { return [] }
    return contents.withLock { contents in
      let closed = candidates.filter { entry in entry.state.withLock { $0.close() } }
      guard !closed.isEmpty else { return [] }
      let gone = Set(closed.map(ObjectIdentifier.init))
      let isLeft = { (entry: Entry) in !gone.contains(ObjectIdentifier(entry)) }
      contents.entries = contents.entries.filter(isLeft)
      for type in Set(closed.compactMap(\.labelledType)) { contents.labelled[type]?.removeAll { !isLeft($0) } }
      // Threads may be reading the former tables.
      let former = contents.table.map(RetiredTable.init)
      replaceTable(in: &contents)
      return closed + [former].compactMap(\.self)
    }
  }

  // MARK: The end

  /// Removes and returns everything, to be freed where no lock is held. The table has another owner from then on.
  func takeAll() -> Contents {
    contents.withLock { contents in
      let old = exchange(&contents, with: Contents())
      show(nil, in: &contents)
      return old
    }
  }
}
