import Nexus

protocol Storage: Sendable {}
struct Disk: Storage {}
struct Cached: Storage { let storage: any Storage }
struct Stone: Sendable { let storage: any Storage }

func decorate(in container: Container) throws {
  #if RIGHT
    try container.decorate((any Storage).self, initializer: Cached.init)
  #else
    try container.decorate((any Storage).self, initializer: Stone.init)
  // error: cannot convert value of type '@Sendable (any Storage) -> Stone' to expected argument type
  #endif
}
