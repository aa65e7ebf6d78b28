import Nexus

/// A picture of a graph in no language yet: nodes in frames, and arrows.
struct Drawing {
  /// The look of a node.
  enum Figure: Hashable {
    case scope(DependencyGraph.Node.Scope)
    /// Several registrations.
    case several
    /// A dependency that is not registered.
    case missing
  }

  /// The look of an arrow.
  enum Stroke: Hashable {
    case required, optional, lazy, provider, collection, forwarded, decorates, observed
  }

  struct Node {
    let id: String
    let title: String
    /// The lines below the title.
    let lines: [String]
    let figure: Figure
    /// The key with the modules of its types.
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
    /// The text beside it, if that is not the stroke's.
    var text: String?

    var label: String? { text ?? stroke.label }
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
  /// The nodes of this frame and of all frames within it.
  var allNodes: [Drawing.Node] { nodes + frames.flatMap(\.allNodes) }

  /// The frames within this one, at all depths.
  var allFrames: [Drawing.Frame] { frames.flatMap { [$0] + $0.allFrames } }
}

extension Drawing.Stroke {
  /// The text beside an arrow of this kind.
  fileprivate var label: String? {
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
  /// The scalars of the text on one line, with control characters escaped, and a blank for each scalar that one of the
  /// languages refuses.
  ///
  /// They are scalars and not characters, because a syntax character keeps its meaning if a combining mark follows it.
  var labelScalars: [Unicode.Scalar] {
    escaped(to: 2_000).unicodeScalars.map { $0.properties.isNoncharacterCodePoint ? " " : $0 }
  }
}
