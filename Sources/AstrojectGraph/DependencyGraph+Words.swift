// What pictures and texts call things.

extension DependencyGraph.Node {
  /// Its scope as people call it: `container "request"`.
  var scopeText: String { scope.text + (keeper.map { " to \"\($0)\"" } ?? "") }

  /// What there is to be known about it besides its scope, in a few words each.
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
