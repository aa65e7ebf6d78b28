import Astroject

struct Service: Sendable {}

func use(_ container: Container) throws {
  #if RIGHT
    _ = try container.resolve(Service.self)
    try container.register(Service.self) { Service() }
  #else
    _ = container.resolve(Service.self)
    // error: call can throw but is not marked with 'try'
    container.register(Service.self) { Service() }
  // error: call can throw but is not marked with 'try'
  #endif
}
