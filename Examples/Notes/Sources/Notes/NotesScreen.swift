import AstrojectUI
import Observation
import SwiftUI

/// The model of the first screen, with the Observation framework.
@MainActor
@Observable
final class NotesModel {
  var filter = ""
  var notes: [Note] { all.filter { filter.isEmpty || $0.text.contains(filter) } }
  private var all: [Note] = []
  private let store: any NoteStore

  init(store: any NoteStore) { self.store = store }

  func load() async { all = await store.all() }
}

/// The first screen: all notes.
struct NotesScreen: View {
  @ResolvedState private var model: NotesModel
  @ResolvedProvider private var editor: Provider<EditorModel>
  @State private var isEditing = false

  var body: some View {
    VStack {
      TextField("Search", text: $model.filter)
      List(model.notes) { note in Text(note.text) }
      Button("New note") { isEditing = true }
      if isEditing { EditorScreen() }
    }
    .task { await model.load() }
  }
}

struct NotesScreenPreviews: PreviewProvider {
  static var previews: some View { NotesScreen().container(.preview) }
}
