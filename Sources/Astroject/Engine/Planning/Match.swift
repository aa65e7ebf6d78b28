/// A registration that answers to a key, with the entry and the container in which it was found.
package struct Match {
  package let blueprint: Blueprint
  let entry: Entry
  /// The container that has the registration.
  package let owner: Core

  /// The plan for getting an instance.
  var plan: ResolutionPlan { blueprint.plan }

  /// Returns the storage in which the owner caches instances; nil if the registration was removed.
  func storage(_ lifetime: Lifetime) -> InstanceStorage? {
    entry.storage(of: blueprint, lifetime: lifetime)
  }

  /// True if the registration still counts.
  var isLive: Bool {
    // A transaction puts its replacement into another entry.
    owner.transactions.load() == 0 ? entry.isOwn(blueprint) : owner.isLive(blueprint)
  }
}

/// The result of looking up a key.
enum Lookup {
  /// The key was not looked up yet.
  case open
  /// This registration answers.
  case match(Match)
  /// No registration answers.
  case missing
  /// No registration answers, and these fallbacks are known to.
  case fallback(FallbackTrail)
}

extension Blueprint {
  /// The plan for getting an instance.
  var plan: ResolutionPlan {
    Planner.plan(flags, isLeaf: isLeaf, namesKeeper: containerName != nil)
  }
}
