import Astroject

extension Measure {
  /// W9: what a registration keeps, its part of the table included. What the closure has captured is its writer's: here
  /// it is the type, as ten thousand types can be named in no other way.
  static var bytes: Measure {
    Measure(name: "W9 bytes per registration", kind: .bytes) { _ in
      // The runtime keeps the types it has met; they are not counted.
      _ = try await kept()
      guard let kept = try await kept(), let captured = await captured() else { return nil }
      return Result(
        value: kept - captured,
        text: "closures of 10 000 types in one container, without the \(captured.fixed(0)) bytes that each has captured"
      )
    }
  }

  private static func kept() async throws -> Double? {
    let types = Fillers.tenThousand
    let container = Container()
    let allocations = try await Allocations.counting { for type in types { try container.registerClosure(type) } }
    withExtendedLifetime(container) {}
    return allocations.map { Double($0.bytes) / Double(types.count) }
  }

  /// What the closures keep by themselves.
  private static func captured() async -> Double? {
    let types = Fillers.tenThousand
    var closures: [@Sendable () -> any Sendable] = []
    closures.reserveCapacity(types.count)
    let allocations = await Allocations.counting {
      for type in types { closures.append(type.maker) }
    }
    withExtendedLifetime(closures) {}
    return allocations.map { Double($0.bytes) / Double(types.count) }
  }

  /// What graph-scoped resolves leave behind.
  static var flatMemory: Measure {
    Measure(name: "Bytes kept by a million graph-scope resolves", kind: .bytes) { plan in
      let leaf = Container()
      try leaf.register((any LeafA).self) { LiveLeafA() }
      let tree = try Container.initializers(.graph)
      func resolve(_ count: Int) throws {
        for _ in 0..<count { sink(try leaf.ask((any LeafA).self)) }
        for _ in 0..<count / 100 { sink(try tree.ask((any Root).self)) }
      }
      let count = plan.isShort ? 100_000 : 1_000_000
      try resolve(1000)
      var allocations: Allocations?
      try await expectObjects(count + count / 100 * 10, of: "A million graph-scope resolves") {
        allocations = try await Allocations.counting { try resolve(count) }
      }
      return allocations.map {
        Result(value: Double($0.bytes), text: "\(count) of a leaf and \(count / 100) of the tree")
      }
    }
  }
}
