/// A registration that answers to a key, where it was found.
package struct Match {
  package let blueprint: Blueprint
  let entry: Entry
  /// The container that has it.
  package let owner: Core

  /// How an instance is come by.
  var plan: ResolutionPlan { blueprint.plan }

  /// The slots in which its own container keeps instances; nil if the registration is gone.
  func slots(_ lifetime: Lifetime) -> InstanceStorage? {
    entry.slots(of: blueprint, lifetime: lifetime)
  }

  /// Whether it still counts.
  var isLive: Bool {
    // What a transaction has put in its place lies in another entry.
    owner.transactions.load() == 0 ? entry.isOwn(blueprint) : owner.isLive(blueprint)
  }
}

/// What is known of what answers to a key.
enum Lookup {
  /// Nothing yet.
  case open
  /// This registration does.
  case match(Match)
  /// No registration does.
  case missing
}

extension Blueprint {
  /// How an instance is come by.
  var plan: ResolutionPlan {
    Planner.plan(flags, isLeaf: isLeaf, namesKeeper: containerName != nil)
  }
}
