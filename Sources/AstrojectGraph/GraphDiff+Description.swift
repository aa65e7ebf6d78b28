// The text of a diff.

extension GraphDiff: CustomStringConvertible {
  /// A line for each change, to be read in a review.
  ///
  /// ```
  /// - App.Cache: singleton
  /// + App.DiskCache: singleton, async
  /// ~ App.Service: scope: singleton → transient
  /// ~ App.Service gets Cache (parameter 1): from: App.Cache → App.DiskCache
  /// ```
  public var description: String {
    var lines = containers.map { ["~ containers: \($0.old.text) → \($0.new.text)"] } ?? []
    lines += nodes.lines(title: \.id, facts: \.summary, traits: \.traits)
    // Registrations of one key are numbered in their order, so another one may have the number now.
    lines += edges.lines(title: \.title, facts: \.summary, traits: \.traits) { edge in
      ["from: \(edge.to ?? "nothing") → the registration that has this identity now"]
    }
    return lines.isEmpty ? "no change" : lines.joined(separator: "\n")
  }
}

/// A property that two graphs can differ in, and its text in one of them.
private typealias Trait = (name: String, text: String)

extension GraphDiff.Changes {
  fileprivate func lines(
    title: (Value) -> String, facts: (Value) -> [String], traits: (Value) -> [Trait],
    hidden: (Value) -> [String] = { _ in [] }
  ) -> [String] {
    func line(_ sign: String, _ value: Value, _ facts: [String]) -> String {
      "\(sign) \(title(value)): \(facts.joined(separator: ", "))"
    }
    return removed.map { line("-", $0, facts($0)) } + added.map { line("+", $0, facts($0)) }
      + changed.map { change in
        let pairs = zip(traits(change.old), traits(change.new)).filter { $0.text != $1.text }
        let changes = pairs.map { "\($0.name): \($0.text) → \($1.text)" }
        return line("~", change.old, changes.isEmpty ? hidden(change.old) : changes)
      }
  }
}

extension [DependencyGraph.Level] {
  fileprivate var text: String { map { $0.name.map(\.quoted) ?? "unnamed" }.joined(separator: ", ") }
}

// MARK: - Nodes

extension DependencyGraph.Node {
  fileprivate var summary: [String] {
    [scopeOrRole] + (origin == .closure ? ["closure"] : []) + facts + (isOpaque ? ["opaque"] : [])
  }

  /// Its scope; a decorator has that of what it decorates.
  private var scopeOrRole: String { isDecorator ? "decorator" : scopeText }

  /// All that is compared; ``location`` is not.
  fileprivate var traits: [Trait] {
    [
      ("key", key), ("origin", origin.rawValue), ("scope", scopeOrRole), ("effect", effect.text),
      ("own effect", ownEffect.text), ("opaque", isOpaque.text), ("eager", isEager.text),
      ("contributed", isContribution.text), ("shadowed", isShadowed.text), ("container", "\(container)"),
      ("group", group ?? "none"), ("allowed", allowances.text),
    ]
  }
}

extension DependencyGraph.Node.Effect {
  fileprivate var text: String { words.isEmpty ? "none" : words.joined(separator: " and ") }
}

extension Bool {
  fileprivate var text: String { self ? "yes" : "no" }
}

extension [DependencyGraph.Node.Allowance] {
  fileprivate var text: String {
    isEmpty
      ? "nothing"
      : map { "\($0.rule.rawValue)\($0.type.map { " of \($0)" } ?? "") because \"\($0.reason.escaped(to: 2_000))\"" }
        .joined(separator: " and ")
  }
}

// MARK: - Edges

extension DependencyGraph.Edge {
  fileprivate var title: String { "\(from) gets \(need) (\(spot))" }

  fileprivate var summary: [String] {
    [kind.rawValue] + (to.map { ["from \($0)"] } ?? []) + (isMissing ? ["missing"] : [])
  }

  fileprivate var traits: [Trait] {
    [
      ("site", spot), ("need", need), ("kind", kind.rawValue), ("from", to ?? "nothing"),
      ("missing", missingKey ?? isMissing.text), ("container", "\(container)"),
    ]
  }

  /// The site of the dependency: `parameter 2`.
  private var spot: String {
    ([site.rawValue] + (position.map { ["\($0)"] } ?? []) + (property.map { [$0] } ?? [])).joined(separator: " ")
  }
}
