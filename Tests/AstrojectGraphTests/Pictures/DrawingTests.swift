import Testing

@testable import AstrojectGraph

struct DrawingTests {
  private func draw(
    _ nodes: [DependencyGraph.Node], _ edges: [DependencyGraph.Edge] = [], in names: [String?] = [nil],
    failing: DependencyGraph.Highlight = DependencyGraph.Highlight()
  ) -> Drawing {
    let containers = names.map { DependencyGraph.Level(name: $0) }
    return Drawing(DependencyGraph(containers: containers, nodes: nodes, edges: edges), failing: failing)
  }

  @Test func `edges of one kind between two nodes are drawn as one arrow, red if one of them fails`() {
    let edges: [DependencyGraph.Edge] = [
      .sample("A", "B"), .sample("A", "B", position: 2), .sample("A", "B", .lazy, position: 3),
    ]
    let drawing = draw([.sample("A"), .sample("B")], edges, failing: .init(edges: [edges[1]]))
    #expect(drawing.edges.map(\.stroke) == [.required, .lazy])
    #expect(drawing.edges.map(\.isFailing) == [true, false])
  }

  @Test func `an observed edge is drawn only if no other arrow connects the same nodes`() {
    let drawing = draw(
      [.sample("A"), .sample("B"), .sample("C")],
      [
        .sample("A", "B", .observed, site: .observed), .sample("A", "C", .observed, site: .observed),
        .sample("A", "B", .lazy),
        .sample("B", "A", .observed, site: .observed),
      ])
    #expect(
      drawing.edges.map { "\($0.from) \($0.stroke) \($0.to)" } == ["n0 observed n2", "n0 lazy n1", "n1 observed n0"])
  }

  @Test func `an edge that leads to no registration is not drawn`() {
    let kinds: [DependencyGraph.Edge.Kind] = [.value, .closure, .container, .resolver, .optional, .lazy, .provider]
    let drawing = draw([.sample("A")], kinds.map { .sample("A", "B", $0, to: .some(nil)) })
    #expect(drawing.edges.isEmpty)
    #expect(drawing.page.allNodes.map(\.lines) == [[]])
  }

  @Test func `the box of a node lists its arguments in order`() {
    let drawing = draw(
      [.sample("A", .transient)], [.sample("A", "Int", .argument, to: .some(nil)), .sample("A", "[String]", .argument)])
    #expect(drawing.page.allNodes.map(\.lines) == [["transient", "takes Int, [String]"]])
  }

  @Test func `a node is drawn red if one of its edges fails and has no arrow`() {
    let edge = DependencyGraph.Edge.sample("A", "Int", .argument, to: .some(nil))
    #expect(draw([.sample("A")], [edge], failing: .init(edges: [edge])).page.allNodes.map(\.isFailing) == [true])
    #expect(draw([.sample("A")], [edge]).page.allNodes.map(\.isFailing) == [false])
  }

  @Test func `a missing dependency is drawn as one box for each container that lacks it`() {
    let drawing = draw(
      [.sample("A"), .sample("B"), .sample("C", container: 1)],
      [
        .sample("A", "D", isMissing: true), .sample("B", "D", isMissing: true), .sample("B", "E", isMissing: true),
        .sample("C", "D", container: 1, isMissing: true),
      ], in: ["child", nil])
    #expect(drawing.edges.map(\.to) == ["m0", "m0", "m1", "m2"])
    #expect(drawing.edges.map(\.isFailing) == [true, true, true, true])
    #expect(drawing.page.frames.map(\.title) == ["child", "parent"])
    #expect(drawing.page.frames.map { $0.nodes.map(\.id) } == [["n0", "n1", "m0", "m1"], ["n2", "m2"]])
  }

  @Test func `nodes of one container with the same key are drawn with their identities`() {
    let nodes: [DependencyGraph.Node] = [
      .sample("A", id: "App.A"), .sample("A", id: "Kit.A"), .sample("B"), .sample("B", id: "App.B #2", container: 1),
    ]
    #expect(draw(nodes, in: [nil, nil]).page.allNodes.map(\.title) == ["App.A", "Kit.A", "B", "B"])
  }

  @Test func `the box of a node shows its scope, origin, effects and marks`() {
    let node = DependencyGraph.Node.sample(
      "A", .scoped, origin: .instance, keeper: "request",
      effect: .init(isAsynchronous: true, isOnMainActor: true), isOpaque: true, isEager: true, isContribution: true,
      isShadowed: true)
    let drawn = draw([node], []).page.allNodes
    let line = "scoped to \"request\" · instance · async · main actor · eager · contributed · shadowed"
    #expect(drawn.map(\.lines) == [[line]])
    #expect(drawn.map { [$0.isOpaque, $0.isShadowed] } == [[true, true]])
  }

  @Test func `each assembly is drawn as a frame, and a single container has no frame`() {
    let nodes: [DependencyGraph.Node] = [
      .sample("A", group: "One"), .sample("B"), .sample("C", group: "Two"), .sample("D", group: "One"),
    ]
    let page = draw(nodes, []).page
    #expect(page.nodes.map(\.title) == ["B"])
    #expect(
      page.frames.map { [$0.id, $0.title] + $0.nodes.map(\.title) } == [["g0", "One", "A", "D"], ["g1", "Two", "C"]])
    #expect(page.frames.map(\.kind) == [.group, .group])
  }

  @Test func `the frames of a container's assemblies are drawn inside the frame of the container`() {
    let nodes: [DependencyGraph.Node] = [
      .sample("A", group: "One"), .sample("B"), .sample("C", container: 1, group: "One"), .sample("D", group: "Two"),
    ]
    let page = draw(nodes, in: ["child", nil]).page
    #expect(page.nodes.isEmpty)
    #expect(page.frames.map(\.kind) == [.container, .container])
    #expect(page.frames.map { $0.nodes.map(\.title) } == [["B"], []])
    #expect(page.frames.map { $0.frames.map(\.title) } == [["One", "Two"], ["One"]])
    #expect(page.frames.map { $0.frames.map(\.kind) } == [[.group, .group], [.group]])
    #expect(page.frames.map { $0.frames.map { $0.nodes.map(\.title) } } == [[["A"], ["D"]], [["C"]]])
    #expect(Set(page.allFrames.map(\.id)).count == 5)
  }

  @Test func `an edge from or to a node outside the graph is not drawn`() {
    #expect(draw([.sample("A")], [.sample("A", "B"), .sample("B", "A")]).edges.isEmpty)
  }
}
