import Nexus

/// A command of the tool.
protocol Command {
  static var name: String { get }
  /// A summary in one line.
  static var summary: String { get }
  /// The name of the word that it takes; nil if it takes none.
  static var operand: String? { get }
  static var options: [Option] { get }

  /// Throws a ``Refusal`` if the values of options are wrong, before the container is made.
  static func check(_ invocation: Invocation) throws
  static func run(_ subject: Subject) throws -> Outcome
  /// Returns the text of an error of the container in the form in which the command prints.
  static func refusal(_ text: String, of invocation: Invocation) -> String
}

/// An option of a command.
struct Option {
  let name: String
  /// The name of its value; nil if it has none.
  let value: String?
  let summary: String

  static let output = Option(
    name: "--output", value: "FILE", summary: "Write to a file, which is replaced whole or not at all.")
}

extension Command {
  static var operand: String? { nil }
  static func check(_ invocation: Invocation) throws {}
  static func refusal(_ text: String, of invocation: Invocation) -> String { text }

  /// The line that says how it is called.
  static var usage: String {
    ([name] + (operand.map { [$0] } ?? []) + options.map { "[\($0.name)\($0.value.map { " \($0)" } ?? "")]" })
      .joined(separator: " ")
  }
}

enum Commands {
  /// All commands, in the order of the help.
  static var all: [any Command.Type] {
    [Verify.self, Why.self, Needs.self, List.self, Picture.self, Snapshot.self, Diff.self]
  }
}

/// The container that a command is about, and the call of the command.
struct Subject {
  let container: Container
  let roots: [Any.Type]
  let externals: [Any.Type]
  let invocation: Invocation

  init(_ container: Container, roots: [Any.Type], externals: [Any.Type], _ invocation: Invocation) {
    self.container = container
    self.roots = roots
    self.externals = externals
    self.invocation = invocation
  }

  /// Checks the graph.
  func report(maxOpaque: Int? = nil, hints: Bool = false) throws -> GraphReport {
    try container.report(roots: roots, externals: externals, maxOpaque: maxOpaque, hints: hints)
  }

  /// The files in the directory that the options name, or in the current one.
  func places() throws -> Places {
    try Places(in: invocation.value(of: "--directory") ?? ".", from: invocation.surroundings.directory)
  }

  /// Returns the text as the output, or writes it to the file that `--output` names.
  func deliver(_ text: String) throws -> Outcome {
    guard let file = invocation.value(of: Option.output.name), file != "-" else { return Outcome(output: text) }
    try File.write(text, to: file, from: invocation.surroundings.directory)
    return Outcome()
  }
}
