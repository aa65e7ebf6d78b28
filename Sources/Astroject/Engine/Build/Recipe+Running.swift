// The two ways to run a recipe on behalf of a build: by blocking and by awaiting.

extension Recipe {
  /// Runs the recipe now.
  ///
  /// - Throws: An ``Obstacle`` if there is one, and the errors of the recipe.
  @inline(never)
  package func run(_ resolver: Resolver, _ argument: Argument) throws -> Output {
    if let obstacle = kind.obstacle { throw obstacle }
    switch kind {
    case .leaf: return try CurrentBuild.lead(resolver.build) { try function(Leaf.self).body() }
    case .resolving: return try CurrentBuild.lead(resolver.build) { try function(Resolving.self).body(resolver) }
    case .sync: return try CurrentBuild.lead(resolver.build) { try function(Sync.self).body(resolver, argument) }
    case .either, .mainActorEither, .initializer:
      return try CurrentBuild.lead(resolver.build) { try calls.sync(resolver, argument) }
    case .mainActor: return try Self.assumeMainActor(function(OnMainActor.self).body, resolver, argument)
    case .asyncLeaf, .asyncResolving, .async, .mainActorAsync, .forwarding: throw Obstacle.mustBeAwaited
    }
  }

  /// Runs the recipe where it has to run.
  @_semantics("optimize.sil.specialize.generic.never")
  package func run(_ resolver: Resolver, _ argument: Argument) async throws -> Output {
    switch kind {
    case .leaf, .resolving, .sync: return try { () throws -> Output in try run(resolver, argument) }()
    case .either, .mainActorEither, .initializer: return try await calls.async(resolver, argument)
    case .asyncLeaf, .asyncResolving, .async:
      return try await stored.runAwaiting(kind, resolver, argument, for: resolver.build)
    case .mainActor:
      let (body, argument) = (function(OnMainActor.self).body, Unchecked(argument))
      return try await MainActor.run {
        Unchecked(try CurrentBuild.lead(resolver.build) { try body(resolver, argument.value) })
      }.value
    case .mainActorAsync:
      return try await Self.runOnMainActor(function(OnMainActorAsync.self).body, resolver, Unchecked(argument)).value
    case .forwarding: throw Obstacle.mustBeAwaited
    }
  }

  /// Runs a main-actor recipe. It is a function of its own, so that other recipes need not ask the runtime for
  /// the types in it.
  @inline(never)
  private static func assumeMainActor(
    _ body: @MainActor @Sendable (Resolver, Argument) throws -> Output, _ resolver: Resolver, _ argument: Argument
  ) throws -> Output {
    let argument = Unchecked(argument)
    return try MainActor.assumeIsolated {
      Unchecked(try CurrentBuild.lead(resolver.build) { try body(resolver, argument.value) })
    }.value
  }

  @MainActor
  private static func runOnMainActor(
    _ body: @MainActor @Sendable (Resolver, Argument) async throws -> Output, _ resolver: Resolver,
    _ argument: Unchecked<Argument>
  ) async throws -> Unchecked<Output> {
    try await CurrentBuild.lead(resolver.build, awaiting: { Unchecked(try await body(resolver, argument.value)) })
  }
}

extension StoredRecipe {
  /// Runs the function of an asynchronous recipe.
  ///
  /// It is inlined because each function on the way takes a frame of the task. A closure would not be inlined, and the
  /// value of a `switch` expression would take memory of the task, so each case returns.
  @inline(__always)
  func runAwaiting<Argument, Output>(
    _ kind: RecipeKind, _ resolver: Resolver, _ argument: Argument, for build: Build?
  ) async throws -> Output {
    @inline(__always) func run() async throws -> Output {
      switch kind {
      case .asyncLeaf: return try await function(as: Recipe<Argument, Output>.AsyncLeaf.self).body()
      case .asyncResolving: return try await function(as: Recipe<Argument, Output>.AsyncResolving.self).body(resolver)
      default: return try await function(as: Recipe<Argument, Output>.Async.self).body(resolver, argument)
      }
    }
    return try await CurrentBuild.lead(build, awaiting: run)
  }
}
