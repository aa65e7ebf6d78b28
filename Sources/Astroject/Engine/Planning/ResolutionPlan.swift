/// A plan for getting an instance of a registration, made by the ``Planner`` from the registration's properties.
struct ResolutionPlan: Equatable {
  /// The origin of an instance.
  enum Source: Equatable {
    /// None: the scope was changed after an instance was cached, so that no instance is the right one.
    case spoiled
    /// Another registration, whose instance it is.
    case forwarding
    /// A build for each request.
    case construction
    /// The resolution tree, in which all requests share it.
    case tree
    /// The cache of a container, for all requests there.
    case cache(Keeper)
    /// A custom scope. A container holds the slot of that scope.
    case custom(Keeper)
  }

  /// The container that caches an instance.
  enum Keeper: Equatable {
    /// The container that has the registration.
    case owner
    /// The container that is asked.
    case asker
    /// The nearest container with the name that the scope gives, from the one that is asked upwards.
    case nearest
  }

  /// The kind of call that builds an instance.
  enum Making: Equatable {
    /// A call that takes nothing.
    case ofNothing
    /// A call on the caller's thread.
    case byCalling
    /// A call on the thread of a caller that blocks. For one that awaits, some dependencies may be awaited first.
    case byFetching
    /// A call that is awaited, or belongs to the main actor.
    case byAwaiting
  }

  let source: Source
  let making: Making
  let lifetime: Lifetime
  /// True if hooks run after the build.
  let hasHooks: Bool
  /// True if each request takes steps, because it is noted, or because its product belongs to the main actor.
  let takesSteps: Bool
  /// The factory that lock-free readers may use, if there is one.
  let factory: Factory?

  /// A factory that builds instances without steps, or returns those that containers cache.
  enum Factory: Equatable {
    case leaf
    case transient
    case initializer
    case awaited
    case graph
    case graphLeaf
    case graphInitializer
    case cached

    /// The callers that may use the factory.
    var use: PlanCache.Use {
      switch self {
      case .leaf, .transient, .graph, .graphLeaf: .bothAtOnce
      case .initializer, .graphInitializer, .cached: .both
      case .awaited: .awaiting
      }
    }
  }

  /// The properties of a caller that a plan depends on.
  struct Caller {
    /// True if the caller blocks.
    let isSynchronous: Bool
    /// True if a resolution tree begins with the request.
    let isRoot: Bool
  }

  /// Returns true if all there is to do is to build an instance for this caller alone.
  func isConstructed(for caller: Caller) -> Bool {
    if hasHooks || takesSteps { return false }
    switch (source, making) {
    case (.construction, .ofNothing), (.construction, .byCalling): return true
    case (.construction, .byFetching): return caller.isSynchronous
    // Nothing else could share a product without dependencies that the root of a tree builds.
    case (.tree, .ofNothing): return caller.isRoot
    default: return false
    }
  }

  /// The container whose cache has the instance; nil if taking it from there is not all there is to do.
  var cache: Keeper? { if case .cache(let keeper) = source, !takesSteps { keeper } else { nil } }

  /// Returns true if all there is to do for a missing instance is to call the recipe and to cache the product.
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
  /// Returns the container, given the one that is asked and a match; nil if no container has the name.
  func container(for asker: Core, of match: Match) -> Core? {
    switch self {
    case .owner: match.owner
    case .asker: asker
    case .nearest: match.blueprint.containerName.flatMap { asker.nearest(named: $0)?.takeUnretainedValue() }
    }
  }
}
