import Astroject

// Every sentence about graphs. A finding says what is wrong, where, on which path, and how to mend it.

extension GraphError: CustomStringConvertible {
  /// All that is wrong, numbered, each with its path, place and remedy; and what was silenced.
  public var description: String { report.description }
}

extension GraphReport: CustomStringConvertible {
  /// All that is wrong, numbered, each with its path, place and remedy; then what was silenced, what is opaque, and what
  /// no root reaches.
  public var description: String {
    let size = "the graph of \(count(graph.nodes.count { !$0.isShadowed }, "registration"))"
    var paragraphs = [
      findings.isEmpty ? "Nothing is wrong in \(size)." : "\(count(findings.count, "problem")) in \(size):"
    ]
    for (index, finding) in findings.enumerated() {
      let number = "\(index + 1). "
      let indent = String(repeating: " ", count: number.count)
      paragraphs.append(number + finding.lines.joined(separator: "\n" + indent))
    }
    note(
      "Silenced: \(count(silenced.count, "finding")).",
      silenced.map { "\($0.finding.rule.rawValue): \($0.finding.headline) Because: \($0.reason)" }, in: &paragraphs)
    note(
      "Opaque: \(count(opaque.count, "registration")), of which it is not known all that they need.",
      opaque.map(\.placed), in: &paragraphs)
    note(
      "Unused: \(count(unused.count, "registration")), which no root reaches"
        + (opaque.isEmpty ? "." : "; what is opaque may use them."), unused.map(\.placed), in: &paragraphs)
    note(
      "Silencing nothing: \(count(idleAllowances.count, "registration")) with an `allowing` that is not needed.",
      idleAllowances.map(\.placed), in: &paragraphs)
    return paragraphs.joined(separator: "\n\n")
  }

  private func note(_ title: String, _ lines: [String], in paragraphs: inout [String]) {
    guard !lines.isEmpty else { return }
    let shown = lines.count > 12 ? lines.prefix(10) + ["… and \(lines.count - 10) more"] : lines[...]
    paragraphs.append(([title] + shown.map { "  " + $0 }).joined(separator: "\n"))
  }

  private func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}

extension GraphFinding: CustomStringConvertible {
  /// What is wrong, where, on which path, and how to mend it.
  public var description: String { lines.joined(separator: "\n") }

  fileprivate var lines: [String] {
    var lines = ["\(rule.rawValue): \(headline)"]
    switch rule {
    case .missingDependency, .argument, .ambiguousArgument:
      if let node {
        lines.append("Needed by: \(node.placed)\(edges.first.map { ", " + $0.way(of: parameterCount) } ?? "")")
      }
    case .cycle: lines += chain("Loop", nodes.map(\.key))
    case .captiveDependency: lines += chain("Held", nodes.map(\.key))
    case .containerKept: lines += chain("Held", nodes.map(\.key) + ["Container"])
    case .asyncDependency, .isolation, .weakUnowned, .weakValue, .missingContainer, .sharedWithArguments,
      .eagerWithArguments:
      if let node { lines.append("Registered at: \(node.place)") }
    }
    let end = rule == .missingDependency ? need.map { [$0.description] } ?? [] : []
    let steps = path.map(\.key) + end
    if steps.count > 1, path.count > 1 || !end.isEmpty { lines.append("Path: " + arrows(steps)) }
    if !nearMatches.isEmpty { lines += ["Did you mean:"] + nearMatches.map { "  \($0)" } }
    return lines + ["Remedy: \(remedy)"]
  }

  /// The way along the edges, in short and step by step.
  private func chain(_ title: String, _ keys: [String]) -> [String] {
    let steps = zip(nodes, edges).map { "  \($0.placed), gets \($1.need) \($1.way(of: nil))" }
    return ["\(title): \(arrows(keys))"] + shortened(steps, indented: "  ")
  }

  private func arrows(_ keys: [String]) -> String { shortened(keys).joined(separator: " → ") }

  /// Of a long path, the ends tell the most.
  private func shortened(_ steps: [String], indented indent: String = "") -> [String] {
    steps.count > 12 ? steps.prefix(4) + ["\(indent)… \(steps.count - 10) more …"] + steps.suffix(6) : steps
  }

  private var subject: String { node?.key ?? need?.description ?? "" }
  private var target: String { nodes.count > 1 ? nodes[nodes.count - 1].key : need?.description ?? "" }
  private var needType: String { need.map { TypeName($0.product).description } ?? "" }

  // MARK: What

  fileprivate var headline: String {
    switch rule {
    case .missingDependency:
      return "No registration found for \(need?.description ?? "")\(node == nil ? ", which was named as a root" : "")."
    case .cycle:
      if edges.count == 1 { return "\(subject) needs itself." }
      return "\(list(nodes.dropLast().map(\.key))) need each other: none of them can be made first."
    case .captiveDependency:
      guard let holder = nodes.first, let held = nodes.last else { return "" }
      return "\(holder.key) (\(holder.scopeText)) holds \(held.key) (\(held.scopeText)), which does not live as long."
    case .asyncDependency: return "The closure of \(subject) is synchronous, and \(target) has to be awaited."
    case .isolation: return "The closure of \(subject) is not the main actor's, and \(target) is made there."
    case .argument:
      return nodes.count > 1
        ? "\(target) takes arguments, and \(subject) has none to give."
        : "\(needType) is a plain value, and nobody supplies it."
    case .ambiguousArgument:
      return "An argument of type \(needType) fits \(edges.count) parameters of \(subject)."
    case .weakUnowned: return "\(subject) is kept for as long as somebody holds it, and nobody does."
    case .weakValue: return "\(subject) is kept by a weak scope, but is no class instance."
    case .containerKept: return "\(subject) holds the container that keeps it: neither ever goes."
    case .missingContainer:
      return "\(subject) is kept by the nearest container named \"\(node?.keeper ?? "")\", and there is none."
    case .sharedWithArguments:
      return "\(subject) takes arguments, but one custom scope is to keep all its instances."
    case .eagerWithArguments: return "\(subject) is eager, but takes arguments."
    }
  }

