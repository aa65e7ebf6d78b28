extension DependencyGraph {
  /// A picture of the graph in the language of Mermaid, which GitHub and many others draw in Markdown.
  ///
  /// ```swift
  /// print(container.graph.mermaid)
  /// ```
  ///
  /// A line in each box says what is known of the registration: its scope, `async`, `main actor`, and the arguments
  /// that it takes. Besides, each scope has a shape and a colour of its own:
  ///
  /// - graph, the default, about which nothing is said: blue, with round corners
  /// - transient: a yellow rectangle
  /// - singleton: green, with a double border
  /// - disposable singleton: a turquoise cylinder
  /// - weak: a violet parallelogram
  /// - container: orange, with round ends
  /// - custom: a pink hexagon, and a brown trapezium where each container has its own
  /// - another type that a registration implements: an indigo flag
  ///
  /// A dashed border marks what may resolve more than is known. Grey is what a nearer container has in its own place.
  /// Red and dashed is what is needed and not registered.
  ///
  /// An arrow leads from who gets something to what it gets. A plain one is a required dependency, all others say what
  /// they are; dotted ones resolve later. Nothing is drawn for values, closures, resolvers and containers, and for an
  /// optional dependency that is not there.
  ///
  /// Containers have a frame each if there is more than one, and within it so have assemblies and modules. The text is
  /// the same for equal graphs, and no line in the source changes it.
  ///
  /// Mermaid draws no more than 500 arrows, unless its `maxEdges` and `maxTextSize` say so; ``dot`` knows no limit.
  public var mermaid: String { mermaid(failing: Highlight()) }

  /// The same picture as ``mermaid`` in the language of Graphviz, whose `dot -Tsvg` draws it.
  ///
  /// ```swift
  /// try container.graph.dot.write(to: file, atomically: true, encoding: .utf8)
  /// ```
  ///
  /// A box with round ends is an ellipse here. In an SVG the boxes tell their types with the modules as tool tips.
  public var dot: String { dot(failing: Highlight()) }

  /// The picture in Mermaid's language, with what fails in red.
  func mermaid(failing: Highlight) -> String { MermaidWriter.text(of: Drawing(self, failing: failing)) }

  /// The picture in Graphviz's language, with what fails in red.
  func dot(failing: Highlight) -> String { DotWriter.text(of: Drawing(self, failing: failing)) }

  /// What stands out in a picture.
  struct Highlight: Sendable, Hashable {
    var nodes: Set<Node.ID> = []
    var edges: Set<Edge> = []
  }
}
