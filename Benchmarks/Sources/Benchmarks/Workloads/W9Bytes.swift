import Astroject

extension Measure {
  /// W9: what a registration keeps, its closure and its part of the table included.
  static var bytes: Measure {
    Measure(name: "W9 bytes per registration", kind: .bytes) { _ in
      // The runtime keeps the types it has met; they are not counted.
      _ = try await kept()
      return try await kept().map { Result(value: $0, text: "closures of 10 000 types in one container") }
    }
  }

  private static func kept() async throws -> Double? {
    let types = Fillers.tenThousand
    let container = Container()
    let allocations = try await Allocations.counting { for type in types { try container.registerClosure(type) } }
    withExtendedLifetime(container) {}
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
