extension DependencyGraph {
  /// Returns the part of the graph around a type: what its registrations need and what needs them, some steps far.
  ///
  /// ```swift
  /// print(container.graph.focused(on: Router.self, depth: 1).mermaid)
  /// ```
  /// The time is linear in the size of the graph.
  ///
  /// - Parameters:
  ///   - type: The type, registered with any name or key.
  ///   - depth: The number of steps in each direction; a forwarding and a decorator are a step, too.
  /// - Returns: The registrations in reach and the dependencies between them; an empty graph for a type that is not
  ///   registered.
  public func focused(on type: Any.Type, depth: Int = 2) -> DependencyGraph {
    let centre = positions(of: type)
    let neighbours = Neighbours(self)
    let needs = Neighbours.reached(from: centre, by: neighbours.needs, depth: depth)
    let members = needs.union(Neighbours.reached(from: centre, by: neighbours.neededBy, depth: depth))
    return part(members.contains)
  }

  /// Returns the part of the graph that some registrations need, with these.
  package func reached(from start: [Int]) -> DependencyGraph {
    part(Neighbours.reached(from: start, by: Neighbours(self).needs).contains)
  }
}
