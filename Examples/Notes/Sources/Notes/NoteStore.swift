import AstrojectUI

struct Note: Identifiable, Sendable {
  let id: Int
  var text: String
}

protocol NoteStore: Sendable {
  func all() async -> [Note]
  func add(_ text: String) async
}

/// Stores notes in memory while the app runs.
actor MemoryStore: NoteStore {
  private var notes: [Note]

  init(_ texts: [String] = []) { notes = texts.enumerated().map { Note(id: $0, text: $1) } }

  func all() -> [Note] { notes }
  func add(_ text: String) { notes.append(Note(id: notes.count, text: text)) }
}
