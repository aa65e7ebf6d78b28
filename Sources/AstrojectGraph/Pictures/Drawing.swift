/// A picture of a graph before it is put into a language: what is drawn, in which frame, and what stands out.
struct Drawing {
  /// What a node looks like.
  enum Figure: Hashable {
    case scope(DependencyGraph.Node.Scope)
    /// Something that is needed and not registered.
    case missing
  }

  /// What an arrow looks like.
  enum Stroke: Hashable {
    case required, optional, lazy, provider, collection, forwarded, decorates, observed
  }

  struct Node {
    let id: String
    let title: String
    /// What is said below the title.
    let lines: [String]
    let figure: Figure
    /// The type with its modules.
    let hint: String
    var isOpaque = false
    var isShadowed = false
    var isFailing = false
  }

  struct Edge {
    let from: String
    let to: String
    let stroke: Stroke
    var isFailing: Bool
  }

  /// Nodes with a frame around them.
  struct Frame {
    enum Kind { case page, container, group }

    let kind: Kind
    let id: String
    let title: String
    var nodes: [Node] = []
    var frames: [Frame] = []
  }

  /// The outermost frame, which is not drawn.
  let page: Frame
  let edges: [Edge]
}

extension Drawing.Frame {
  /// The nodes in it and in the frames within it.
  var allNodes: [Drawing.Node] { nodes + frames.flatMap(\.allNodes) }

  /// The frames within it, and those within them.
  var allFrames: [Drawing.Frame] { frames.flatMap { [$0] + $0.allFrames } }
}

extension Drawing.Stroke {
  /// What is written at the arrow.
  var label: String? {
    switch self {
    case .required: nil
    case .optional: "optional"
    case .lazy: "lazy"
    case .provider: "provider"
    case .collection: "collection"
    case .forwarded: "implemented by"
    case .decorates: "decorates"
    case .observed: "observed"
    }
  }
}

extension String {
  /// What it is made of, as a label is: in one line, with a blank for what neither language takes.
  ///
  /// What has a meaning in a language has it also where a combining mark makes another character of it.
  var labelScalars: [Unicode.Scalar] {
    replacing("\r\n", with: "\n").unicodeScalars.map { $0.isBlank ? " " : $0 }
  }
}

extension Unicode.Scalar {
  /// Whether it is a control character, a line break, or none that a text may have in it.
  fileprivate var isBlank: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: properties.isNoncharacterCodePoint
    }
  }
}
