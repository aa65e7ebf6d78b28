// The commit of a transaction. Its changes are made under the lock of the store. From the first one to the last one,
// callers wait that ask an entry that it changes. So no caller sees some of the changes without the others.

extension Store {
  /// The objects that adopted changes have removed, and the registrations that do not count, because another thread
  /// registered the key first.
  typealias Adoption = (removal: Removal, left: [Blueprint])

  /// Adopts the changes of a transaction, which must not be used afterwards.
  ///
  /// - Parameter replaces: False if a registration gives way to one that another thread has made meanwhile.
  /// - Throws: An error if a registration has to fail because another one is here, or if a decorator comes too late.
  ///   Nothing is adopted then.
  func adopt(_ transaction: Transaction, replacing replaces: Bool, _ arrival: DecoratorArrival?) throws -> Adoption {
    let entries = transaction.contents.withLock { $0.entries }
    while true {
      // Labels are compared where no lock is held, because that is the user's code.
      let count = insertions.load()
      let changes = entries.map { EntryChange($0, to: entryToChange(for: $0.key)) }
      // Nil if the entries were changed meanwhile, or builds have ended that the decorators were not compared with.
      let adoption = try contents.withLock { contents -> Adoption? in
        guard insertions.load() == count else { return nil }
        let held = changes.prefix { $0.place.hold(for: self) }
        defer { for change in held { change.place.endHold() } }
        guard held.count == changes.count else { return nil }
        defer { commits.addLocked(1) }
        return try adopt(changes, of: transaction, replacing: replaces, arrival, into: &contents)
      }
      if let adoption {
        Retired.add(removeEntries(changes.map(\.place)))
        return adoption
      }
      arrival?.lookAgain()
    }
  }

  private func adopt(
    _ changes: [EntryChange], of transaction: Transaction, replacing replaces: Bool, _ arrival: DecoratorArrival?,
    into contents: inout Contents
  ) throws -> Adoption? {
    for change in changes { change.merge(replacing: replaces) }
    let left = changes.compactMap(\.left)
    if let (new, known) = left.first(where: { $0.new.flags.ifRegistered == .fail }) { throw new.duplicate(of: known) }
    let (contributions, decorators) = transaction.contents.withLock { ($0.contributions, $0.decorators) }
    let new = contents.contributions.merged(with: contributions, from: transaction.basis.contributions)
    let taken = contents.contributions.without(new)
    let removed = changes.compactMap(\.removed) + taken.flatMap(\.blueprints)
    let gone = Set(removed.map(ObjectIdentifier.init))
    guard try arrival?.mayCome(without: gone) ?? true else { return nil }
    let removal = Removal()
    remove(contributions: taken, into: removal)
    contents.contributions = new
    contents.decorators = contents.decorators.merged(with: decorators, from: transaction.basis.decorators)
    for change in changes {
      // A forwarding counts no longer than its target.
      change.forwardings.removeAll { forwarding in left.contains { $0.new === forwarding.forwardingTarget } }
      change.apply(into: removal)
      if change.isFirst { insert(change.place, into: &contents) }
    }
    return (removal, left.map(\.new))
  }

  /// Adopts everything that a transaction without copies holds, if this store has always been empty and the decorators
  /// may come; returns false otherwise.
  ///
  /// - Throws: An error if a decorator comes too late.
  func adoptWhole(_ transaction: Transaction, _ arrival: DecoratorArrival?) throws -> Bool {
    try contents.withLock { contents in
      guard insertions.load() == 0, contents.contributions.isEmpty, contents.decorators.isEmpty,
        try arrival?.mayCome() ?? true
      else { return false }
      contents = transaction.takeAll()
      show(contents.table, in: &contents)
      commits.addLocked(1)
      insertions.addLocked(1)
      return true
    }
  }
}
