import Astroject

/// Returns the error of a resolve.
func refusal<Product>(
  _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, in container: Container
) -> AstrojectError? {
  // `#expect(throws:)` describes the error, which would look up its near matches.
  do {
    _ = try key.map { try container.resolve(type, key: $0) } ?? container.resolve(type, name: name)
  } catch {
    return error as? AstrojectError
  }
  return nil
}

/// Returns the near matches of a resolve as they are printed.
func matches<Product>(_ type: Product.Type, name: String? = nil, in container: Container) -> [String] {
  let failure = refusal(type, name: name, in: container)?.failure
  return withExtendedLifetime(container) { failure?.nearMatches.map { "\($0.key) (\($0.difference))" } ?? [] }
}
