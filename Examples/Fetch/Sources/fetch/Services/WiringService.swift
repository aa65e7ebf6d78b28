import AstrojectGraph
import Nexus

/// Shows how the tool is wired.
struct WiringService {
  let container: Container
  let output: any Output

  /// - Returns: Whether nothing is wrong.
  func show(roots: [Any.Type], drawn: Bool) -> Bool {
    let report = container.graphReport(roots: roots)
    output.write(drawn ? report.mermaid : report.description)
    return report.findings.isEmpty
  }
}
