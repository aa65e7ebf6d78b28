/// The near matches for a key that nothing answers to, searched when they are first needed.
private final class Suggestions: Sendable {
  private let key: Key
  /// The core, which is an empty shell if its container is gone.
  ///
  /// A weak reference would slow down each count of it.
  private let core: Core
  private let known = Lock<AstrojectError.Ranking?>(nil)

  init(for key: Key, in core: Core) {
    self.key = key
    self.core = core
  }

  func find() -> AstrojectError.Ranking {
    if let known = known.withLock({ $0 }) { return known }
    // Comparing and describing keys runs user code, so no lock is held. Of two threads that search, the first one to
    // finish counts.
    let new = core.ifOpen(else: AstrojectError.Ranking()) { NearMatches(core).like(key) }
    return known.withLock { known in
      if known == nil { known = new }
      return known ?? new
    }
  }
}

extension Core {
  /// Returns the search for near matches to a key.
  func suggestions(for key: Key) -> AstrojectError.Failure.Suggestions { Suggestions(for: key, in: self).find }
}
