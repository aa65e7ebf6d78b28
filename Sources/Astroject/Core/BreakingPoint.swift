extension AstrojectError {
  /// The place at which a `Lazy` would break a loop: the registration that would hold it, and its type.
  package struct BreakingPoint: Sendable {
    let owner: Key
    /// The type as it is written between angle brackets.
    let need: String
    let site: Dependency.Site
  }
}

extension Core {
  /// Finds the place in which a `Lazy` would break a loop; nil if that is not known.
  ///
  /// The order of preference is a parameter, a property, a closure that declares its dependencies. Of several equal
  /// places the last one is chosen, as in a graph.
  ///
  /// - Parameter path: A path that ends with the key that the loop begins with.
  func breakingPoint(of path: [AstrojectError.Step]) -> AstrojectError.BreakingPoint? {
    // The part of the path that leads to the loop is skipped.
    guard let last = path.last, let start = path.firstIndex(where: { $0.key == last.key }), start < path.count - 1
    else { return nil }
    let loop = path[start...].map(\.key)
    let points = zip(loop, loop.dropFirst()).flatMap { self.points(between: $0, and: $1) }
    let ranks = points.map(\.site.rank)
    guard let best = ranks.min(), let index = ranks.lastIndex(of: best) else { return nil }
    return points[index]
  }

  private func points(between owner: Key, and need: Key) -> [AstrojectError.BreakingPoint] {
    guard let blueprint = find(owner)?.blueprint.origin else { return [] }
    let summary = blueprint.summary
    return (summary.wired + summary.afterwards + summary.declared).compactMap { dependency in
      guard !dependency.key.takesArguments, built(for: dependency).contains(where: { $0.blueprint.origin.key == need })
      else { return nil }
      return AstrojectError.BreakingPoint(owner: owner, need: dependency.spelledType, site: dependency.site)
    }
  }
}

extension Dependency.Site {
  /// The rank of this place for a `Lazy`.
  ///
  /// The lowest is the best.
  fileprivate var rank: Int {
    switch self {
    case .parameter: 0
    case .property: 1
    case .declared: 2
    case .forwarding, .decorator: 3
    }
  }
}
