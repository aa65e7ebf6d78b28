/// Counts the callers that use a core without holding its container, and tells when the core may be taken apart.
///
/// The container is *gone* when its last reference is released. It has *ended* if nothing more can be asked of it
/// although it is still held.
///
/// Functions of the container need not pass the guard, because their caller holds the container. A resolver, a `Lazy`
/// or a `Provider` may be used while another thread releases the last reference, so it passes the guard while it reads.
struct RundownGuard: ~Copyable, Sendable {
  /// Four times the number of callers inside, plus two if the container has ended, plus one if it is gone.
  private let word = AtomicWord(0)
  private let isEmptied = AtomicWord(0)

  private static let gone: UInt = 1
  private static let ended: UInt = 2
  private static let one: UInt = 4

  /// Lets a caller in.
  ///
  /// Returns false if the container is gone or has ended.
  ///
  /// In both cases the caller has to leave, because it may be the last one out. A caller that works for another one
  /// inside gets in all the same, so that requests under way are completed. If the container has ended, the other
  /// caller may hold the container, and so be inside without having passed the guard.
  func enter(forOneInside isForOneInside: Bool) -> Bool {
    let now = word.add(RundownGuard.one)
    if now & (RundownGuard.gone | RundownGuard.ended) == 0 { return true }
    return isForOneInside && (now & RundownGuard.gone == 0 || now >= 2 * RundownGuard.one)
  }

  /// Lets a caller out.
  ///
  /// Returns true if it was the last one, and the core has to be taken apart now.
  func leave() -> Bool { isEmptyAndGone(word.add(0 &- RundownGuard.one)) && claim() }

  /// Marks the container as gone.
  ///
  /// Returns true if no caller is inside, and the core has to be taken apart now.
  func close() -> Bool { isEmptyAndGone(word.add(RundownGuard.gone)) && claim() }

  /// Lets in only callers that work for one inside from now on.
  ///
  /// Returns false if that was so before.
  func end() -> Bool { word.update { $0 | RundownGuard.ended } & RundownGuard.ended == 0 }

  var hasEnded: Bool { word.load() & RundownGuard.ended != 0 }

  private func isEmptyAndGone(_ now: UInt) -> Bool { now & ~RundownGuard.ended == RundownGuard.gone }

  /// Returns true for one caller only, which takes the core apart.
  ///
  /// A late caller may find it empty once more.
  private func claim() -> Bool { isEmptied.add(1) == 1 }
}
