extension Registration: CustomStringConvertible {
  /// The key, the location and the scope: `Service named "main", registered at App/App.swift:12 (singleton)`.
  ///
  /// In the parentheses there may be more: the target of a forwarding, the name of the container that caches the
  /// instance, and that the registration is a contribution.
  public var description: String { blueprint.line() }
}

extension Decoration: CustomStringConvertible {
  /// The key and the location of the decorator.
  public var description: String { registration.description }
}

extension OwnedInstance: CustomStringConvertible {
  /// The key of the instance, and the location of its registration.
  ///
  /// The text is that of the registration, which says `instance` in the place of a scope.
  public var description: String { registration.description }
}

extension Blueprint {
  /// Returns a line with the key, the location and the scope.
  ///
  /// - Parameter remark: A further fact; nil for none.
  package func line(_ remark: String? = nil) -> String {
    let summary = summary
    var facts: [String] = []
    if case .forwarding(let target) = summary.origin { facts.append("an instance of \(target.key)") }
    if flags.isGiven {
      facts.append("given to children named \((summary.containerName ?? "").quoted)")
    } else if case .instance = summary.origin {
      facts.append("instance")
    } else if let scope = summary.lifetime.text(keeper: summary.containerName) {
      facts.append(scope)
    }
    if isDecorator { facts.append("decorator") }
    if summary.flags[.isContribution] { facts.append("contributed") }
    if let remark { facts.append(remark) }
    return "\(step) (\(facts.joined(separator: ", ")))"
  }
}
