import Nexus

/// Prints the graph as a picture, a page or JSON.
enum Picture: Command {
  static let name = "graph"
  static let summary = "Print the graph, as Mermaid if no format is given."
  static let options = [
    Option(name: "--format", value: "html|dot|mermaid|json", summary: "The form; html is a page for a browser."),
    Option(name: "--from", value: "TYPE", summary: "Only what a type needs."),
    .output,
  ]

  enum Format: String, CaseIterable { case html, dot, mermaid, json }

  static func check(_ invocation: Invocation) throws { _ = try invocation.choice("--format", Format.self) }

  static func run(_ subject: Subject) throws -> Outcome {
    let report = try subject.report()
    var graph = report.graph
    if let word = subject.invocation.value(of: "--from") {
      graph = graph.reached(from: try TypeSearch(word, in: graph, usage: usage).positions)
    }
    switch try subject.invocation.choice("--format", Format.self) ?? .mermaid {
    case .html: return try subject.deliver(graph.html(report: report))
    case .dot: return try subject.deliver(graph.dot)
    case .mermaid: return try subject.deliver(graph.mermaid)
    case .json: return try subject.deliver(JSON.text(of: graph))
    }
  }
}
