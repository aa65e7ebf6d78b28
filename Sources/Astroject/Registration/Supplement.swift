/// What only some registrations have beyond their recipe and their traits.
final class Supplement: @unchecked Sendable {
  // But for the maker and the terms, it is written before anybody else sees the registration.

  /// What is known of the recipe, if that gets by itself what it needs.
  fileprivate(set) var wiring: (any Wiring)?
  /// A `Comparison` of the arguments.
  fileprivate(set) var comparison: AnyObject?
  /// The place in the order of registration, if it is another one's.
  fileprivate(set) var sequence: UInt?
  /// The key, if it names other types than the registration has.
  fileprivate(set) var alias: Key?
  /// The assembly or module that has made the registration.
  var group: Group?
  /// What makes instances for readers without a lock; guarded by the lock of the entry.
  var maker: (object: AnyObject, lifetime: Lifetime)?
  private let contents = Lock<Terms?>(nil)

  /// What chained calls have said.
  var terms: Terms? { contents.withLock { $0 } }

  func changeTerms(_ change: (inout Terms) -> Void) {
    let old = contents.withLock { terms in
      let old = terms
      var new = old ?? Terms()
      change(&new)
      terms = new
      return old
    }
    // What is no longer needed is freed here, where no lock is held.
    withExtendedLifetime(old) {}
  }

  /// Has a supplement only for those who have something to put into it.
  static func of(
    wiring: (any Wiring)?, comparison: AnyObject?, sequence: UInt?, alias: Key?
  ) -> Supplement? {
    if wiring == nil, comparison == nil, sequence == nil, alias == nil { return nil }
    let new = Supplement()
    new.wiring = wiring
    new.comparison = comparison
    new.sequence = sequence
    new.alias = alias
    return new
  }
}

/// How arguments are compared that an instance is kept for.
final class Comparison<Argument>: Sendable {
  let value: @Sendable (Argument) -> ArgumentValue?

  init(_ value: @escaping @Sendable (Argument) -> ArgumentValue?) { self.value = value }
}
