import Nexus

protocol Store: AnyObject {}
final class FileStore: Store, Sendable {
  init() {}
}

func fill(_ container: Container) throws {
  #if RIGHT
    try container.register(FileStore.self) { FileStore() }.implements((any Store).self)
  #else
    try container.register(FileStore.self) { FileStore() }.as((any Store).self)
  // error: 'as' is unavailable: another type for the same instance is 'implements(T.self)'
  #endif
}
