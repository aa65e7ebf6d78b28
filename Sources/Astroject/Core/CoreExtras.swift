/// What few containers have: made when there is something to put into it.
final class CoreExtras: Sendable {
  let children = Children()
  let fallback = Lock<(any Resolving & Sendable)?>(nil)
  /// What is to live as long as the container does.
  let companions = Lock<[Container]>([])
  /// What children are given, as was said here.
  let expectations = Lock<[Expectation]>([])
  /// Why nothing is registered, where the container stands for one that is not there.
  let absence = Lock<AstrojectError.Cause?>(nil)
  /// One when nothing may be added any more.
  let sealed = AtomicWord(0)
  /// Held while a transaction that has ended comes to count, one key after the other.
  let commits = Lock<Void>(())
  /// How many transactions have begun and ended to do so: odd while one is at it.
  let commitCount = AtomicWord(0)

  func dropFallback() {
    let old = fallback.withLock { $0.take() }
    // Freed where no lock is held.
    withExtendedLifetime(old) {}
  }

  func dropCompanions() {
    let old = companions.withLock { companions in
      defer { companions = [] }
      return companions
    }
    // They go where no lock is held.
    withExtendedLifetime(old) {}
  }
}
