import Nexus

final class Notes: Sendable {
  init() {}
}

struct FruitModule: Module {
  func register(in container: Container) throws {}
}

func fill(_ container: Container) throws {
  #if RIGHT
    try container.register(Notes.self) { Notes() }
    try container.register(initializer: { () in Notes() })
    try container.register(instance: Notes())
    try container.register(module: FruitModule())
  #else
    try container.register(Notes.self)
    // error: 'register' is unavailable: say what it is: 'register(T.self) { … }', 'register(initializer: T.init)'
    try container.register(Notes())
    // error: 'register' is unavailable: say what it is: 'register(T.self) { … }', 'register(initializer: T.init)'
    try container.register(FruitModule())
  // error: 'register' is unavailable: say what it is: 'register(T.self) { … }', 'register(initializer: T.init)'
  #endif
}
