import AstrojectUI
import SwiftUI

/// The model of the second screen, as an `ObservableObject`.
@MainActor
final class EditorModel: ObservableObject {
  @Published var text = ""
  private let store: any NoteStore

  init(store: any NoteStore) { self.store = store }

  func save() async {
    await store.add(text)
    text = ""
  }
}

/// The second screen: a new note.
struct EditorScreen: View {
  @ResolvedState private var model: EditorModel
  @Resolved private var store: any NoteStore
  @Resolved private var limit: Int?

  var body: some View {
    VStack {
      TextField("Note", text: $model.text)
      Text("At most \(limit ?? 140) characters")
      Button("Save") { Task { await model.save() } }
    }
  }
}

struct EditorScreenPreviews: PreviewProvider {
  static var previews: some View { EditorScreen().container(.preview) }
}
