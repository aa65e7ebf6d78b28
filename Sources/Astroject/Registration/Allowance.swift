/// A finding about a registration that a check of the graph does not report.
package struct Allowance: Sendable {
  /// The code of the rule.
  package let rule: String
  /// The type of the dependency that it is about; nil for all.
  package let type: Any.Type?
  package let reason: String
}
