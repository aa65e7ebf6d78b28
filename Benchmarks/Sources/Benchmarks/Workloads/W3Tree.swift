import Astroject

extension Workload {
  /// W3: a tree of ten new objects, by closures, by initializers, by injected properties.
  static var trees: [Workload] {
    [
      tree("W3 closures") { try .closures(.transient) },
      tree("W3 initializers") { try .initializers(.transient) },
      tree("W3 properties") { try .properties(.transient) },
    ]
  }

  /// W3: a tree of ten new objects in graph scope.
  static var graphTrees: [Workload] {
    [
      tree("W3 closures, graph scope") { try .closures(.graph) },
      tree("W3 initializers, graph scope") { try .initializers(.graph) },
      tree("W3 properties, graph scope") { try .properties(.graph) },
    ]
  }

  private static func tree(_ name: String, _ make: @escaping () throws -> Container) -> Workload {
    Workload(
      name: name, promise: .each(10),
      hand: { timed { for _ in 0..<$0 { sink(makeRoot()) } } },
      reference: {
        let container = ReferenceContainer.tree()
        return timed { for _ in 0..<$0 { sink(try container.ask((any Root).self)) } }
      },
      astroject: {
        let container = try make()
        return timed { for _ in 0..<$0 { sink(try container.ask((any Root).self)) } }
      })
  }
}
