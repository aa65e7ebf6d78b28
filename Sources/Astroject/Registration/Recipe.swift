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

  // MARK: Drivers

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
  package func run(_ resolver: Resolver, _ argument: Argument) async throws -> Output {
    switch self {
    case .leaf(let body): return try CurrentBuild.lead(resolver.build) { try body() }
    case .resolving(let body): return try CurrentBuild.lead(resolver.build) { try body(resolver) }
    case .sync(let body): return try CurrentBuild.lead(resolver.build) { try body(resolver, argument) }
    case .either(let calls): return try await calls.async(resolver, argument)
    case .initializer(let recipe):
      _ = try resolver.requiredBuild
      return try await recipe.calls(of: Output.self).awaiting(resolver)
    case .asyncLeaf(let body):
      return try await CurrentBuild.lead(resolver.build, awaiting: { try await body() })
    case .asyncResolving(let body):
      return try await CurrentBuild.lead(resolver.build, awaiting: { try await body(resolver) })
    case .async(let body):
      return try await CurrentBuild.lead(resolver.build, awaiting: { try await body(resolver, argument) })
    case .mainActor(let body):
      let argument = Unchecked(argument)
      return try await MainActor.run {
        Unchecked(try CurrentBuild.lead(resolver.build) { try body(resolver, argument.value) })
      }.value
    case .mainActorAsync(let body):
      return try await Self.runOnMainActor(body, resolver, Unchecked(argument)).value
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

/// An obstacle for a synchronous caller that runs a recipe.
package enum Obstacle: Error {
  case mustBeAwaited
  case mustBeOnMainActor
}

/// A recipe that runs on a product that was just made. It may return another product to take its place.
package typealias Hook = Recipe<AnyProduct, AnyProduct?>
