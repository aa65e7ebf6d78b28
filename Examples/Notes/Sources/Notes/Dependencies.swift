import AstrojectUI

/// Registers the services and the models of the app.
enum Dependencies: CompositionRoot {
  static func register(in container: Container) throws {
    try container.register((any NoteStore).self) { MemoryStore() }.asSingleton()
    try container.register(initializer: NotesModel.init(store:)).asTransient()
    try container.register(initializer: EditorModel.init(store:)).asTransient()
  }
}

extension Container {
  /// The container for previews: the app's registrations, with sample notes.
  static let preview: Container = {
    do {
      return try Container { container in
        try Dependencies.register(in: container)
        try container.register((any NoteStore).self) { MemoryStore(["Buy milk", "Call Ann"]) }.asSingleton()
      }
    } catch {
      fatalError("\(error)")
    }
  }()
}
