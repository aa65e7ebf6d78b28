import Nexus

/// Requires the arguments of a product that is cached for each of their values to be comparable.
enum IncomparableArguments: Rule {
  static let code = GraphRule.incomparableArguments

  static func faults(in analysis: Analysis) -> [Fault] {
    analysis.faults(code) { point in
      let summary = analysis.survey.registered(at: point).summary
      guard summary.lifetime.comparesArguments else { return false }
      let arguments = summary.key.argumentList + summary.wired.filter { $0.kind == .argument }.map(\.key.product)
      return arguments.contains(where: isIncomparable)
    }
  }

  /// Returns true if no argument of a type can be compared. One that is Hashable on an actor can be compared there.
  static func isIncomparable(_ type: Any.Type) -> Bool {
    switch TypeKind(type) {
    case .structure, .enumeration:
      TypeKind.hashable(type) == nil
        && IsolatedConformance(of: type, hiddenFromCastTo: (any Hashable).self) == nil
    case .structural: TypeKind.elements(ofTuple: type)?.contains(where: isIncomparable) ?? true
    case .metatype: true
    // Nil can be compared, and a class instance is compared by its identity.
    case .optional, .existential, .other: false
    }
  }
}

extension Lifetime {
  /// True if an instance is cached for each value of the arguments.
  ///
  /// A graph-scoped one is shared in its tree if they can be compared, and made anew if not.
  fileprivate var comparesArguments: Bool {
    switch self {
    case .singleton, .disposable, .weak, .scoped, .perContainer: true
    case .graph, .transient, .shared, .forwarded: false
    }
  }
}
