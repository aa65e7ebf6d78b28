// The two ways to run a recipe on behalf of a build: by blocking and by awaiting.

extension Recipe {
  /// Runs the recipe now.
  ///
  /// - Throws: An ``Obstacle`` if there is one, and the errors of the recipe.
  package func run(_ resolver: Resolver, _ argument: Argument) throws -> Output {
    switch self {
    case .leaf(let body): return try CurrentBuild.lead(resolver.build) { try body() }
    case .resolving(let body): return try CurrentBuild.lead(resolver.build) { try body(resolver) }
    case .sync(let body): return try CurrentBuild.lead(resolver.build) { try body(resolver, argument) }
    case .either(let calls):
      if let obstacle { throw obstacle }
      return try CurrentBuild.lead(resolver.build) { try calls.sync(resolver, argument) }
    case .initializer(let recipe):
      let body = recipe.calls(of: Output.self).blocking
      return try CurrentBuild.lead(resolver.requiredBuild) { try body(resolver) }
    case .mainActor(let body):
      if let obstacle { throw obstacle }
      return try Self.assumeMainActor(body, resolver, argument)
    case .asyncLeaf, .asyncResolving, .async, .mainActorAsync: throw Obstacle.mustBeAwaited
    }
  }

  /// Runs the recipe where it has to run.
  @_semantics("optimize.sil.specialize.generic.never")
  package func run(_ resolver: Resolver, _ argument: Argument) async throws -> Output {
    switch self {
    case .leaf(let body): return try CurrentBuild.lead(resolver.build) { try body() }
    case .resolving(let body): return try CurrentBuild.lead(resolver.build) { try body(resolver) }
    case .sync(let body): return try CurrentBuild.lead(resolver.build) { try body(resolver, argument) }
    case .either(let calls): return try await calls.async(resolver, argument)
    case .initializer(let recipe):
      _ = try resolver.requiredBuild
      return try await recipe.calls(of: Output.self).awaiting(resolver)
    case .asyncLeaf, .asyncResolving, .async:
      return try await CurrentBuild.lead(resolver.build, awaiting: { try await call(resolver, argument) })
    case .mainActor(let body):
      let argument = Unchecked(argument)
      return try await MainActor.run {
        Unchecked(try CurrentBuild.lead(resolver.build) { try body(resolver, argument.value) })
      }.value
    case .mainActorAsync(let body):
      return try await Self.runOnMainActor(body, resolver, Unchecked(argument)).value
    }
  }

  /// Calls a function that has to be awaited.
  @inline(never)
  private func call(_ resolver: Resolver, _ argument: Argument) async throws -> Output {
    switch self {
    case .asyncLeaf(let body): try await body()
    case .asyncResolving(let body): try await body(resolver)
    case .async(let body): try await body(resolver, argument)
    default: throw Obstacle.mustBeAwaited
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
