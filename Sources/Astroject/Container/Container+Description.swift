extension Container: CustomStringConvertible, CustomDebugStringConvertible {
  /// The name, and the number of registrations: `Container "request" with 2 registrations, and 12 of its parents`.
  ///
  /// It goes through all registrations.
  public var description: String { core.text(about: core.registrations()) }

  /// The description, and a line for each registration.
  ///
  /// The container's own registrations come first, in the order in which they were made, then those of its parents.
  public var debugDescription: String {
    let all = core.registrations()
    return ([core.text(about: all)] + all.map { "  " + core.line(for: $0) }).joined(separator: "\n")
  }
}

extension Core {
  fileprivate func text(about registrations: [Match]) -> String {
    let own = registrations.count { $0.owner === self }
    let name = name.map { " " + $0.quoted } ?? ""
    let others = parent == nil ? "" : ", and \(registrations.count - own) of its parents"
    return "Container\(name) with \(own) \(own == 1 ? "registration" : "registrations")\(others)"
  }

  /// Returns a line about a registration that was found, with its container if that is another one.
  package func line(for found: Match) -> String {
    if found.owner === self { return found.blueprint.line() }
    return found.blueprint.line(found.owner.name.map { "in the parent \($0.quoted)" } ?? "in a parent")
  }
}
