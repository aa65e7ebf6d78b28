extension Core {
  /// Returns the search for near matches to a key that nothing answers to.
  ///
  /// It searches when they are first needed. It holds the core, which is an empty shell if its container is gone,
  /// because a weak reference would slow down each count of it.
  func suggestions(for key: Key) -> AstrojectError.Failure.Suggestions {
    let ranking = Lock<AstrojectError.Ranking?>(nil)
    return {
      if let known = ranking.withLock({ $0 }) { return known }
      // Comparing and describing keys runs user code, so no lock is held. Of two threads that search, the first one to
      // finish counts.
      let new = self.ifOpen(else: AstrojectError.Ranking.empty) { NearMatches(self).like(key) }
      return ranking.withLock { known in
        if known == nil { known = new }
        return known ?? new
      }
    }
  }

  /// Returns true if the product for a key is built after that for another key, which it needs, as far as its first
  /// dependencies tell.
  func isBuilt(_ key: Key, after other: Key) -> Bool {
    let isShared = find(key)?.blueprint.origin.flags.lifetime.isSharedWhileBuilt ?? false
    let needs = { (summary: Summary) in
      (summary.wired + summary.declared).filter { !isShared || !$0.mayComeLate }
    }
    // What has no name or key is no element of a dictionary. A `Lazy` and a `Provider` have rank 2.
    return isBuilt(key, from: needs, upTo: 64) { summary in
      needs(summary).contains { need in
        (need.keys == nil || key.label != nil) && need.rank(for: other, missing: true) ?? 2 < 2
      }
    }
  }
}
