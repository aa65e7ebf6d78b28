// Counts the callers that use a core without holding its container, and tells when the core may be taken apart.
//
// The container is *gone* when its last reference is released. It has *ended* if nothing more can be asked of it
// although it is still held.
//
// Functions of the container need not pass the guard, because their caller holds the container. A resolver, a `Lazy` or
// a `Provider` may be used while another thread releases the last reference, so it passes the guard while it reads:
//
// 1. It is counted.
// 2. If the container is open, the caller is inside. Otherwise it asks whether the build that it works for is under
//    way. If so, it is inside, too, so that requests under way are completed.
// 3. Otherwise it is refused. It is still counted until it leaves.
//
// The core is taken apart when the container is gone and the count is zero.
//
// The rule: a build is under way only while its core is *held*, by a reference to the container or by a caller inside.
// The code that runs a build holds the core from before the build begins until the build is marked as over. It does so
// itself, or a build above does, in the same container or in a child, which holds its parent.
//
// The proof that no caller is inside a core that was taken apart: all changes of the word have one order, and each of
// them sees everything that was done before an earlier one. Let E be the change after which the container is gone and
// the count is zero for the first time. Suppose that callers get inside later, and let C be the first of them. It was
// counted after E, because all that were counted before E had left. So C found the container gone, and its build under
// way. By the rule, the core was held at that moment. No reference was left at E. A caller that was counted before E
// had marked its builds as over before it left, so C, which asks only after it is counted, would have seen that. And a
// caller that was counted after E would have been inside before C. So there is no such C.
//
// Both parts matter: the build is asked about after step 1, and the count does not tell who is inside, because refused
// callers are counted, too.

struct RundownGuard: ~Copyable, Sendable {
  /// Four times the number of callers that are counted, plus two if the container has ended, plus one if it is gone.
  private let word = AtomicWord(0)
  private let isEmptied = AtomicWord(0)
  #if DEBUG
    /// Called before a caller is counted, so that the caller can be held there.
    let pauseBeforeCounting = Lock<(@Sendable () -> Void)?>(nil)
  #endif

  private static let gone: UInt = 1
  private static let ended: UInt = 2
  private static let one: UInt = 4

  /// Counts a caller in, until `leave`.
  ///
  /// Returns true if the container is open. Otherwise the caller may go on only if a build that is under way holds the
  /// core, which has to be found out after this call; see ``Core/begin(_:within:)``. In each case the caller has to
  /// leave, because it may be the last one out.
  func enter() -> Bool {
    #if DEBUG
      pauseBeforeCounting.withLock { $0 }?()
    #endif
    return word.add(RundownGuard.one) & (RundownGuard.gone | RundownGuard.ended) == 0
  }

  /// Lets a caller out.
  ///
  /// Returns true if it was the last one, and the core has to be taken apart now.
  func leave() -> Bool { isLast(after: 0 &- RundownGuard.one) }

  /// Marks the container as gone.
  ///
  /// Returns true if no caller is inside, and the core has to be taken apart now.
  func close() -> Bool { isLast(after: RundownGuard.gone) }

  /// Lets in only callers that work for one inside from now on.
  ///
  /// Returns false if that was so before.
  func end() -> Bool { word.update { $0 | RundownGuard.ended } & RundownGuard.ended == 0 }

  var hasEnded: Bool { word.load() & RundownGuard.ended != 0 }

  /// Changes the word, and returns true if the core is empty and gone then: for one caller only, which takes it apart.
  private func isLast(after delta: UInt) -> Bool {
    // A late caller may find it empty once more.
    word.add(delta) & ~RundownGuard.ended == RundownGuard.gone && isEmptied.add(1) == 1
  }
}
