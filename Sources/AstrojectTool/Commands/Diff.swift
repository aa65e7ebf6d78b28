import Foundation
import Nexus

/// Compares the graph with a snapshot.
enum Diff: Command {
  static let name = "diff"
  static let summary = "Print the changes since a snapshot."
  static let operand: String? = "FILE"
  static let options = [
    Option(name: "--format", value: "text|markdown|json", summary: "The form of the changes."),
    Option(name: "--fail-on-change", value: nil, summary: "Exit with status 1 if there is a change."),
  ]

  enum Format: String, CaseIterable { case text, markdown, json }

  static func check(_ invocation: Invocation) throws { _ = try invocation.choice("--format", Format.self) }

  static func run(_ subject: Subject) throws -> Outcome {
    let invocation = subject.invocation
    let snapshot = try read(invocation.operand ?? "", from: invocation.surroundings.directory)
    let diff = snapshot.diff(subject.container.graph)
    let text =
      switch try invocation.choice("--format", Format.self) ?? .text {
      case .text: diff.description.foreign + "\n"
      case .markdown: MarkdownFormat.text(of: diff)
      case .json: try JSON.text(of: diff)
      }
    return Outcome(output: text, status: diff.isEmpty || !invocation.has("--fail-on-change") ? 0 : 1)
  }

  private static func read(_ file: String, from directory: String) throws -> DependencyGraph {
    let data = try File.read(file, from: directory)
    do { return try JSON.graph(from: data) } catch {
      throw Refusal("\(file.quoted) is no snapshot of a graph. \(reason(error))")
    }
  }

  private static func reason(_ error: any Error) -> String {
    switch error {
    case DecodingError.dataCorrupted(let context): context.debugDescription
    case DecodingError.keyNotFound(let key, _): "It has no `\(key.stringValue)`."
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      context.codingPath.isEmpty
        ? "It is no object." : "`\(context.codingPath.map(\.stringValue).joined(separator: "."))` has another form."
    default: "\(error)"
    }
  }
}
