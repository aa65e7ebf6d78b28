// The text of an error: the problem, its location, similar registrations, and a remedy.

extension AstrojectError: DescribedError {
  /// The text of the error: the problem, the path, similar registrations, and a remedy.
  public var description: String {
    switch self {
    case .alreadyRegistered(let type, let name):
      // At this point a name cannot be told from a key.
      let label = name.map { " under \($0.quoted)" } ?? ""
      return Report(
        "\(TypeName(type)) is already registered\(label), and protected by `isOverridable: false`.",
        remedy: "register it under another name, or drop the protection."
      ).text
    case .bootstrapFailed(let failures):
      if case .noneAtOnce(let limit)? = failures.first?.cause {
        return Report(
          "Nothing was built, because `bootstrap(concurrently:)` was given a limit of \(limit).",
          remedy: "allow at least one: `try await container.bootstrap(concurrently: 1)`."
        ).text
      }
      return Report(failures, of: failures.count, "could not be built by `bootstrap`").text
    case .shutdownFailed(let failures):
      // Several hooks of one product may have thrown.
      return Report(failures, of: Set(failures.map(\.subject)).count, "could not be released").text
    default:
      return failures.first.map { Report(headline($0), $0, note: note($0), remedy: remedy($0)).text } ?? ""
    }
  }

  /// Returns the sentence about two copies of the library, if they may be the cause.
  private func note(_ failure: Failure) -> String? {
    switch (self, failure.cause) {
    case (.noRegistrationFound, _), (.containerReleased, .foreignContainer): LinkedTwice.library
    default: nil
    }
  }
}

/// The lines of a description.
private struct Report {
  private var lines: [String]

  init(_ headline: String, remedy: String?) {
    lines = [headline]
    if let remedy { lines.append("  Remedy: " + remedy) }
  }

  init(_ headline: String, _ failure: AstrojectError.Failure, note: String?, remedy: String?) {
    lines = [headline]
    var (path, omission) = failure.path.ends
    // Nothing was resolved, so the path is empty.
    if case .decoratedTooLate = failure.cause {
      path = [AstrojectError.Step(key: failure.key, location: failure.location)]
    }
    if path.count > 1 {
      let names = path.map(\.key.description).noting(omission: omission)
      lines.append("  Path: " + names.joined(separator: " → "))
    }
    // The ends of a path are short.
    for (index, step) in path.enumerated() where step.location != nil && path.firstIndex(of: step) == index {
      lines.append("    \(step)")
    }
    let near = AstrojectError.NearMatch.lines(
      failure.nearMatches, omitting: failure.nearMatchOmission, for: failure.key)
    if !near.isEmpty { lines += ["  Did you mean:"] + near.map { "    " + $0 } }
    lines += ContainerNames.lines(failure.containerNames, lacking: failure.containerName).map { "  " + $0 }
    if let note { lines.append("  Note: " + note) }
    if let remedy { lines.append("  Remedy: " + remedy) }
  }

  /// Makes a numbered list of failures of one or more products.
  init(_ failures: [AstrojectError.Failure], of count: Int, _ verb: String) {
    lines = ["\(count) \(count == 1 ? "product" : "products") \(verb):"]
    for (index, failure) in failures.enumerated() {
      lines.append("  \(index + 1). \(failure.subject)")
      let text = failure.underlyingError.map(TypeName.text) ?? ""
      lines += text.split(separator: "\n").map { "     \($0)" }
    }
  }

  var text: String { lines.joined(separator: "\n").bounded }
}
