// The publication of a transaction's registrations.

extension Store {
  /// Masks the registrations of an outer store under some keys, and its contributions if these are masked, too.
  func mask(_ outer: Store, _ matches: (Key) -> Bool, contributions: Bool) {
    contents.withLock { $0.masks = true }
    for entry in outer.contents.withLock({ $0.entries }) where matches(entry.key) {
      _ = change(entry.key) { $0.mask() }
    }
    if contributions { contents.withLock { $0.masksContributions = true } }
  }

  var masksContributions: Bool { contents.withLock { $0.masksContributions } }

  /// Adopts everything that a later store holds, if this one has been empty; returns false otherwise.
  ///
  /// Only the caller may know of the later store.
  func adoptWhole(_ later: Store, _ arrival: DecoratorArrival) -> Bool {
    note(later.past.load())
    let isDone = contents.withLock { contents in
      guard contents.table == nil, contents.contributions.isEmpty, contents.decorators.isEmpty, arrival.mayCome()
      else { return false }
      later.contents.withLock { other in
        swap(&contents.entries, &other.entries)
        swap(&contents.contributions, &other.contributions)
        swap(&contents.decorators, &other.decorators)
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
      // Nothing is left here that it could mask.
      let all = contents.withLock { $0.entries }
      for entry in all { entry.unmask() }
      Retired.add(removeEntries(all))
    }
    return isDone
  }

  /// Returns the entries of a later store, each with its counterpart here, the entry of the same key.
  ///
  /// A counterpart is created if there is none. It stays open until it has adopted the later entry.
  func counterparts(of later: Store) -> [(own: Entry, later: Entry)] {
    later.contents.withLock { $0.entries }.map { (change($0.key) { $0.pin() }, $0) }
  }

  /// The result of adopting the registrations of a later store.
  enum Adoption {
    case done(Removal)
    /// Nothing was adopted because one of them has to fail: another one is here.
    case refused(Blueprint, by: Blueprint)
    /// Nothing was adopted because a decorator comes too late.
    case late
  }

  /// Adopts the contents of a later store, each entry into its counterpart.
  ///
  /// The later store must not be used afterwards. A registration that gives way to one that is here is removed instead,
  /// before forwardings to it are adopted.
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
    // Decorators come first, before the registrations that they decorate can be found.
    let masked = counterparts.filter(\.later.masksOuter).flatMap(\.own.blueprints)
    let masksAll = later.masksContributions
    let gone = doomed.union(masked.map(ObjectIdentifier.init))
    let mayCome = adoptDecorators(of: later, arrival) {
      gone.contains(ObjectIdentifier($0)) || masksAll && $0.isContribution
    }
    guard mayCome else {
      for (own, _) in counterparts { own.unpin() }
      return .late
    }
    let contributions = later.contributions
    var removal = masksAll ? removeContributions() : Removal()
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
