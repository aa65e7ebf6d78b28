// The words that pictures and texts have in common.

extension DependencyGraph.Node {
  /// Its scope, with the name of the keeper if it has one: `scoped to "request"`.
  var scopeText: String { scope.text + (keeper.map { " to \($0.quoted)" } ?? "") }

  /// Its scope as facts have it; none for a decorator, which has the scope of the registration that it decorates.
  var scopeWords: [String] { isDecorator ? [] : [scopeText] }

  /// Its other facts, a word or two for each.
  var facts: [String] {
    (origin == .instance ? ["instance"] : []) + effect.words + (isEager ? ["eager"] : [])
      + (isContribution ? ["contributed"] : []) + (isShadowed ? ["shadowed"] : [])
  }
}

extension DependencyGraph.Node.Effect {
  var words: [String] { (isAsynchronous ? ["async"] : []) + (isOnMainActor ? ["main actor"] : []) }
}

extension DependencyGraph.Node.Scope {
  var text: String {
    switch self {
    case .disposableSingleton: "disposable singleton"
    case .customPerContainer: "custom per container"
    case .graph, .transient, .singleton, .weak, .scoped, .custom, .forwarded: rawValue
    }
  }
}

extension [DependencyGraph.Node] {
  /// The number of registrations, and that of forwardings beside them: `124 registrations, 34 forwardings`.
  package var extent: String {
    let forwardings = self.count { $0.origin == .forwarding }
    let registrations = count - forwardings
    return counted(registrations, "registration")
      + (forwardings == 0 ? "" : ", " + counted(forwardings, "forwarding"))
  }
}

extension [String] {
  /// The words in one line: the first three of more than four, with the number of the others.
  var listed: String {
    if count > 4 { return prefix(3).joined(separator: ", ") + " and \(count - 3) others" }
    return count < 2 ? joined() : dropLast().joined(separator: ", ") + " and " + self[count - 1]
  }
}

extension [String] {
  /// The first lines of a long list, with the number of the others.
  var cut: [String] { count > 12 ? prefix(10) + ["… and \(count - 10) more"] : self }
}

extension DependencyGraph {
  /// The texts that several missing keys have in common.
  var ambiguousNeeds: Set<String> {
    var keys: [String: String] = [:]
    return Set(
      edges.compactMap { edge in
        guard let key = edge.missingKey else { return nil }
        defer { keys[edge.need] = key }
        return keys[edge.need].flatMap { $0 == key ? nil : edge.need }
      })
  }
}

extension DependencyGraph.Edge {
  /// Returns the text of its key, with modules if that is missing and the text is ambiguous.
  func need(among ambiguous: Set<String>) -> String {
    missingKey.flatMap { ambiguous.contains(need) ? $0 : nil } ?? need
  }
}

/// Returns a number with its noun: `1 registration`.
func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

extension DependencyGraph.Node {
  /// The module of its type, of several the first; empty for a type without one, such as a tuple of nothing.
  package var module: String {
    var word = ""
    for character in type {
      if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
      } else if character == ".", !word.isEmpty {
        return word
      } else {
        word = ""
      }
    }
    return ""
  }
}
