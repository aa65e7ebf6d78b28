/// Whether a registration of a fork was asked for.
package final class Usage: Sendable {
  /// What is known of a registration that was made for the fork.
  package struct Override: Sendable {
    /// Whether it is to be used.
    package let isExpected: Bool
    /// Where it was made.
    package let site: CallSite

    package init(isExpected: Bool, at site: CallSite) {
      self.isExpected = isExpected
      self.site = site
    }
  }

  /// Nil for what gives something that is the original's, too.
  package let override: Override?
  package let key: Key
  package let location: CodeLocation
  /// What takes the arguments that are not part of the key: what was there before did.
  let acceptor: (any ParameterPlan)?
  /// The same in the container that was forked.
  private let previous: Usage?
  /// 1 if it was asked for, 2 if it need not be any more; 4 while overrides are being made, and it does not count who
  /// asks.
  private let word = AtomicWord(0)

  package init(
    _ override: Override?, _ key: Key, at location: CodeLocation, acceptor: (any ParameterPlan)? = nil,
    previous: Usage? = nil
  ) {
    self.override = override
    self.key = key
    self.location = location
    self.acceptor = acceptor
    self.previous = previous
  }

  /// Whether it is that of a registration which was forked with the container.
  package var isInherited: Bool { previous != nil }

  /// Whether it was asked for, here or in a fork of it, or need not be any more.
  package var isUsed: Bool { word.load() & 3 != 0 }

  /// Whether it was asked for in any case.
  package var wasAskedFor: Bool { word.load() & 1 != 0 }

  /// Notes that it was asked for.
  func note() {
    if word.update({ $0 | 1 }) & 4 == 0 { previous?.note() }
  }

  /// Has it not count who asks, until `forget`.
  func hold() { word.update { $0 | 4 } }

  /// Forgets that it was asked for, as all overrides are made by now: what was replaced meanwhile is so for good.
  func forget() { if word.update({ $0 & 2 }) & 2 != 0 { previous?.retireAll() } }

  /// Notes that something else has come in the place of the registration: whether it is used does not matter any more.
  func retire() { word.update { $0 | 2 } }

  /// The same for those that were forked before.
  private func retireAll() {
    retire()
    previous?.retireAll()
  }

  /// The same for a copy of the registration.
  func copy() -> Usage { Usage(override, key, at: location, acceptor: acceptor, previous: self) }
}
