/// How whoever asks comes by an instance of a registration: what the registration says, put together by the
/// ``Planner``.
struct ResolutionPlan: Equatable {
  /// Where an instance comes from.
  enum Source: Equatable {
    /// Nowhere: the scope was changed after an instance was kept, and none is the right one any more.
    case spoiled
    /// Another registration has it.
    case forwarding
    /// It is made for each one who asks.
    case construction
    /// All share it who ask within a tree.
    case tree
    /// A container keeps it for all who ask there.
    case cache(Keeper)
    /// A custom scope has it, whose slot a container keeps.
    case custom(Keeper)
  }

  /// The container that keeps an instance.
  enum Keeper: Equatable {
    /// The one that has the registration.
    case owner
    /// The one that is asked.
    case asker
    /// The nearest one of the name that the scope says, from the one that is asked upwards.
    case nearest
  }

  /// What it takes to make an instance.
  enum Making: Equatable {
    /// A call without anything.
    case ofNothing
    /// A call on the thread of whoever asks.
    case byCalling
    /// The same for a caller that blocks; for one that awaits, some of what is needed may have to be awaited first.
    case byFetching
    /// It has to be awaited, or is the main actor's.
    case byAwaiting
  }

  let source: Source
  let making: Making
  let lifetime: Lifetime
  /// Whether hooks finish what was made.
  let hasHooks: Bool
  /// Whether it is noted that somebody has asked.
  let isNoted: Bool
  /// What readers without a lock may have to make instances with, or to take those that containers keep.
  let factory: Factory?

  /// What makes instances without steps, or gives those that containers keep.
  enum Factory: Equatable {
    case leaf
    case transient
    case initializer
    case awaited
    case graph
    case graphLeaf
    case graphInitializer
    case cached

    /// Who may use it.
    var use: PlanCache.Use {
      switch self {
      case .leaf, .transient, .graph, .graphLeaf: .bothAtOnce
      case .initializer, .graphInitializer, .cached: .both
      case .awaited: .awaiting
      }
    }
  }

  /// Who asks, as far as a plan depends on it.
  struct Caller {
    /// Whether he blocks.
    let isSynchronous: Bool
    /// Whether a tree begins with what he asks for.
    let isRoot: Bool
  }

  /// Whether there is nothing to do but to make an instance for the caller alone, where he is.
  func isConstructed(for caller: Caller) -> Bool {
    if hasHooks || isNoted { return false }
    switch (source, making) {
    case (.construction, .ofNothing), (.construction, .byCalling): return true
    case (.construction, .byFetching): return caller.isSynchronous
    // Nobody could share what the root of a tree makes of nothing.
    case (.tree, .ofNothing): return caller.isRoot
    default: return false
    }
  }

  /// The container whose cache has the instance, where there is nothing to do but to take it if it is there.
  var cache: Keeper? { if case .cache(let keeper) = source, !isNoted { keeper } else { nil } }

  /// Whether an instance that is not there is made by a call of the recipe, and then kept, and nothing else.
  func isCached(for caller: Caller) -> Bool {
    if cache == nil || hasHooks || lifetime == .weak { return false }
    switch making {
    case .ofNothing, .byCalling: return true
    case .byFetching: return caller.isSynchronous
    case .byAwaiting: return false
    }
  }
}

extension ResolutionPlan.Keeper {
  /// The container, for one that is asked and one that has the registration; nil if there is none of the name.
  func container(for asker: Core, of match: Match) -> Core? {
    switch self {
    case .owner: match.owner
    case .asker: asker
    case .nearest: match.blueprint.containerName.flatMap { asker.nearest(named: $0)?.takeUnretainedValue() }
    }
  }
}
