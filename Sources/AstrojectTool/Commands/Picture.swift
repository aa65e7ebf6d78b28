import Nexus

/// Prints the graph as a picture, a page or JSON.
enum Picture: Command {
  static let name = "graph"
  static let summary = "Print the graph, as Mermaid if neither a format nor the name of the file says another form."
  static let options = [
    Option(name: "--format", value: "html|dot|mermaid|json", summary: "The form; html is a page for a browser."),
    Option(name: "--from", value: "TYPE", summary: "Only what a type needs."),
    .output,
  ]

  enum Format: String, CaseIterable {
    case html, dot, mermaid, json

    /// The form that the name of a file asks for.
    init?(fileNamed name: String) {
      switch name.split(separator: ".").last {
      case "html", "htm": self = .html
      case "dot", "gv": self = .dot
      case "mmd", "mermaid": self = .mermaid
      case "json": self = .json
      default: return nil
      }
    }
  }

  static func check(_ invocation: Invocation) throws { _ = try invocation.choice("--format", Format.self) }

  static func run(_ subject: Subject) throws -> Outcome {
    let named = Format(fileNamed: subject.invocation.value(of: Option.output.name) ?? "")
    let format = try subject.invocation.choice("--format", Format.self) ?? named ?? .mermaid
    // The findings of a page are about the graph as a child sees it.
    let report = format == .html ? try subject.report() : nil
    var graph = report?.graph ?? subject.container.graph
    if let word = subject.invocation.value(of: "--from") {
      graph = graph.reached(from: try TypeSearch(word, in: graph).positions)
    }
    switch format {
    case .html: return try subject.deliver(graph.html(report: report?.limited(to: graph)))
    case .dot: return try subject.deliver(graph.dot)
    case .mermaid: return try subject.deliver(graph.mermaid)
    case .json: return try subject.deliver(JSON.text(of: graph))
    }
  }
}
