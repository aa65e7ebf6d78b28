/// The near matches of a key that nothing answers to, looked for when they are asked for the first time.
package final class Suggestions: Sendable {
  private let key: Key
  /// An empty shell where the container has gone. Held strongly, as a weak reference would slow down every count of it.
  private let core: Core
  private let known = Lock<NearMatches.Ranking?>(nil)

  init(for key: Key, in core: Core) {
    self.key = key
    self.core = core
  }

  package var ranking: NearMatches.Ranking {
    if let known = known.withLock({ $0 }) { return known }
    var new = NearMatches.Ranking()
    // Keys are compared and described by code of the user's, and so where no lock is held. Of two threads that look,
    // the first to end counts.
    core.ifOpen { new = NearMatches(core).like(key) }
    return known.withLock { known in
      let ranking = known ?? new
      known = ranking
      return ranking
    }
  }
}
