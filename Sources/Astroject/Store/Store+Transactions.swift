// What a transaction has registered comes to count.

extension Store {
  /// Has the registrations of an outer store no longer count: those under some keys, and the contributions if they are
  /// to go, too.
  func mask(_ outer: Store, _ matches: (Key) -> Bool, contributions: Bool) {
    contents.withLock { $0.masks = true }
    for entry in outer.contents.withLock({ $0.entries }) where matches(entry.key) {
      _ = change(entry.key) { $0.mask() }
    }
    if contributions { contents.withLock { $0.masksContributions = true } }
  }

  var masksContributions: Bool { contents.withLock { $0.masksContributions } }

  /// Takes over all that a later store holds, as it is, if there has been nothing here; false otherwise. The later
  /// store is the caller's alone.
  func adoptWhole(_ later: Store, _ arrival: DecoratorArrival) -> Bool {
    note(later.past.load())
    let isDone = contents.withLock { contents in
      guard contents.table == nil, contents.contributions.isEmpty, contents.decorators.isEmpty else { return false }
      later.contents.withLock { other in
        swap(&contents.entries, &other.entries)
        swap(&contents.contributions, &other.contributions)
        swap(&contents.decorators, &other.decorators)
        arrival.look()
        swap(&contents.labelled, &other.labelled)
        swap(&contents.table, &other.table)
        swap(&contents.used, &other.used)
        later.current.store(Table.empty.address)
        later.visible.store(Table.empty.address)
      }
      guard let table = contents.table else { return true }
      current.store(table.address)
      if contents.pauses == 0 { visible.store(table.address) }
      contents.insertions += 1
      insertions.store(contents.insertions)
      return true
    }
    if isDone, later.contents.withLock({ $0.masks }) {
      // There is nothing here any more that it could mask.
      let all = contents.withLock { $0.entries }
      for entry in all { entry.unmask() }
      Retired.add(takeOut(all))
    }
    return isDone
  }

  /// The entries of a later store, each with the one here of the same key, made if there is none, which stays until it
  /// has adopted the other.
  func counterparts(of later: Store) -> [(own: Entry, later: Entry)] {
    later.contents.withLock { $0.entries }.map { (change($0.key) { $0.pin() }, $0) }
  }

  /// What became of the registrations of a later store.
  enum Adoption {
    case done(Removal)
    /// Nothing was taken over, as one of them is to fail where another one is here.
    case refused(Blueprint, by: Blueprint)
  }

  /// Takes over what a later store holds, which is of no use any more: its entries, each into its counterpart.
  /// Registrations that are outdone by one that is here are taken out instead, and before what forwards to them is
  /// taken over.
  func adopt(
    _ counterparts: [(own: Entry, later: Entry)], of later: Store, replacing replaces: Bool,
    inTransaction isInTransaction: Bool, _ arrival: DecoratorArrival
  ) -> Adoption {
    let victims = counterparts.compactMap { $0.own.victim(of: $0.later, replacing: replaces) }
    let doomed = Set(victims.map(ObjectIdentifier.init))
    for (own, entry) in counterparts {
      guard let (new, known) = own.rival(of: entry, without: doomed) else { continue }
      for (own, _) in counterparts { own.unpin() }
      return .refused(new, by: known)
    }
    note(later.past.load())
    let contributions = later.contributions
    var removal = later.masksContributions ? removeContributions() : Removal()
    // Before what they surround may be found.
    adoptDecorators(of: later, arrival)
    for (own, entry) in counterparts {
      let taken = own.adopt(entry, replacing: replaces, without: doomed, inTransaction: isInTransaction)
      if taken.isOutdone { removal += later.removeForwardings(to: taken.blueprints) }
      removal += taken
    }
    let masksContributions = isInTransaction && later.masksContributions
    contents.withLock { contents in
      contents.contributions += contributions
      if masksContributions { contents.masksContributions = true }
    }
    return .done(removal)
  }
}
