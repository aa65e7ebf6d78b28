import Observation

/// The model of the second screen: a new note.
@MainActor
@Observable
package final class EditorModel {
  package var text = ""
  package private(set) var problem: String?
  private let store: any NoteStore

  package init(store: any NoteStore) { self.store = store }

  package func save() async {
    do {
      try await store.add(text)
      (text, problem) = ("", nil)
    } catch {
      problem = "\(error)"
    }
  }
}
