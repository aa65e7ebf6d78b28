import Nexus

/// A comparison as a comment on a pull request.
enum MarkdownFormat {
  /// The number of bytes of the changes that are shown, because a comment on GitHub has at most 65 536 characters.
  private static let most = 50_000

  static func text(of diff: GraphDiff) -> String {
    if diff.isEmpty { return "**Dependency graph**: no change\n" }
    let counts = [
      (diff.nodes.added, "added"), (diff.nodes.removed, "removed"), (diff.nodes.changed.map(\.new), "changed"),
    ].filter { !$0.0.isEmpty }.map { "\($0.1) \($0.0.extent)" }
    let edges = diff.edges.added.count + diff.edges.removed.count + diff.edges.changed.count
    let title =
      "**Dependency graph**: "
      + (counts.isEmpty ? "no registration changed" : counts.joined(separator: "; "))
      + (edges == 0 ? "" : "; dependencies: \(edges) changed")
    let lines = diff.description.foreign.split(separator: "\n", omittingEmptySubsequences: false)
    var text = ""
    var count = 0
    for line in lines {
      if text.utf8.count + line.utf8.count > most { break }
      text += count == 0 ? line : "\n\(line)"
      count += 1
    }
    if count < lines.count { text += "\n… and \(lines.count - count) more lines" }
    // The fence is longer than any in the text.
    var fence = "```"
    while text.contains(fence) { fence += "`" }
    return "\(title)\n\n\(fence)diff\n\(text)\n\(fence)\n"
  }
}
