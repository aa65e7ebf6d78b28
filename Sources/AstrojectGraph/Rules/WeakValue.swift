import Nexus

/// Requires a weak product to be a class instance that is not in an optional.
enum WeakValue: Rule {
  static let code = GraphRule.weakValue

  static func faults(in analysis: Analysis) -> [Fault] {
    analysis.faults(code) { point in
      let summary = analysis.survey.registered(at: point).summary
      guard summary.lifetime == .weak else { return false }
      switch TypeKind(summary.key.product) {
      case .structure, .enumeration, .optional, .structural, .metatype: return true
      case .existential, .other: return false
      }
    }
  }
}
