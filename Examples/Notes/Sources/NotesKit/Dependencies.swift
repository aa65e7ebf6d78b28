import Nexus

/// Registers the services and the models of the app.
package enum Dependencies: CompositionRoot {
  package static func register(in container: Container) throws {
    try container.register((any NoteStore).self) { MemoryStore() }.asSingleton()
    try container.register(initializer: NotesModel.init(store:)).asTransient()
    try container.register(initializer: EditorModel.init(store:)).asTransient()
  }
}
