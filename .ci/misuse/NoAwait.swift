import Astroject

struct Service: Sendable {}

func use(_ container: Container) async throws -> Service {
  #if RIGHT
    try await container.resolve(Service.self)
  #else
    try container.resolve(Service.self)
  // error: expression is 'async' but is not marked with 'await'
  #endif
}
