/// A recipe for making or doing something, with its effect as data.
///
/// Factories are recipes for a product, and hooks are recipes that run on one. A caller runs a recipe by the driver of
/// its own colour, synchronous or asynchronous. Everything else about a recipe is the same for both.
package struct Recipe<Argument, Output>: Sendable {
  package let kind: RecipeKind
  /// The function, without its types. It is the one of the structures below that belongs to the kind, or an object.
  let stored: StoredRecipe

  struct Leaf { let body: @Sendable () throws -> Output }
  struct Resolving { let body: @Sendable (Resolver) throws -> Output }
  struct Sync { let body: @Sendable (Resolver, Argument) throws -> Output }
  struct AsyncLeaf { let body: @Sendable () async throws -> Output }
  struct AsyncResolving { let body: @Sendable (Resolver) async throws -> Output }
  struct Async { let body: @Sendable (Resolver, Argument) async throws -> Output }
  struct OnMainActor { let body: @MainActor @Sendable (Resolver, Argument) throws -> Output }
  struct OnMainActorAsync { let body: @MainActor @Sendable (Resolver, Argument) async throws -> Output }

  // To call one of the functions without retaining it, the registration is seen as one of these objects: its first
  // property is the function, like theirs.
  final class LeafHolder {
    let body: @Sendable () throws -> Output
    private init(_ body: @escaping @Sendable () throws -> Output) { self.body = body }
  }
  final class ResolvingHolder {
    let body: @Sendable (Resolver) throws -> Output
    private init(_ body: @escaping @Sendable (Resolver) throws -> Output) { self.body = body }
  }
  final class SyncHolder {
    let body: @Sendable (Resolver, Argument) throws -> Output
    private init(_ body: @escaping @Sendable (Resolver, Argument) throws -> Output) { self.body = body }
  }

  /// Returns the function as the structure that belongs to the kind, which is not checked.
  @inline(__always)
  func function<Function>(_ type: Function.Type) -> Function { stored.function(as: type) }

  /// The calls of a recipe of both colours.
  var calls: EitherRecipe<Argument, Output> {
    let object = initializer?.calls ?? stored.object
    return unsafeDowncast(object, to: EitherRecipe<Argument, Output>.self)
  }

  /// The recipe of an initializer; nil for any other kind.
  package var initializer: InitializerRecipe? {
    kind == .initializer ? unsafeDowncast(stored.object, to: InitializerRecipe.self) : nil
  }

  /// Takes nothing, and so can resolve nothing by itself.
  package static func leaf(_ body: @escaping @Sendable () throws -> Output) -> Recipe {
    Recipe(kind: .leaf, stored: StoredRecipe(Leaf(body: body)))
  }

  /// Takes only a resolver.
  package static func resolving(_ body: @escaping @Sendable (Resolver) throws -> Output) -> Recipe {
    Recipe(kind: .resolving, stored: StoredRecipe(Resolving(body: body)))
  }

  package static func sync(_ body: @escaping @Sendable (Resolver, Argument) throws -> Output) -> Recipe {
    Recipe(kind: .sync, stored: StoredRecipe(Sync(body: body)))
  }

  /// Takes nothing, and has to be awaited.
  static func asyncLeaf(_ body: @escaping @Sendable () async throws -> Output) -> Recipe {
    Recipe(kind: .asyncLeaf, stored: StoredRecipe(AsyncLeaf(body: body)))
  }

  /// Takes only a resolver, and has to be awaited.
  package static func asyncResolving(_ body: @escaping @Sendable (Resolver) async throws -> Output) -> Recipe {
    Recipe(kind: .asyncResolving, stored: StoredRecipe(AsyncResolving(body: body)))
  }

  package static func async(_ body: @escaping @Sendable (Resolver, Argument) async throws -> Output) -> Recipe {
    Recipe(kind: .async, stored: StoredRecipe(Async(body: body)))
  }

  package static func mainActor(
    _ body: @escaping @MainActor @Sendable (Resolver, Argument) throws -> Output
  ) -> Recipe {
    Recipe(kind: .mainActor, stored: StoredRecipe(OnMainActor(body: body)))
  }

  package static func mainActorAsync(
    _ body: @escaping @MainActor @Sendable (Resolver, Argument) async throws -> Output
  ) -> Recipe {
    Recipe(kind: .mainActorAsync, stored: StoredRecipe(OnMainActorAsync(body: body)))
  }

  /// Is synchronous, and gets its dependencies as its caller can: by blocking or by awaiting.
  package static func either(_ calls: EitherRecipe<Argument, Output>) -> Recipe {
    Recipe(kind: calls.isOnMainActor ? .mainActorEither : .either, stored: StoredRecipe(object: calls))
  }

  /// Calls an initializer without arguments, and gets its dependencies as its caller can.
  package static func initializer(_ recipe: InitializerRecipe) -> Recipe {
    Recipe(kind: .initializer, stored: StoredRecipe(object: recipe))
  }
}

/// An obstacle for a synchronous caller that runs a recipe.
package enum Obstacle: Error {
  case mustBeAwaited
  case mustBeOnMainActor
}

/// A recipe that runs on a product that was just made. It may return another product to take its place.
package typealias Hook = Recipe<AnyProduct, AnyProduct?>
