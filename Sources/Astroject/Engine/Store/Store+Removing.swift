// The removal of registrations.

extension Store {
  /// Removes the registrations under some keys.
  func remove(_ matches: (Key) -> Bool) -> Removal {
    change(entries(of: nil).filter { matches($0.key) }) { $0.removeAll() }
  }

  /// Removes the contributions.
  func removeContributions() -> Removal {
    let taken = contents.withLock { contents in
      defer { contents.contributions = [] }
      return contents.contributions
    }
    var removal = Removal()
    for entry in taken {
      if isShared(entry) { removal.hidden += entry.blueprints } else { removal += entry.removeAll() }
    }
    return removal
  }

  /// Removes the forwardings to registrations that were removed.
  func removeForwardings(to targets: [Blueprint]) -> Removal {
    guard targets.contains(where: \.flags[.hasForwardings]) else { return Removal() }
    return change(entries(of: nil).filter { $0.forwards(to: targets) }) { $0.removeForwardings(to: targets) }
  }

  /// Removes something from some entries, and those that are empty then.
  private func change(_ entries: [Entry], _ remove: (Entry) -> Removal) -> Removal {
    var removal = Removal()
    let entries = entries.map(entryToChange)
    for entry in entries { removal += remove(entry) }
    removal.outOfView += removeEntries(entries)
    return removal
  }

  /// Removes the empty ones of some entries, and returns the objects to retire.
  func removeEntries(_ candidates: [Entry]) -> [AnyObject] {
    if candidates.isEmpty { return [] }
    return contents.withLock { contents in
      let closed = candidates.filter { $0.close() }
      guard !closed.isEmpty else { return [] }
      let gone = Set(closed.map(ObjectIdentifier.init))
      contents.entries = contents.entries.filter { !gone.contains(ObjectIdentifier($0)) }
      for type in Set(closed.compactMap(\.labelledType)) {
        let rest = contents.labelled[type, default: []].filter { !gone.contains(ObjectIdentifier($0)) }
        contents.labelled[type] = rest.isEmpty ? nil : rest
      }
      for entry in closed { contents.used -= contents.table?.remove(entry) ?? 0 }
      return closed + [shrink(&contents)].compactMap(\.self)
    }
  }

  /// Releases the cached instances, and those under construction when their builds end. The registrations stay.
  func vacate() -> ReleaseBatch {
    var batch = ReleaseBatch()
    guard mayHoldSomething else { return batch }
    let all = all
    for entry in all { entry.vacate(&batch) }
    // Last, because they publish the instances of others.
    for entry in all { entry.unpublishForwarded() }
    return batch
  }

  // MARK: The end

  /// The contents of a store that has ended, to be freed where no lock is held.
  struct Remains {
    fileprivate let entries: [Entry]
    fileprivate let contributions: [Entry]
    fileprivate let decorators: [Blueprint]

    /// Calls a closure for each entry, contributions included.
    func forEachEntry(_ body: (Entry) -> Void) {
      for entry in entries { body(entry) }
      for entry in contributions { body(entry) }
    }
  }

  /// Removes and returns everything. No thread may be reading any more.
  func takeAll() -> Remains {
    contents.withLock { contents in
      defer {
        contents.entries = []
        contents.labelled = [:]
        contents.contributions = []
        contents.decorators = []
        contents.used = 0
        contents.freeTables()
        show(nil, in: &contents)
      }
      return Remains(
        entries: contents.entries, contributions: contents.contributions, decorators: contents.decorators)
    }
  }
}
