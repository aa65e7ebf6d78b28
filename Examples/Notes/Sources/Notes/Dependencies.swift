import AstrojectUI

/// What the app is made of.
enum Dependencies: CompositionRoot {
  static func register(in container: Container) throws {
    try container.register((any NoteStore).self) { MemoryStore() }.asSingleton()
    try container.register(initializer: NotesModel.init(store:)).asTransient()
    try container.register(initializer: EditorModel.init(store:)).asTransient()
  }
}

extension Container {
  /// What previews are made of: what the app is, with notes to show.
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
