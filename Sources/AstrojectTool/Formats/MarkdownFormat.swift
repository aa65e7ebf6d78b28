import Nexus

/// A comparison as a comment on a pull request.
enum MarkdownFormat {
  static func text(of diff: GraphDiff) -> String {
    if diff.isEmpty { return "**Dependency graph**: no change\n" }
    let counts = [
      (diff.nodes.added.count, "added"), (diff.nodes.removed.count, "removed"), (diff.nodes.changed.count, "changed"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let edges = diff.edges.added.count + diff.edges.removed.count + diff.edges.changed.count
    let title =
      "**Dependency graph**: "
      + (counts.isEmpty ? "no registration changed" : "registrations: " + counts.joined(separator: ", "))
      + (edges == 0 ? "" : "; dependencies: \(edges) changed")
    let text = diff.description.foreign
    // The fence is longer than any in the text.
    var fence = "```"
    while text.contains(fence) { fence += "`" }
    return "\(title)\n\n\(fence)diff\n\(text)\n\(fence)\n"
  }
}
