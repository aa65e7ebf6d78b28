extension Drawing {
  /// Draws all visible parts of a graph.
  init(_ graph: DependencyGraph, failing: DependencyGraph.Highlight) {
    var pen = Pen(graph, failing)
    for edge in graph.edges { pen.draw(edge) }
    edges = pen.edges
    page = pen.page()
  }
}

/// Draws one edge after another, and then the nodes in their frames.
private struct Pen {
  /// The properties by which two edges share an arrow.
  private struct Course: Hashable {
    let from: String
    let to: String
    let stroke: Drawing.Stroke
  }

  /// A dependency that is missing in a container.
  private struct Gap: Hashable {
    /// The text of its key, with modules if only these tell several apart.
    let need: String
    let container: Int
  }

  private let graph: DependencyGraph
  private let failing: DependencyGraph.Highlight
  private let ids: [DependencyGraph.Node.ID: String]
  /// The pairs of nodes that have an arrow without the help of a trace.
  private let known: Set<[DependencyGraph.Node.ID]>
  private let ambiguousNeeds: Set<String>
  private var courses: [Course: Int] = [:]
  private var gaps: [Gap] = []
  private var gapIDs: [Gap: String] = [:]
  private var arguments: [DependencyGraph.Node.ID: [String]] = [:]
  /// The nodes that fail, and those that have a failing edge without an arrow.
  private var blamed: Set<DependencyGraph.Node.ID>
  private(set) var edges: [Drawing.Edge] = []

  init(_ graph: DependencyGraph, _ failing: DependencyGraph.Highlight) {
    self.graph = graph
    self.failing = failing
    ids = Dictionary(graph.nodes.enumerated().map { ($1.id, "n\($0)") }) { first, _ in first }
    known = Set(graph.edges.filter { $0.site != .observed }.compactMap { edge in edge.to.map { [edge.from, $0] } })
    ambiguousNeeds = graph.ambiguousNeeds
    blamed = failing.nodes
  }

  mutating func draw(_ edge: DependencyGraph.Edge) {
    guard let from = ids[edge.from] else { return }
    let isFailing = failing.edges.contains(edge)
    if let target = edge.to, let to = ids[target] {
      // An observed edge adds nothing to a pair that has an arrow already.
      if edge.site == .observed, known.contains([edge.from, target]) { return }
      draw(Course(from: from, to: to, stroke: Drawing.Stroke(edge)), isFailing: isFailing)
    } else if edge.isMissing {
      draw(Course(from: from, to: gap(for: edge), stroke: Drawing.Stroke(edge)), isFailing: true)
    } else {
      if edge.kind == .argument { arguments[edge.from, default: []].append(edge.need) }
      if isFailing { blamed.insert(edge.from) }
    }
  }

  private mutating func draw(_ course: Course, isFailing: Bool) {
    if let drawn = courses[course] {
      edges[drawn].isFailing = edges[drawn].isFailing || isFailing
    } else {
      courses[course] = edges.count
      edges.append(Drawing.Edge(from: course.from, to: course.to, stroke: course.stroke, isFailing: isFailing))
    }
  }

  private mutating func gap(for edge: DependencyGraph.Edge) -> String {
    let gap = Gap(need: edge.need(among: ambiguousNeeds), container: edge.container)
    if let id = gapIDs[gap] { return id }
    let id = "m\(gaps.count)"
    gaps.append(gap)
    gapIDs[gap] = id
    return id
  }

  func page() -> Drawing.Frame {
    var page = Drawing.Frame(kind: .page, id: "", title: "")
    var groups = 0
    let titles = graph.titles
    for number in graph.containers.indices {
      var frame = frame(of: number, firstGroup: groups)
      groups += frame.frames.count
      if graph.containers.count == 1 {
        page.nodes = frame.nodes
        page.frames = frame.frames
      } else if !frame.nodes.isEmpty || !frame.frames.isEmpty {
        frame = Drawing.Frame(
          kind: .container, id: "c\(number)", title: titles[number], nodes: frame.nodes, frames: frame.frames)
        page.frames.append(frame)
      }
    }
    return page
  }

  /// Returns the nodes of a container, with a frame for each assembly and module.
  private func frame(of container: Int, firstGroup: Int) -> Drawing.Frame {
    let members = graph.nodes.filter { $0.container == container }
    let keys = Dictionary(members.map { ($0.key, 1) }, uniquingKeysWith: +)
    var frame = Drawing.Frame(kind: .page, id: "", title: "")
    var locations: [String: Int] = [:]
    for node in members {
      let drawn = draw(node, isAmbiguous: keys[node.key, default: 0] > 1)
      if let group = node.group {
        let location = locations[group] ?? frame.frames.count
        if location == frame.frames.count {
          locations[group] = location
          frame.frames.append(Drawing.Frame(kind: .group, id: "g\(firstGroup + location)", title: group))
        }
        frame.frames[location].nodes.append(drawn)
      } else {
        frame.nodes.append(drawn)
      }
    }
    for (number, gap) in gaps.enumerated() where gap.container == container {
      frame.nodes.append(
        Drawing.Node(
          id: "m\(number)", title: gap.need, lines: ["not registered"], figure: .missing, hint: gap.need,
          isFailing: true))
    }
    return frame
  }

  private func draw(_ node: DependencyGraph.Node, isAmbiguous: Bool) -> Drawing.Node {
    var lines: [String] = []
    let caption = node.caption
    if !caption.isEmpty { lines.append(caption.joined(separator: " · ")) }
    if node.resource != nil { lines.append(node.place) }
    if let taken = arguments[node.id] { lines.append("takes " + taken.joined(separator: ", ")) }
    return Drawing.Node(
      id: ids[node.id] ?? "", title: isAmbiguous ? node.id : node.key, lines: lines, figure: .scope(node.scope),
      hint: node.id, isOpaque: node.isOpaque, isShadowed: node.isShadowed, isFailing: blamed.contains(node.id))
  }
}

extension Drawing.Stroke {
  fileprivate init(_ edge: DependencyGraph.Edge) {
    switch edge.kind {
    case .required, .argument, .value, .closure, .container, .resolver: self = .required
    case .optional: self = .optional
    case .lazy: self = .lazy
    case .provider: self = .provider
    case .collection: self = .collection
    case .forwarded: self = .forwarded
    case .decorates: self = .decorates
    case .observed: self = .observed
    }
  }
}

extension DependencyGraph.Node {
  /// The line below its key, without the default scope, and without that of a forwarding, which its arrow shows.
  fileprivate var caption: [String] { (scope == .graph || scope == .forwarded ? [] : [scopeText]) + facts }
}
