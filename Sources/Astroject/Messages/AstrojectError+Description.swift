// The text of an error: the problem, its location, similar registrations, and a remedy.

extension AstrojectError: DescribedError {
  /// The text of the error: the problem, the path, similar registrations, and a remedy.
  public var description: String { lines().joined(separator: "\n").bounded }

  /// - Parameter call: The call to await, if it is not a `resolve`.
  private func lines(awaiting call: String? = nil) -> [String] {
    switch self {
    case .alreadyRegistered(let type, let name):
      // At this point a name cannot be told from a key.
      let label = name.map { " under \($0.quoted)" } ?? ""
      return [
        "\(TypeName(type)) is already registered\(label), and protected by `isOverridable: false`.",
        "  Remedy: register it under another name, or drop the protection.",
      ]
    case .bootstrapFailed(let failures):
      if case .noneAtOnce(let limit)? = failures.first?.cause {
        return [
          "Nothing was built, because `bootstrap(concurrently:)` was given a limit of \(limit).",
          "  Remedy: allow at least one: `try await container.bootstrap(concurrently: 1)`.",
        ]
      }
      return list(failures, of: failures.count, "could not be built by `bootstrap`", awaiting: "container.bootstrap()")
    case .shutdownFailed(let failures):
      // Several hooks of one product may have thrown.
      return list(failures, of: Set(failures.map(\.subject)).count, "could not be released")
    default: return failures.first.map { report($0, awaiting: call) } ?? []
    }
  }

  private func report(_ failure: Failure, awaiting call: String?) -> [String] {
    var lines = [headline(failure)]
    var (path, omission) = failure.path.ends
    // Nothing was resolved, so the path is empty.
    if case .decoratedTooLate = failure.cause { path = [Step(key: failure.key, location: failure.location)] }
    if path.count > 1 {
      let names = path.map(\.key.description).noting(omission: omission)
      lines.append("  Path: " + names.joined(separator: " → "))
    }
    // The ends of a path are short.
    for (index, step) in path.enumerated() where step.location != nil {
      if path[..<index].contains(where: { $0.key == step.key && $0.location == step.location }) { continue }
      lines.append("    \(step)")
    }
    let near = NearMatch.lines(failure.nearMatches, omitting: failure.nearMatchOmission, for: failure.key)
    if !near.isEmpty { lines += ["  Did you mean:"] + near.map { "    " + $0 } }
    if let (name, existing) = failure.missingContainer {
      lines += ContainerNames.lines(existing, lacking: name).map { "  " + $0 }
    }
    if let note = note(failure) { lines.append("  Note: " + note) }
    if let remedy = remedy(failure, awaiting: call) { lines.append("  Remedy: " + remedy) }
    return lines
  }

  /// Returns the sentence about two copies of the library, if they may be the cause.
  private func note(_ failure: Failure) -> String? {
    switch (self, failure.cause) {
    case (.noRegistrationFound, _), (.containerReleased, .foreignContainer): LinkedTwice.library
    default: nil
    }
  }

  /// Returns a numbered list of failures of one or more products.
  private func list(
    _ failures: [Failure], of count: Int, _ verb: String, awaiting call: String? = nil
  ) -> [String] {
    var lines = ["\(count) \(count == 1 ? "product" : "products") \(verb):"]
    for (index, failure) in failures.enumerated() {
      lines.append("  \(index + 1). \(failure.subject)")
      let text =
        (failure.underlyingError as? AstrojectError)?.lines(awaiting: call).joined(separator: "\n")
        ?? failure.underlyingError.map(TypeName.text) ?? ""
      lines += text.split(separator: "\n").map { "     \($0)" }
    }
    return lines
  }
}
