import AstrojectUI
import NotesKit
import SwiftUI

/// The first screen: all notes.
struct NotesScreen: View {
  @ResolvedState private var model: NotesModel
  @ResolvedProvider private var editor: Provider<EditorModel>
  @State private var isEditing = false

  var body: some View {
    VStack {
      TextField("Search", text: $model.filter)
      List(model.notes) { note in Text(note.text) }
      if let problem = model.problem { Text(problem) }
      Button("New note") { isEditing = true }
      if isEditing { EditorScreen() }
    }
    .task { await model.load() }
  }
}

#Preview(
  "Two notes",
  traits: .container(Dependencies.self) { overrides in
    try overrides.replace((any NoteStore).self) { MemoryStore(["Buy milk", "Call Ann"]) }
  }
) {
  NotesScreen()
}

#Preview(
  "No connection", traits: .container(Dependencies.self) { try $0.replace((any NoteStore).self) { BrokenStore() } }
) {
  NotesScreen()
}
