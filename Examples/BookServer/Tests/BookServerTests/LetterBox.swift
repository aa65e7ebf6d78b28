@testable import BookServer

/// A mailer that stores letters instead of sending them, and fails when it is full.
actor LetterBox: Mailer {
  struct Full: Error {}

  private(set) var letters: [Letter] = []
  private var room = Int.max

  func send(_ letter: Letter) throws {
    guard room > 0 else { throw Full() }
    room -= 1
    letters.append(letter)
  }

  func makeRoom(for count: Int) { room = count }
}
