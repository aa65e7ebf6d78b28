import Nexus

/// The lines of a tree of registrations.
enum Tree {
  /// Returns a line with its indentation. A deep line has its depth instead.
  static func line(_ text: String, depth: Int) -> String {
    let most = 30
    let start =
      depth <= most ? String(repeating: "  ", count: depth) : String(repeating: "  ", count: most) + "(\(depth)) "
    return start + text.escaped(to: .max)
  }
}

/// The steps of a way.
enum Steps {
  /// Returns how one registration gets the next one, with a colon.
  static func text(
    from owner: DependencyGraph.Node, to need: DependencyGraph.Node,
    _ edges: [DependencyGraph.Node.ID: [DependencyGraph.Edge]]
  ) -> String {
    if let edge = edges[owner.id]?.first(where: { $0.to == need.id && $0.kind != .decorates }) {
      return "\(edge): "
    }
    return "is decorated by "
  }
}

extension DependencyGraph.Node {
  /// The key, the scope and facts, and the place.
  var placed: String { "\(self), registered at \(place)" }
}
