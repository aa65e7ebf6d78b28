import AstrojectTesting
import NotesKit
import Testing

@Suite("The models", .container(Dependencies.make))
@MainActor
struct ModelTests {
  @Test(.overriding { try $0.replace((any NoteStore).self) { MemoryStore(["Buy milk", "Call Ann"]) } })
  func `the list shows the notes that have the searched text`() async throws {
    let model = try await Container.current.resolve(NotesModel.self)
    await model.load()
    #expect(model.notes.map(\.text) == ["Buy milk", "Call Ann"])
    model.filter = "milk"
    #expect(model.notes.map(\.text) == ["Buy milk"] && model.problem == nil)
  }

  @Test func `both screens use one store`() async throws {
    let editor = try await Container.current.resolve(EditorModel.self)
    editor.text = "Water the plants"
    await editor.save()
    let model = try await Container.current.resolve(NotesModel.self)
    await model.load()
    #expect(model.notes.map(\.text) == ["Water the plants"] && editor.text.isEmpty)
  }

  @Test(.overriding { try $0.replace((any NoteStore).self) { BrokenStore() } })
  func `both screens show that the store fails, and the editor keeps its text`() async throws {
    let model = try await Container.current.resolve(NotesModel.self)
    await model.load()
    let editor = try await Container.current.resolve(EditorModel.self)
    editor.text = "Water the plants"
    await editor.save()
    #expect([model.problem, editor.problem] == ["The notes cannot be reached.", "The notes cannot be reached."])
    #expect(editor.text == "Water the plants" && model.notes.isEmpty)
  }

  @Test func `each screen has its own model`() {
    expectNewInstance(NotesModel.self, in: Container.current)
  }
}

@Test func `everything that the screens resolve is registered`() {
  expectValidGraph(Dependencies.self, roots: NotesModel.self, EditorModel.self)
}
