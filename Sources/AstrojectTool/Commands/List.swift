import Nexus

/// Lists registrations.
enum List: Command {
  static let name = "list"
  static let summary = "List the registrations, or those that all options are true of."
  static let options = [
    Option(name: "--scope", value: "S", summary: "Those of a scope, such as singleton."),
    Option(name: "--opaque", value: nil, summary: "Those whose dependencies are not all known, with the remedy."),
    Option(name: "--unused", value: nil, summary: "Those that no root reaches."),
    Option(name: "--hints", value: nil, summary: "Those that a hint is about, with the hint."),
  ]

  static func check(_ invocation: Invocation) throws {
    _ = try invocation.choice("--scope", DependencyGraph.Node.Scope.self)
  }

  static func run(_ subject: Subject) throws -> Outcome {
    let invocation = subject.invocation
    let report = try subject.report()
    let scope = try invocation.choice("--scope", DependencyGraph.Node.Scope.self)
    let unused = Set(report.unused.map(\.id))
    if invocation.has("--unused"), subject.roots.isEmpty {
      throw Refusal("Without `roots`, any registration may be used. Say what is resolved from outside: `roots`.")
    }
    let hints = Dictionary(
      grouping: report.hints.flatMap { hint in
        (hint.neededBy.isEmpty ? [hint.node].compactMap { $0 } : hint.neededBy).map { ($0.id, hint) }
      }, by: \.0)
    let members = report.graph.nodes.filter { node in
      (scope == nil || node.scope == scope && !node.isDecorator)
        && (!invocation.has("--opaque") || node.isOpaque && !node.isShadowed)
        && (!invocation.has("--unused") || unused.contains(node.id))
        && (!invocation.has("--hints") || hints[node.id] != nil)
    }
    let lines = members.flatMap { node -> [String] in
      let reason = invocation.has("--opaque") ? report.opacity[node.id] ?? "" : ""
      let remarks = invocation.has("--hints") ? (hints[node.id] ?? []).map { "  " + $0.1.title } : []
      return [(node.placed + reason).escaped(to: .max)] + remarks
    }
    return Outcome(output: (lines + [members.extent]).joined(separator: "\n") + "\n")
  }
}
