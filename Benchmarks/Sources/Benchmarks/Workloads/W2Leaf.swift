import Astroject

extension Workload {
  /// W2: a new object without dependencies.
  static var leaf: Workload { leaf("W2 leaf", .transient) }

  /// W2: a new object without dependencies, in graph scope.
  static var graphLeaf: Workload { leaf("W2 leaf, graph scope", .graph) }

  private static func leaf(_ name: String, _ scope: Scope) -> Workload {
    Workload(
      name: name, promise: .each(1),
      hand: { timed { for _ in 0..<$0 { sink(makeLeafA()) } } },
      reference: {
        let container = ReferenceContainer()
        container.register((any LeafA).self) { _ in LiveLeafA() }
        return timed { for _ in 0..<$0 { sink(try container.ask((any LeafA).self)) } }
      },
      astroject: {
        let container = Container()
        try container.register((any LeafA).self) { LiveLeafA() }.kept(in: scope)
        return timed { for _ in 0..<$0 { sink(try container.ask((any LeafA).self)) } }
      })
  }
}