  private func list(_ keys: [String]) -> String {
    guard keys.count > 4 else { return keys.dropLast().joined(separator: ", ") + " and " + (keys.last ?? "") }
    return keys.prefix(3).joined(separator: ", ") + " and \(keys.count - 3) others"
  }

  // MARK: How to mend it

  private var remedy: String {
    switch rule {
    case .missingDependency: return absenceRemedy
    case .cycle: return loopRemedy
    case .captiveDependency:
      guard let need = code.needs.last, let owner = nodes.dropLast().last else { return "" }
      return
        "have \(owner.key) take a `Provider<\(need)>` and ask it each time; or have them live equally long."
    case .asyncDependency: return "await it: `try await resolver.resolve(…)` makes the closure asynchronous."
    case .isolation: return "have the closure run there, `{ @MainActor resolver in … }`; or await it."
    case .argument: return argumentRemedy
    case .ambiguousArgument:
      return "mark them, if the caller gives it: `with: \(rules(".argument", at: edges.compactMap(\.position)))`; "
        + "or silence it, if it is registered in a child: `.allowing(.ambiguousArgument, because: …)`."
    case .weakUnowned:
      return "choose another scope; or name it as a root if it is resolved from outside: `roots: \(code.subject).self`."
    case .weakValue: return "use `asSingleton()` or `asTransient()` for a value."
    case .containerKept:
      return "have \(nodes.last?.key ?? subject) take the `Resolver` in the place of the `Container`."
    case .missingContainer:
      return
        "check, and resolve it in, a container made by `makeChild(named: \"\(node?.keeper ?? "")\")`, or a child of one."
    case .sharedWithArguments: return "have one made for each value: `.as { … }`."
    case .eagerWithArguments: return "drop the `eager()`, or the arguments."
    }
  }

  private var absenceRemedy: String {
    guard let need else { return "" }
    var text = "register it: `try \(need.registrationLine)`"
    if node == nil { return text + "." }
    if let other = nearMatches.first(where: { $0.difference == .label }), let position = edges.first?.position {
      text += "; or ask for the other one: `with: \(rules(other.key.rule, at: [position]))`"
    }
    return text + "; or name it in `externals:` if it comes from elsewhere."
  }

  private var argumentRemedy: String {
    if nodes.count > 1 {
      return "have \(subject) take a `Provider<\(code.needs.first ?? "")>`, and give them there: "
        + "`try provider.get(arguments: …)`."
    }
    let positions = edges.compactMap(\.position)
    return "give it here, `with: \(rules(".value(…)", at: positions))`; have the caller give it, "
      + "`with: \(rules(".argument", at: positions))`; or name it in `externals:`."
  }

  private var loopRemedy: String {
    if let index = edges.lastIndex(where: { $0.site == .parameter && $0.kind == .required }) {
      return "have the initializer of \(nodes[index].key) take a `Lazy<\(code.needs[index])>`."
    }
    if let index = edges.lastIndex(where: { $0.site == .property && $0.kind == .required }) {
      return "have the property of \(nodes[index].key) hold a `Lazy<\(code.needs[index])>`."
    }
    return "have one of them resolve the next when it is used, by a `Lazy` or a `Provider`."
  }

  /// What to write after `with:`, with one rule for some of the parameters.
  private func rules(_ rule: String, at positions: [Int]) -> String {
    (1...max(parameterCount, 1)).map { positions.contains($0) ? rule : ".auto" }.joined(separator: ", ")
  }

}

// MARK: - Parts

extension DependencyGraph.Node {
  fileprivate var placed: String { "\(key), registered at \(place)" }
}

extension DependencyGraph.Edge {
  /// Where what is needed goes.
  fileprivate func way(of count: Int?) -> String {
    let place =
      switch site {
      case .parameter: "as parameter \(position ?? 0)" + (count.map { " of \($0)" } ?? "")
      case .property: property.map { "as property `\($0)`" } ?? "as a property"
      case .declared: "in its closure"
      case .forwarding: "which implements it"
      case .observed: "as a trace has seen"
      }
    switch kind {
    case .lazy: return place + ", by a `Lazy`"
    case .provider: return place + ", by a `Provider`"
    case .collection: return place + ", one of all"
    case .optional: return place + ", if registered"
    case .required, .argument, .forwarded, .value, .closure, .container, .resolver: return place
    }
  }
}

extension Key {
  /// The line that registers it.
  fileprivate var registrationLine: String {
    if takesArguments { return sampleRegistration }
    let type = TypeName(product).expression
    let label = name.map { "name: \"\($0)\", " } ?? (tag == nil ? "" : "key: …, ")
    let isExistential = TypeKind(product) == .existential
    return isExistential
      ? "container.register(\(type).self, \(label)initializer: ….init)"
      : "container.register(\(label)initializer: \(type).init)"
  }

  /// The rule that asks for it.
  fileprivate var rule: String { name.map { ".named(\"\($0)\")" } ?? (tag == nil ? ".auto" : ".keyed(…)") }
}
