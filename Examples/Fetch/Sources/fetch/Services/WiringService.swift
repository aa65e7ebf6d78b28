import AstrojectGraph
import Nexus

/// Checks and prints the dependency graph of the tool.
struct WiringService {
  let container: Container
  let output: any Output

  /// - Returns: True if the graph has no findings.
  func show(roots: [Any.Type], drawn: Bool) -> Bool {
    let report = container.graphReport(roots: roots)
    output.write(drawn ? report.mermaid : report.description)
    return report.findings.isEmpty
  }
}
