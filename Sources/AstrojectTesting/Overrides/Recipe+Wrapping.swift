import Astroject

// Recipes that get what a registration has been put around, and make something of it: one for each effect.

extension Recipe {
  typealias Wrap = @Sendable (Resolver, Output, Argument) throws -> Output
  typealias AwaitedWrap = @Sendable (Resolver, Output, Argument) async throws -> Output

  static func synchronously(around key: Key, _ body: @escaping Wrap) -> Recipe {
    .either(
      EitherRecipe { resolver, argument in
        let real: Output = try resolver.unwrap(key, argument)
        return try CurrentBuild.lead(resolver.build) { try body(resolver, real, argument) }
      } async: { resolver, argument in
        let real: Output = try await resolver.unwrap(key, argument)
        return try CurrentBuild.lead(resolver.build) { try body(resolver, real, argument) }
      })
  }

  static func awaiting(around key: Key, _ body: @escaping AwaitedWrap) -> Recipe {
    .async { resolver, argument in
      let real: Output = try await resolver.unwrap(key, argument)
      return try await body(resolver, real, argument)
    }
  }

  static func onMainActor(
    around key: Key, _ body: @escaping @MainActor @Sendable (Resolver, Output, Argument) throws -> Output
  ) -> Recipe {
    .either(
      EitherRecipe(onMainActor: true) { resolver, argument in
        let given = Unchecked((real: try resolver.unwrap(key, argument) as Output, argument: argument))
        return try MainActor.assumeIsolated {
          Unchecked(
            try CurrentBuild.lead(resolver.build) { try body(resolver, given.value.real, given.value.argument) })
        }.value
      } async: { resolver, argument in
        let given = Unchecked((real: try await resolver.unwrap(key, argument) as Output, argument: argument))
        return try await MainActor.run {
          Unchecked(
            try CurrentBuild.lead(resolver.build) { try body(resolver, given.value.real, given.value.argument) })
        }.value
      })
  }

  static func awaitingOnMainActor(
    around key: Key, _ body: @escaping @MainActor @Sendable (Resolver, Output, Argument) async throws -> Output
  ) -> Recipe {
    .mainActorAsync { resolver, argument in
      let real: Output = try await resolver.unwrap(key, argument)
      return try await body(resolver, real, argument)
    }
  }
}
