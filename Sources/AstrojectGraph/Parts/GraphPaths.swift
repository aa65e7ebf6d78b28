/// The shortest path from each root to a type: a collection of paths, each of the registrations along it.
///
/// ```swift
/// for path in graph.paths(to: Client.self) { print(path.map(\.key)) }
/// print(graph.paths(to: Client.self, from: [App.self]).graph.mermaid)
/// ```
public struct GraphPaths: RandomAccessCollection, Sendable, Hashable {
  /// The part of the graph with the registrations on the paths, to be drawn.
  public let graph: DependencyGraph
  private let paths: [[DependencyGraph.Node]]

  init(_ paths: [[Int]], in graph: DependencyGraph) {
    self.graph = graph.part(Set(paths.joined()).contains)
    self.paths = paths.map { $0.map { graph.nodes[$0] } }
  }

  /// The position of the first path.
  public var startIndex: Int { paths.startIndex }
  /// The position after the last path.
  public var endIndex: Int { paths.endIndex }
  /// The path at a position, from the root to the registration of the type.
  public subscript(position: Int) -> [DependencyGraph.Node] { paths[position] }
}

extension GraphPaths: CustomStringConvertible {
  /// A line for each path: `App → Service → Client`.
  public var description: String {
    paths.map { $0.map(\.key).joined(separator: " → ") }.joined(separator: "\n")
  }
}

extension DependencyGraph {
  /// Returns the shortest path from each root to a registration of a type.
  ///
  /// The time is linear in the size of the graph and of the paths.
  ///
  /// - Parameters:
  ///   - type: The type, registered with any name or key.
  ///   - roots: The types that the paths begin with, also derived forms such as arrays; if there are none, each
  ///     registration that no other one needs.
  /// - Returns: A path for each registration of a root that leads to the type, in order of registration.
  public func paths(to type: Any.Type, from roots: [Any.Type] = []) -> GraphPaths {
    paths(to: positions(of: type), from: positions(ofRoots: roots))
  }

  /// Returns the shortest path from each of some registrations, or from those that nothing needs, to one of others.
  ///
  /// - Parameter neighbours: Those of this graph, if they are known already.
  package func paths(to targets: [Int], from roots: [Int]?, by neighbours: Neighbours? = nil) -> GraphPaths {
    let neighbours = neighbours ?? Neighbours(self)
    // Backwards from the targets, so that one search serves all roots.
    var next: [Int?] = Array(repeating: nil, count: nodes.count)
    for target in targets { next[target] = target }
    var line = targets
    var position = 0
    while position < line.count {
      for owner in neighbours.neededBy[line[position]] where next[owner] == nil {
        next[owner] = line[position]
        line.append(owner)
      }
      position += 1
    }
    let paths = (roots ?? neighbours.roots).compactMap { root -> [Int]? in
      guard next[root] != nil else { return nil }
      return Array(sequence(first: root) { next[$0] == $0 ? nil : next[$0] })
    }
    return GraphPaths(paths, in: self)
  }
}
