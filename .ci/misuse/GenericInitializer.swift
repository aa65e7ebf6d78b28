import Nexus

protocol Store {}
struct Notes {
  init(store: some Store) {}
}

func fill(_ container: Container) throws {
  #if RIGHT
    try container.register(initializer: { (store: any Store) in Notes(store: store) })
  #else
    try container.register(initializer: Notes.init)
    // error: could not infer pack element #0 from context
    try container.register(Notes.self) { (resolver: Resolver) in Notes(store: try resolver.resolve((any Store).self)) }
  // error: type 'any Store' cannot conform to 'Store'
  #endif
}
