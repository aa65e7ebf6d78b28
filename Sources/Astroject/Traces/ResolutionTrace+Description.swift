extension ResolutionTrace: CustomStringConvertible {
  /// The roots as text, one below the other, each a tree.
  public var description: String { roots.map(\.description).joined(separator: "\n") }
}

extension ResolutionTrace.Step: CustomStringConvertible {
  /// The step as a tree, with a line for each step: key, scope, outcome and duration.
  public var description: String {
    var lines: [String] = []
    var branches: [Branch] = [(self, "", "", "")]
    while let branch = branches.popLast() {
      lines.append(branch.first + (branch.step?.line ?? branch.text))
      if let step = branch.step { branches += step.branches(behind: branch.rest).reversed() }
    }
    return lines.joined(separator: "\n")
  }

  /// A part of the tree, either a step with all below it or a line of text, with the prefixes of its lines.
  private typealias Branch = (step: ResolutionTrace.Step?, text: String, first: String, rest: String)

  private func branches(behind indent: String) -> [Branch] {
    var branches: [Branch] = children.map { ($0, "", indent + "├─ ", indent + "│  ") }
    if omitted > 0 { branches.append((nil, "… \(omitted) more", "", "")) }
    if let last = branches.indices.last {
      branches[last].first = indent + "└─ "
      branches[last].rest = indent + "   "
    }
    return branches
  }

  private var line: String {
    [key.description, scope, outcome.word, ResolutionTrace.brief(duration), reason].compactMap { $0 }
      .joined(separator: "  ")
  }

  /// The first line of the error, or nil if a step below failed with the same text.
  private var reason: String? {
    guard case .failed(let text) = outcome, !children.contains(where: { $0.outcome == outcome }) else { return nil }
    return text
  }
}

extension ResolutionTrace.Outcome {
  fileprivate var word: String {
    switch self {
    case .built: "built"
    case .found: "found"
    case .waited: "waited"
    case .forwarded: "forwarded"
    case .derived: "derived"
    case .decorated: "decorated"
    case .fallback: "fallback"
    case .failed: "failed"
    }
  }
}

extension Lifetime {
  /// Returns the scope in words, or nil for a forwarding.
  ///
  /// - Parameter keeper: The name of the container that caches the instance, if the scope names one.
  package func text(keeper: String?) -> String? {
    switch self {
    case .graph: "graph"
    case .transient: "transient"
    case .singleton: "singleton"
    case .disposable: "disposable singleton"
    case .weak: "weak"
    case .scoped: keeper.map { "scoped to \($0.quoted)" } ?? "scoped"
    case .shared: "custom"
    case .perContainer: "custom per container"
    case .forwarded: nil
    }
  }
}

// MARK: - Durations

extension ResolutionTrace {
  /// Formats a duration in the unit that reads best: `<1 µs`, `41 µs`, `1.2 ms`, `340 ms`, `2.5 s`.
  static func brief(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    return switch microseconds {
    case ..<1: "<1 µs"
    case ..<1_000: "\(microseconds) µs"
    case ..<10_000: inTenths(microseconds / 100) + " ms"
    case ..<1_000_000: "\(microseconds / 1_000) ms"
    default: inTenths(microseconds / 100_000) + " s"
    }
  }

  private static func inTenths(_ tenths: Int64) -> String { "\(tenths / 10).\(tenths % 10)" }
}
