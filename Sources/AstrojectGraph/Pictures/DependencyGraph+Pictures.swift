extension DependencyGraph {
  /// A picture of the graph in the language of Mermaid, which GitHub and other tools draw in Markdown.
  ///
  /// ```swift
  /// print(container.graph.mermaid)
  /// ```
  ///
  /// A line in each box states the scope, `async`, `main actor`, and the arguments that the registration takes. Each
  /// scope has its own shape and colour:
  ///
  /// - graph, the default, which is not stated: blue, with round corners
  /// - transient: a yellow rectangle
  /// - singleton: green, with a double border
  /// - disposable singleton: a turquoise cylinder
  /// - weak: a violet parallelogram
  /// - scoped: orange, with round ends
  /// - custom: a pink hexagon; a brown trapezium if each container has its own scope
  /// - a forwarding or a decorator: an indigo flag
  ///
  /// Other marks:
  ///
  /// - A dashed border marks a registration that may have dependencies that are not known.
  /// - Grey marks a registration that a nearer container overrides.
  /// - A dashed red box is a dependency that must be registered and is not.
  ///
  /// An arrow leads from a registration to its dependency. A plain arrow is a required dependency; all others state
  /// their kind, and dotted ones resolve later. Values, closures, resolvers, containers and absent optional
  /// dependencies are not drawn.
  ///
  /// If there is more than one container, each has a frame. Assemblies and modules have frames within it. Equal graphs
  /// have equal text, and the text contains no source location.
  ///
  /// Mermaid draws at most 500 arrows, unless its `maxEdges` and `maxTextSize` allow more; ``dot`` has no limit.
  public var mermaid: String { mermaid(failing: Highlight()) }

  /// A picture of the graph in the language of Graphviz, whose `dot -Tsvg` draws it; see ``mermaid`` for its parts.
  ///
  /// ```swift
  /// try container.graph.dot.write(to: file, atomically: true, encoding: .utf8)
  /// ```
  ///
  /// A box with round ends is an ellipse here. In an SVG, the tool tip of a box is its key with all modules.
  public var dot: String { dot(failing: Highlight()) }

  /// Returns the Mermaid text, with failing parts in red.
  func mermaid(failing: Highlight) -> String { MermaidWriter.text(of: Drawing(self, failing: failing)) }

  /// Returns the Graphviz text, with failing parts in red.
  func dot(failing: Highlight) -> String { DotWriter.text(of: Drawing(self, failing: failing)) }

  /// The parts that a picture draws as failing.
  struct Highlight: Sendable, Hashable {
    var nodes: Set<Node.ID> = []
    var edges: Set<Edge> = []
  }
}
