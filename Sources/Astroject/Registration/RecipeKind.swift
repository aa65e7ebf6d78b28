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

  /// The effect of running the recipe, without that of its dependencies.
  package var effect: Dependency.Effect {
    switch self {
    case .leaf, .resolving, .sync, .either, .initializer, .forwarding: .none
    case .asyncLeaf, .asyncResolving, .async: Dependency.Effect(isAsynchronous: true)
    case .mainActor, .mainActorEither: Dependency.Effect(isOnMainActor: true)
    case .mainActorAsync: Dependency.Effect(isAsynchronous: true, isOnMainActor: true)
    }
  }

  /// The obstacle for a synchronous caller on this thread that runs the recipe, if there is one.
  package var obstacle: Obstacle? {
    if effect.isAsynchronous { return .mustBeAwaited }
    return effect.isOnMainActor && !MainThread.isCurrent ? .mustBeOnMainActor : nil
  }

  /// True for a hook that sets a property: it is synchronous and asynchronous, which no closure of the user is.
  var setsProperty: Bool { self == .either || self == .mainActorEither }

  /// True if awaiting the recipe may suspend the caller, even without dependencies that suspend.
  var maySuspend: Bool { effect != .none }
}
