import Nexus

/// Allows so many opaque registrations and no more.
enum Opaque: Rule {
  static let code = GraphRule.opaque

  static func faults(in analysis: Analysis) -> [Fault] {
    guard let most = analysis.maxOpaque, analysis.opaque.count > most else { return [] }
    return [Fault(code, at: nil)]
  }
}
