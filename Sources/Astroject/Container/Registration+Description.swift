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
    let flags = flags
    let scope =
      flags[.isInstance]
      ? flags.isGiven ? "given to children named \((containerName ?? "").quoted)" : "instance"
      : flags.lifetime.text(keeper: containerName)
    let facts: [String?] = [
      forwardingTarget.map { "an instance of \($0.key)" }, scope, isDecorator ? "decorator" : nil,
      isContribution ? "contributed" : nil, remark,
    ]
    return "\(step) (\(facts.compactMap(\.self).joined(separator: ", ")))"
  }
}
