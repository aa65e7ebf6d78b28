/// What a recipe runs, without its types: two words for any function, so that a registration needs no type of its own.
///
/// Whoever takes it out says what it was. A function lies in a structure of two words whatever it takes and gives, and
/// functions of generic types are called alike whatever the types are: so what was put in comes out unchanged.
struct StoredRecipe: Sendable {
  private let function: @Sendable () -> Void

  /// For what has no function of its own.
  static let none = StoredRecipe {}

  /// What a recipe runs that is an object, if it is one: it lies where a function has what it captures.
  var object: RecipeObject { unsafeBitCast(self, to: StoredObject.self).object }

  private init(_ function: @escaping @Sendable () -> Void) { self.function = function }
}

private struct StoredObject {
  private let nothing: UInt = 0
  let object: RecipeObject
  init(_ object: RecipeObject) { self.object = object }
}

/// The functions of recipes, each as it lies in a ``StoredRecipe``.
private enum Stored<Argument, Output> {
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
  /// What it runs, without its types.
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

  /// The recipe of a kind that was stored; nil where there is none.
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

/// A function without its types; whoever takes it out says what it was. See ``StoredRecipe``.
package struct StoredFunction: Sendable {
  private let function: @Sendable () -> Void

  /// - Parameter function: A structure that has a function and nothing else.
  package init<Function>(_ function: Function) { self = unsafeBitCast(function, to: StoredFunction.self) }

  /// The structure that was put in.
  package func function<Function>(as type: Function.Type) -> Function { unsafeBitCast(self, to: type) }
}
