/// What a container that was forked knows of where it came from, and of what has become of its overrides.
///
/// One for all containers of a line that was forked together, and for the children that are made of them.
package final class Fork: Sendable {
  /// A build of a fork that asked the original: a closure has captured it.
  package struct Escape: Hashable, Sendable {
    /// The registration whose build asked.
    package let asker: AstrojectError.Step
    /// What it asked for.
    package let key: Key
  }

  /// The fork that was forked, if it was one.
  private let previous: Fork?
  /// The containers that were forked, without their handles.
  private let originals: [Core]
  private let notedUsages = Lock<[Usage]>([])
  private let notedEscapes = Lock<[Escape]>([])
  package let standIns: StandIns
  /// One where what only a `Lazy` or a `Provider` leads to need not be used.
  private let excusing = AtomicWord(0)
  /// How many containers there are that know it.
  private let members = AtomicWord(0)

  init(of core: Core) {
    previous = core.fork
    standIns = StandIns(like: core.fork?.standIns)
    originals = Array(core.lineage)
    // Whoever asks the original is to take the way on which that is noticed.
    for original in originals { original.store.pausePublication() }
  }

  deinit { for original in originals { original.store.resumePublication() } }

  func join() { _ = members.add(1) }

  /// With the last container go the stand-ins: they may hold what resolves in it.
  func leave() { if members.add(0 &- 1) == 0 { standIns.removeAll() } }

  // MARK: Use

  /// True if what only a `Lazy` or a `Provider` leads to need not be used.
  var excusesWhatComesLater: Bool { excusing.load() != 0 }

  /// Has nothing be expected to be used that only a `Lazy` or a `Provider` leads to.
  package func excuseWhatComesLater() { excusing.store(1) }

  /// What became of its overrides, and of what it shares with the original; in order.
  package var usages: [Usage] { notedUsages.withLock { $0 } }

  /// Has it not count who asks until the overrides are made: a closure that makes them may resolve.
  package func holdUsages() { for usage in usages { usage.hold() } }

  func add(_ usage: Usage) { notedUsages.withLock { $0.append(usage) } }

  /// Notes that the fallback, which is the original's, too, was asked for something.
  func noteFallback(askedFor key: Key) {
    notedUsages.first(orAdding: Usage(nil, key, at: .unknown)) { !$0.location.isKnown && $0.key == key }.note()
  }

  // MARK: Escapes

  /// Who asked the original, each once.
  package var escapes: [Escape] { notedEscapes.withLock { $0 } }

  /// Has a look at somebody who asks another container than the one that builds it.
  func note(_ asker: Build, asking core: Core, for key: Key) {
    guard core.lineage.contains(where: isOriginal) else { return }
    let escape = Escape(asker: asker.step, key: key)
    _ = notedEscapes.first(orAdding: escape) { $0 == escape }
  }

  private func isOriginal(_ core: Core) -> Bool {
    originals.contains { $0 === core } || previous?.isOriginal(core) ?? false
  }
}

extension Lock {
  /// The first element of a growing list that is meant, or a new one, which is added.
  ///
  /// Which one is meant, code of the user's decides that compares keys: so it is asked where the lock is not held.
  fileprivate func first<Element>(orAdding new: Element, where isMeant: (Element) -> Bool) -> Element
  where Value == [Element] {
    while true {
      let known = withLock { $0 }
      if let element = known.first(where: isMeant) { return element }
      let isAdded = withLock { list in
        guard list.count == known.count else { return false }
        list.append(new)
        return true
      }
      if isAdded { return new }
    }
  }
}
