import Foundation

/// The facts about the process on which a command depends.
struct Surroundings {
  /// The current directory.
  var directory: String
  var environment: [String: String] = [:]
  /// True if standard output is a terminal.
  var isTerminal = false

  /// True if the standard output of this process is a terminal.
  static var isOutputTerminal: Bool {
    #if os(Windows)
      false
    #else
      isatty(STDOUT_FILENO) != 0
    #endif
  }
}

/// The output of a command, and its exit status.
struct Outcome: Equatable {
  /// The text for standard output.
  var output = ""
  /// The text for standard error.
  var error = ""
  var status: Int32 = 0
}

/// An error of a call, of a file or of the container: a text for standard error.
struct Refusal: Error, CustomStringConvertible {
  let description: String

  init(_ text: String) { description = text }

  /// An error of a call, with the line that says what is right.
  init(_ text: String, usage: String) { description = "\(text)\nUsage: \(usage)" }
}
