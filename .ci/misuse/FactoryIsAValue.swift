import Nexus

struct Notes: Sendable {}

func register(in container: Container) throws {
  #if RIGHT
    try container.register(Notes.self, factory: { Notes() })
  #else
    try container.register(Notes.self, factory: Notes())
  // error: 'register(_:name:key:factory:)' is unavailable: give a closure: 'register(T.self) { value }'
  #endif
}
