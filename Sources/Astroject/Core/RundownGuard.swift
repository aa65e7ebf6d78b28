/// Counts those who use a core without holding its container, or may let go of it meanwhile, and says when it may be
/// taken apart.
///
/// One that has ended is one whose container is still held, and of which nothing more can be asked.
///
/// The container's own functions need not enter: who calls one holds the container. A resolver, a lazy or a provider
/// may be used while another thread drops the last reference, and so passes it for as long as it reads.
struct RundownGuard: ~Copyable, Sendable {
  /// Four times the number of those inside, plus two when it has ended, plus one when the container is gone.
  private let word = AtomicWord(0)
  private let isEmptied = AtomicWord(0)

  private static let gone: UInt = 1
  private static let ended: UInt = 2
  private static let one: UInt = 4

  /// Lets a caller in; false if the container is gone or has ended. In both cases it has to leave: it may be the last
  /// to see the others out.
  ///
  /// A caller that works for another one inside gets in all the same, so that what is under way can end. Where the
  /// container has ended, that other one may hold it, and so be inside without having passed.
  func enter(forOneInside isForOneInside: Bool) -> Bool {
    let now = word.add(RundownGuard.one)
    if now & (RundownGuard.gone | RundownGuard.ended) == 0 { return true }
    return isForOneInside && (now & RundownGuard.gone == 0 || now >= 2 * RundownGuard.one)
  }

  /// Lets one out; true if that was the last one and the core is to be taken apart now.
  func leave() -> Bool { isEmptyAndGone(word.add(0 &- RundownGuard.one)) && claim() }

  /// Closes; true if nobody is inside and the core is to be taken apart now.
  func close() -> Bool { isEmptyAndGone(word.add(RundownGuard.gone)) && claim() }

  /// Lets in from now on only callers that work for one inside; false if that was so before.
  func end() -> Bool { word.update { $0 | RundownGuard.ended } & RundownGuard.ended == 0 }

  var hasEnded: Bool { word.load() & RundownGuard.ended != 0 }

  private func isEmptyAndGone(_ now: UInt) -> Bool { now & ~RundownGuard.ended == RundownGuard.gone }

  /// Only one takes the core apart, though a late comer may see it empty again.
  private func claim() -> Bool { isEmptied.add(1) == 1 }
}
