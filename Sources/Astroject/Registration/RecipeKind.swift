/// What a recipe is, but for its types.
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
  /// Of both colours, and the main actor's.
  case mainActorEither
  /// Of both colours, by an initializer.
  case initializer
  /// None: the product is another registration's.
  case forwarding

  /// What keeps a synchronous caller on this thread from running it, if anything does.
  var obstacle: Obstacle? {
    switch self {
    case .leaf, .resolving, .sync, .either, .initializer, .forwarding: nil
    case .asyncLeaf, .asyncResolving, .async, .mainActorAsync: .mustBeAwaited
    case .mainActor, .mainActorEither: MainThread.isCurrent ? nil : .mustBeOnMainActor
    }
  }

  /// Whether to await it may suspend the caller, whatever it resolves.
  var maySuspend: Bool {
    switch self {
    case .leaf, .resolving, .sync, .either, .initializer, .forwarding: false
    case .asyncLeaf, .asyncResolving, .async, .mainActor, .mainActorAsync, .mainActorEither: true
    }
  }

  /// Whether what it makes is the main actor's to touch.
  var isOnMainActor: Bool {
    switch self {
    case .mainActor, .mainActorAsync, .mainActorEither: true
    case .leaf, .resolving, .sync, .asyncLeaf, .asyncResolving, .async, .either, .initializer, .forwarding: false
    }
  }

  /// What running it takes, whatever it resolves.
  var effect: Summary.Effect {
    switch self {
    case .leaf, .resolving, .sync, .either, .initializer, .forwarding: Summary.Effect()
    case .asyncLeaf, .asyncResolving, .async: Summary.Effect(isAsynchronous: true, isOnMainActor: false)
    case .mainActor, .mainActorEither: Summary.Effect(isAsynchronous: false, isOnMainActor: true)
    case .mainActorAsync: Summary.Effect(isAsynchronous: true, isOnMainActor: true)
    }
  }
}

extension Recipe {
  /// What it is, but for its types.
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

  /// What keeps a synchronous caller on this thread from running it, if anything does.
  package var obstacle: Obstacle? { kind.obstacle }

  /// Whether to await it may suspend the caller, whatever it resolves.
  var maySuspend: Bool { kind.maySuspend }

  /// What running it takes, whatever it resolves.
  package var effect: Summary.Effect { kind.effect }
}
