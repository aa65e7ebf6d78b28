import Nexus

/// Requires a weak product, and an instance that is owned elsewhere, to be a class instance that is not in an optional.
enum WeakValue: Rule {
  static let code = GraphRule.weakValue

  static func faults(in analysis: Analysis) -> [Fault] {
    analysis.faults(code) { point in
      let registered = analysis.survey.registered(at: point)
      let summary = registered.summary
      guard summary.lifetime == .weak || summary.isOwnedElsewhere else { return false }
      switch TypeKind(summary.key.product) {
      case .structure, .enumeration, .optional, .structural, .metatype: return true
      case .existential, .other: return registered.blueprint.isOfUnownableValue
      }
    }
  }
}

extension Summary {
  /// True if it is of an instance to which the container has a weak reference.
  fileprivate var isOwnedElsewhere: Bool { if case .instance = origin { lifetime == .transient } else { false } }
}
