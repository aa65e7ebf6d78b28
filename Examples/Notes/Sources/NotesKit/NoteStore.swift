package struct Note: Identifiable, Sendable {
  package let id: Int
  package var text: String
}

package protocol NoteStore: Sendable {
  func all() async throws -> [Note]
  func add(_ text: String) async throws
}

/// Stores notes in memory while the app runs.
package actor MemoryStore: NoteStore {
  private var notes: [Note]

  package init(_ texts: [String] = []) { notes = texts.enumerated().map { Note(id: $0, text: $1) } }

  package func all() -> [Note] { notes }
  package func add(_ text: String) { notes.append(Note(id: notes.count, text: text)) }
}

/// Has no notes, and stores none: for previews and tests of failures.
package struct BrokenStore: NoteStore {
  package struct Unreachable: Error, CustomStringConvertible {
    package let description = "The notes cannot be reached."
  }

  package init() {}
  package func all() async throws -> [Note] { throw Unreachable() }
  package func add(_ text: String) async throws { throw Unreachable() }
}
