extension Registration: CustomStringConvertible {
  /// The key of the product, where it was registered, and for how long it is kept:
  /// `Service named "main", registered at App/App.swift:12 (singleton)`.
  public var description: String { blueprint.line() }
}

extension OwnedInstance: CustomStringConvertible {
  /// The key of the instance, and where it was registered.
  public var description: String { registration.description }
}

extension Blueprint {
  /// Returns its key, where it was made, and for how long it keeps what it builds.
  ///
  /// - Parameter remark: What else is to be said of it.
  package func line(_ remark: String? = nil) -> String {
    let summary = summary
    var facts: [String] = []
    if case .forwarding(let target) = summary.origin { facts.append("an instance of \(target.key)") }
    if flags.isGiven {
      facts.append("given to children named \((summary.containerName ?? "").debugDescription)")
    } else if case .instance = summary.origin {
      facts.append("instance")
    } else if let scope = summary.lifetime.text(keeper: summary.containerName) {
      facts.append(scope)
    }
    if summary.isContribution { facts.append("contributed") }
    if let remark { facts.append(remark) }
    return "\(summary.key), registered at \(summary.location) (\(facts.joined(separator: ", ")))"
  }
}
