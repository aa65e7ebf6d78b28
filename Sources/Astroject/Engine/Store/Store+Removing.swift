// The removal of registrations.

extension Store {
  /// Removes the registrations of some entries at once, so that no caller sees some of them without the others.
  package func remove(_ entries: [Entry]) -> Removal { change(entries) { $0.removeAll(from: &$1, into: $2) } }

  /// Removes all registrations, contributions and decorators at once, and returns the decorators, too.
  func removeAll() -> (removal: Removal, decorators: [Blueprint]) {
    var decorators: [Blueprint] = []
    let removal = change(entries(of: nil)) {
      $0.removeAll(from: &$1, into: $2)
    } andIn: { contents, removal in
      remove(contributions: exchange(&contents.contributions, with: []), into: removal)
      decorators = exchange(&contents.decorators, with: [])
    }
    return (removal, decorators)
  }

  /// Removes what some contributions have, which are no longer found.
  func remove(contributions: [Entry], into removal: Removal) {
    for entry in contributions {
      if isShared(entry) {
        removal.hidden += entry.blueprints
      } else {
        entry.settled { entry.removeAll(from: &$0, into: removal) }
      }
    }
  }

  /// Removes the forwardings to registrations that were removed.
  func removeForwardings(to targets: [Blueprint]) -> Removal {
    guard targets.contains(where: { $0.flags[.hasForwardings] }) else { return Removal() }
    let isGone = { (blueprint: Blueprint) in targets.contains { $0 === blueprint.forwardingTarget } }
    let entries = entries(of: nil).filter { entry in entry.settled { $0.forwardings.contains(where: isGone) } }
    return change(entries) { $0.removeForwardings(from: &$1, where: isGone, into: $2) }
  }

  /// Removes something from some entries at once, and those that are empty then.
  ///
  /// - Parameter changeContents: Removes something else in the same step.
  private func change(
    _ entries: [Entry], _ remove: (Entry, inout Entry.State, Removal) -> Void,
    andIn changeContents: (inout Contents, Removal) -> Void = { _, _ in }
  ) -> Removal {
    let removal = Removal()
    let entries = entries.map { entryToChange(for: $0.key) ?? $0 }
    contents.withLock { contents in
      let held = entries.filter { $0.hold(for: self) }
      for entry in held { entry.state.withLock { remove(entry, &$0, removal) } }
      changeContents(&contents, removal)
      for entry in held { entry.endHold() }
      commits.addLocked(1)
    }
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
