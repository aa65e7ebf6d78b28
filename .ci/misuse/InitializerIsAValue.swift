import Nexus

struct Notes: Sendable {
  init() {}
}

func fill(_ container: Container) throws {
  #if RIGHT
    try container.register(initializer: Notes.init)
    try container.register(instance: Notes())
  #else
    try container.register(initializer: Notes())
    // error: generic parameter 'Product' could not be inferred
    // error: cannot convert value of type 'Notes' to expected argument type 'Injection<Product>'
    try container.register(Notes.self, initializer: Notes())
  // error: cannot convert value of type 'Notes' to expected argument type 'Injection<Notes>'
  #endif
}
