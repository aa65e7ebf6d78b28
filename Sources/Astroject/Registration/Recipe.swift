/// A recipe for making or doing something, with its effect as data.
///
/// Factories are recipes for a product, and hooks are recipes that run on one. A caller runs a recipe by the driver of
/// its own colour, synchronous or asynchronous. Everything else about a recipe is the same for both.
package enum Recipe<Argument, Output>: @unchecked Sendable {
  /// Takes nothing, and so can resolve nothing by itself.
  case leaf(@Sendable () throws -> Output)
  /// Takes only a resolver.
  case resolving(@Sendable (Resolver) throws -> Output)
  case sync(@Sendable (Resolver, Argument) throws -> Output)
  /// Takes nothing, and has to be awaited.
  case asyncLeaf(@Sendable () async throws -> Output)
  /// Takes only a resolver, and has to be awaited.
  case asyncResolving(@Sendable (Resolver) async throws -> Output)
  case async(@Sendable (Resolver, Argument) async throws -> Output)
  case mainActor(@MainActor @Sendable (Resolver, Argument) throws -> Output)
  case mainActorAsync(@MainActor @Sendable (Resolver, Argument) async throws -> Output)
  /// Is synchronous, and gets its dependencies as its caller can: by blocking or by awaiting.
  case either(EitherRecipe<Argument, Output>)
  /// Calls an initializer without arguments, and gets its dependencies as its caller can.
  case initializer(InitializerRecipe)

  /// The function that makes the product of nothing; nil if this is a recipe that never can.
  var leaf: (@Sendable () throws -> Output)? {
    switch self {
    case .leaf(let body): body
    case .initializer, .either, .resolving, .sync, .asyncLeaf, .asyncResolving, .async, .mainActor, .mainActorAsync: nil
    }
  }
}

/// An obstacle for a synchronous caller that runs a recipe.
package enum Obstacle: Error {
  case mustBeAwaited
  case mustBeOnMainActor
}

/// A recipe that runs on a product that was just made. It may return another product to take its place.
package typealias Hook = Recipe<AnyProduct, AnyProduct?>
