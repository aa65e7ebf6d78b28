import Astroject

/// The record of the use of a registration in a fork.
package final class Usage: RegistrationObserver {
  /// The facts about a registration that was made for the fork.
  package struct Override: Sendable {
    /// True if a test has to use it.
    let isExpected: Bool
    /// The location at which it was made.
    package let site: CallSite

    init(isExpected: Bool, at site: CallSite) {
      self.isExpected = isExpected
      self.site = site
    }
  }

  /// The facts about the override, or nil for something that the fork shares with the original.
  package let override: Override?
  package let key: Key
  package let location: CodeLocation
  /// The record of the original registration in the container that was forked.
  private let previous: Usage?
  /// 1 if it was asked for, 2 if it need not be used any more, 4 while it is paused because overrides are being made.
  private let word = AtomicWord(0)

  init(_ override: Override?, _ key: Key, at location: CodeLocation, previous: Usage? = nil) {
    self.override = override
    self.key = key
    self.location = location
    self.previous = previous
  }

  /// True if it records the copy of a registration that was recorded in the forked container.
  package var isInherited: Bool { previous != nil }

  /// True if it was asked for, here or in a fork of it, or need not be used any more.
  package var isUsed: Bool { word.load() & 3 != 0 }

  /// True if it was asked for.
  package var wasAskedFor: Bool { word.load() & 1 != 0 }

  /// True if it is an override that a test has to use.
  package var isExpected: Bool { override?.isExpected ?? false }

  /// True if it is an expected override that was not used.
  package var isUnused: Bool { isExpected && !isUsed }

  /// True if it belongs to the original container and was asked for.
  var isTouched: Bool { override == nil && wasAskedFor }

  /// Records that it was asked for, also in the record of the original registration unless this one is paused.
  package func didAsk() { if word.update({ $0 | 1 }) & 4 == 0 { previous?.didAsk() } }

  /// Pauses the record until `forget`.
  func hold() { word.update { $0 | 4 } }

  /// Forgets the use, because all overrides are made by now.
  ///
  /// A replacement by then is final.
  func forget() { if word.update({ $0 & 2 }) & 2 != 0 { previous?.retireAll() } }

  /// Records that another registration has replaced this one, so its use does not matter any more.
  package func didRemove() { retire() }

  /// Records that its use does not matter any more.
  func retire() { word.update { $0 | 2 } }

  /// Retires this record and those of the original registrations.
  private func retireAll() {
    retire()
    previous?.retireAll()
  }

  /// Makes the record for a copy of the registration.
  func copy() -> Usage { Usage(override, key, at: location, previous: self) }
}

extension Blueprint {
  /// The record of its use, if that is recorded.
  var usage: Usage? { observer as? Usage }
}
