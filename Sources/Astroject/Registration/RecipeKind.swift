/// The kind of a recipe, without its types.
package enum RecipeKind: UInt, Sendable {
  case leaf
  case resolving
  case sync
  case asyncLeaf
  case asyncResolving
  case async
  case mainActor
  case mainActorAsync
  case either
  /// A recipe of both colours that belongs to the main actor.
  case mainActorEither
  /// A recipe of both colours that calls an initializer.
  case initializer
  /// No recipe: the product is another registration's.
  case forwarding

  /// The obstacle for a synchronous caller on this thread that runs the recipe, if there is one.
  var obstacle: Obstacle? {
    switch self {
    case .leaf, .resolving, .sync, .either, .initializer, .forwarding: nil
    case .asyncLeaf, .asyncResolving, .async, .mainActorAsync: .mustBeAwaited
    case .mainActor, .mainActorEither: MainThread.isCurrent ? nil : .mustBeOnMainActor
    }
  }

  /// True if awaiting the recipe may suspend the caller, even without dependencies that suspend.
  var maySuspend: Bool {
    switch self {
    case .leaf, .resolving, .sync, .either, .initializer, .forwarding: false
    case .asyncLeaf, .asyncResolving, .async, .mainActor, .mainActorAsync, .mainActorEither: true
    }
  }

  /// True if only the main actor may touch the product.
  var isOnMainActor: Bool {
    switch self {
    case .mainActor, .mainActorAsync, .mainActorEither: true
    case .leaf, .resolving, .sync, .asyncLeaf, .asyncResolving, .async, .either, .initializer, .forwarding: false
    }
  }

  /// The effect of running the recipe, without that of its dependencies.
  var effect: Dependency.Effect {
    switch self {
    case .leaf, .resolving, .sync, .either, .initializer, .forwarding: Dependency.Effect()
    case .asyncLeaf, .asyncResolving, .async: Dependency.Effect(isAsynchronous: true, isOnMainActor: false)
    case .mainActor, .mainActorEither: Dependency.Effect(isAsynchronous: false, isOnMainActor: true)
    case .mainActorAsync: Dependency.Effect(isAsynchronous: true, isOnMainActor: true)
    }
  }
}

extension Recipe {
  /// The kind of the recipe, without its types.
  var kind: RecipeKind {
    switch self {
    case .leaf: .leaf
    case .resolving: .resolving
    case .sync: .sync
    case .asyncLeaf: .asyncLeaf
    case .asyncResolving: .asyncResolving
    case .async: .async
    case .mainActor: .mainActor
    case .mainActorAsync: .mainActorAsync
    case .either(let calls): calls.isOnMainActor ? .mainActorEither : .either
    case .initializer: .initializer
    }
  }

  /// The obstacle for a synchronous caller on this thread that runs the recipe, if there is one.
  package var obstacle: Obstacle? { kind.obstacle }

  /// True if awaiting the recipe may suspend the caller, even without dependencies that suspend.
  var maySuspend: Bool { kind.maySuspend }

  /// The effect of running the recipe, without that of its dependencies.
  package var effect: Dependency.Effect { kind.effect }
}
