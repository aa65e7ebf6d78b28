import AstrojectUI
import NotesKit
import SwiftUI

/// The second screen: a new note.
struct EditorScreen: View {
  @ResolvedState private var model: EditorModel
  @Resolved private var limit: Int?

  var body: some View {
    VStack {
      TextField("Note", text: $model.text)
      Text("At most \(limit ?? 140) characters")
      Button("Save") { Task { await model.save() } }
      if let problem = model.problem { Text(problem) }
    }
  }
}

#Preview("A limit of the preview", traits: .container(Dependencies.self) { try $0.add(Int.self) { 20 } }) {
  EditorScreen()
}
