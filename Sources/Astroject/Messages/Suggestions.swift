/// The near matches for a key that nothing answers to, searched when they are first needed.
final class Suggestions: Sendable {
  private let key: Key
  /// The core, which is an empty shell if its container is gone.
  ///
  /// A weak reference would slow down each count of it.
  private let core: Core
  private let known = Lock<NearMatches.Ranking?>(nil)

  init(for key: Key, in core: Core) {
    self.key = key
    self.core = core
  }

  /// Returns the near matches, and the number of those that are left out.
  func find() -> (matches: [AstrojectError.NearMatch], omission: Int) {
    let ranking = ranking
    return (ranking.matches, ranking.omission)
  }

  private var ranking: NearMatches.Ranking {
    if let known = known.withLock({ $0 }) { return known }
    var new = NearMatches.Ranking()
    // Comparing and describing keys runs user code, so no lock is held. Of two threads that search, the first one to
    // finish counts.
    core.ifOpen { new = NearMatches(core).like(key) }
    return known.withLock { known in
      let ranking = known ?? new
      known = ranking
      return ranking
    }
  }
}

extension Core {
  /// Returns the search for near matches to a key.
  func suggestions(for key: Key) -> AstrojectError.Failure.Suggestions { Suggestions(for: key, in: self).find }
}
