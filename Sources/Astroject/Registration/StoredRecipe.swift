/// A recipe's function without its types: two words for any function, so that no registration needs a type of its own.
///
/// The code that takes it out names its type. A function is two words for all parameters and results, and functions of
/// generic types are called alike for all types. So a function comes out unchanged.
struct StoredRecipe: Sendable {
  private let function: @Sendable () -> Void

  /// The function of a registration that has none of its own.
  static let none = StoredRecipe {}

  /// The object that a recipe runs, if it runs one. It lies where a function stores its captured values.
  var object: RecipeObject { unsafeBitCast(self, to: StoredObject.self).object }

  private init(_ function: @escaping @Sendable () -> Void) { self.function = function }
}

private struct StoredObject {
  private let nothing: UInt = 0
  let object: RecipeObject
  init(_ object: RecipeObject) { self.object = object }
}

/// The functions of recipes, each as it lies in a ``StoredRecipe``.
enum Stored<Argument, Output> {
  struct Leaf { let body: @Sendable () throws -> Output }
  struct Resolving { let body: @Sendable (Resolver) throws -> Output }
  struct Sync { let body: @Sendable (Resolver, Argument) throws -> Output }
  struct AsyncLeaf { let body: @Sendable () async throws -> Output }
  struct AsyncResolving { let body: @Sendable (Resolver) async throws -> Output }
  struct Async { let body: @Sendable (Resolver, Argument) async throws -> Output }
  struct MainActor { let body: @Swift.MainActor @Sendable (Resolver, Argument) throws -> Output }
  struct MainActorAsync { let body: @Swift.MainActor @Sendable (Resolver, Argument) async throws -> Output }
}

extension Recipe {
  /// Returns the function of the recipe without its types.
  consuming func store() -> StoredRecipe {
    switch consume self {
    case .leaf(let body): unsafeBitCast(Stored<Argument, Output>.Leaf(body: body), to: StoredRecipe.self)
    case .resolving(let body): unsafeBitCast(Stored<Argument, Output>.Resolving(body: body), to: StoredRecipe.self)
    case .sync(let body): unsafeBitCast(Stored<Argument, Output>.Sync(body: body), to: StoredRecipe.self)
    case .asyncLeaf(let body): unsafeBitCast(Stored<Argument, Output>.AsyncLeaf(body: body), to: StoredRecipe.self)
    case .asyncResolving(let body):
      unsafeBitCast(Stored<Argument, Output>.AsyncResolving(body: body), to: StoredRecipe.self)
    case .async(let body): unsafeBitCast(Stored<Argument, Output>.Async(body: body), to: StoredRecipe.self)
    case .mainActor(let body): unsafeBitCast(Stored<Argument, Output>.MainActor(body: body), to: StoredRecipe.self)
    case .mainActorAsync(let body):
      unsafeBitCast(Stored<Argument, Output>.MainActorAsync(body: body), to: StoredRecipe.self)
    case .either(let calls): unsafeBitCast(StoredObject(calls), to: StoredRecipe.self)
    case .initializer(let recipe): unsafeBitCast(StoredObject(recipe), to: StoredRecipe.self)
    }
  }

  /// Creates the recipe of a kind from its function; nil if there is none.
  init?(_ kind: RecipeKind, _ stored: StoredRecipe) {
    switch kind {
    case .leaf: self = .leaf(unsafeBitCast(stored, to: Stored<Argument, Output>.Leaf.self).body)
    case .resolving: self = .resolving(unsafeBitCast(stored, to: Stored<Argument, Output>.Resolving.self).body)
    case .sync: self = .sync(unsafeBitCast(stored, to: Stored<Argument, Output>.Sync.self).body)
    case .asyncLeaf: self = .asyncLeaf(unsafeBitCast(stored, to: Stored<Argument, Output>.AsyncLeaf.self).body)
    case .asyncResolving:
      self = .asyncResolving(unsafeBitCast(stored, to: Stored<Argument, Output>.AsyncResolving.self).body)
    case .async: self = .async(unsafeBitCast(stored, to: Stored<Argument, Output>.Async.self).body)
    case .mainActor: self = .mainActor(unsafeBitCast(stored, to: Stored<Argument, Output>.MainActor.self).body)
    case .mainActorAsync:
      self = .mainActorAsync(unsafeBitCast(stored, to: Stored<Argument, Output>.MainActorAsync.self).body)
    case .either, .mainActorEither:
      self = .either(unsafeDowncast(stored.object, to: EitherRecipe<Argument, Output>.self))
    case .initializer: self = .initializer(unsafeDowncast(stored.object, to: InitializerRecipe.self))
    case .forwarding: return nil
    }
  }
}

/// A function without its types. The code that takes it out names its type; see ``StoredRecipe``.
package struct StoredFunction: Sendable {
  private let function: @Sendable () -> Void

  /// Stores a function.
  ///
  /// - Parameter function: A structure that has a function and nothing else.
  package init<Function>(_ function: Function) { self = unsafeBitCast(function, to: StoredFunction.self) }

  /// Returns the structure that was stored.
  package func function<Function>(as type: Function.Type) -> Function { unsafeBitCast(self, to: type) }
}
