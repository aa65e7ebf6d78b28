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
  /// How many containers there are that know it.
  private let members = AtomicWord(0)

  init(of core: Core) {
    previous = core.fork
    standIns = StandIns(like: core.fork?.standIns)
    originals = Array(core.lineage)
    // Whoever asks the original is to take the way on which that is noticed.
    for original in originals { original.store.hide() }
  }

  deinit { for original in originals { original.store.show() } }

  func join() { _ = members.add(1) }

  /// With the last container go the stand-ins: they may hold what resolves in it.
  func leave() { if members.add(0 &- 1) == 0 { standIns.removeAll() } }

  // MARK: Use

  /// What became of its overrides, and of what it shares with the original; in order.
  package var usages: [Usage] { notedUsages.withLock { $0 } }

  func add(_ usage: Usage) { notedUsages.withLock { $0.append(usage) } }

  // MARK: Escapes

  /// Who asked the original, each once.
  package var escapes: [Escape] { notedEscapes.withLock { $0 } }

  /// Has a look at somebody who asks another container than the one that builds it.
  func note(_ asker: Build, asking core: Core, for key: Key) {
    guard core.lineage.contains(where: isOriginal) else { return }
    let escape = Escape(asker: asker.step, key: key)
    // Keys are compared by code of the user's, and so where no lock is held.
    while true {
      let known = escapes
      if known.contains(escape) { return }
      let isNoted = notedEscapes.withLock { escapes in
        guard escapes.count == known.count else { return false }
        escapes.append(escape)
        return true
      }
      if isNoted { return }
    }
  }

  private func isOriginal(_ core: Core) -> Bool {
    originals.contains { $0 === core } || previous?.isOriginal(core) ?? false
  }
}
