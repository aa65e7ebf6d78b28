import Nexus

/// Prints the graph as JSON, to be compared later.
enum Snapshot: Command {
  static let name = "snapshot"
  static let summary = "Print the graph as JSON, to be compared by `diff`."
  static let options = [Option.output]

  static func run(_ subject: Subject) throws -> Outcome { try subject.deliver(JSON.text(of: subject.container.graph)) }
}
