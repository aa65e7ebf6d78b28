import Astroject

extension Measure {
  /// W9: the bytes of a registration, with its part of the table and without the captures of its closure. Here the
  /// closure captures the type, because ten thousand types cannot be written out.
  static var bytes: Measure {
    Measure(name: "W9 bytes per registration", kind: .bytes) { _ in
      // The first run is not counted, because the runtime then makes the types.
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

  /// Returns the bytes of a closure's captures.
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

  /// The bytes that graph-scoped resolves leave behind.
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
