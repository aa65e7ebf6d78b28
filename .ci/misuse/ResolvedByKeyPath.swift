import Nexus

struct Storage: Sendable {}

func use(_ container: Container) throws {
  #if RIGHT
    _ = try container.resolve(Storage.self)
  #else
    let storage = try container.resolve(\.storage)
    // error: failed to produce diagnostic for expression
    _ = storage
  #endif
}
