import Nexus

protocol Storage: Sendable {}
struct Disk: Storage {}
struct Cached: Storage { let storage: any Storage }
struct Stone: Sendable { let storage: any Storage }

func decorate(in container: Container) throws {
  #if RIGHT
    try container.decorate((any Storage).self) { _, storage in Cached(storage: storage) }
  #else
    try container.decorate((any Storage).self) { _, storage in Stone(storage: storage) }
  // error: cannot convert value of type 'Stone' to closure result type 'any Storage'
  #endif
}
