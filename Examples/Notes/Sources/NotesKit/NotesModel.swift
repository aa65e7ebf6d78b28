import Observation

/// The model of the first screen.
@MainActor
@Observable
package final class NotesModel {
  package var filter = ""
  package private(set) var problem: String?
  package var notes: [Note] { all.filter { filter.isEmpty || $0.text.contains(filter) } }
  private var all: [Note] = []
  private let store: any NoteStore

  package init(store: any NoteStore) { self.store = store }

  package func load() async {
    do { (all, problem) = (try await store.all(), nil) } catch { problem = "\(error)" }
  }
}
