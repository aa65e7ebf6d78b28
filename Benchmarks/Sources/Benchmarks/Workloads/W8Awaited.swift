import Astroject

extension Workload {
  /// W8: a singleton, a leaf and the tree, for an awaiting caller.
  static var awaited: [Workload] {
    [
      awaitedSingleton, awaitedLeaf,
      awaitedTree("W8 tree, closures") { try .asynchronousClosures() },
      awaitedTree("W8 tree, initializers") { try .initializers(.transient) },
      awaitedTree("W8 tree, properties") { try .properties(.transient) },
    ]
  }

  private static var awaitedSingleton: Workload {
    Workload(
      name: "W8 singleton", promise: .once(1),
      hand: {
        let holder = Holder<any LeafA>(LiveLeafA())
        return timedAwaiting { for _ in 0..<$0 { sink(try await holder.awaited()) } }
      },
      reference: {
        let container = ReferenceContainer()
        container.registerAsync((any LeafA).self, isShared: true) { _ in LiveLeafA() }
        return timedAwaiting { for _ in 0..<$0 { sink(try await container.ask((any LeafA).self)) } }
      },
      astroject: {
        let container = Container()
        try container.register((any LeafA).self) { () async in LiveLeafA() }.asSingleton()
        return timedAwaiting { for _ in 0..<$0 { sink(try await container.ask((any LeafA).self)) } }
      })
  }

  private static var awaitedLeaf: Workload {
    Workload(
      name: "W8 leaf", promise: .each(1),
      hand: { timedAwaiting { for _ in 0..<$0 { sink(try await awaitLeafA()) } } },
      reference: {
        let container = ReferenceContainer.asynchronousTree()
        return timedAwaiting { for _ in 0..<$0 { sink(try await container.ask((any LeafA).self)) } }
      },
      astroject: {
        let container = try Container.asynchronousClosures()
        return timedAwaiting { for _ in 0..<$0 { sink(try await container.ask((any LeafA).self)) } }
      })
  }

  private static func awaitedTree(_ name: String, _ make: @escaping () throws -> Container) -> Workload {
    Workload(
      name: name, promise: .each(10),
      hand: { timedAwaiting { for _ in 0..<$0 { sink(try await awaitRoot()) } } },
      reference: {
        let container = ReferenceContainer.asynchronousTree()
        return timedAwaiting { for _ in 0..<$0 { sink(try await container.ask((any Root).self)) } }
      },
      astroject: {
        let container = try make()
        return timedAwaiting { for _ in 0..<$0 { sink(try await container.ask((any Root).self)) } }
      })
  }
}
