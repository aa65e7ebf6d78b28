import Nexus

protocol Storage: Sendable {}
struct Disk: Storage {}
struct All: Storage { let storages: [any Storage] }
struct Stones: Sendable { let storages: [any Storage] }

func register(in container: Container) throws {
  #if RIGHT
    try container.register((any Storage).self, composite: All.init)
  #else
    try container.register((any Storage).self, composite: Stones.init)
  // error: cannot convert value of type '@Sendable ([any Storage]) -> Stones' to expected argument type
  #endif
}
