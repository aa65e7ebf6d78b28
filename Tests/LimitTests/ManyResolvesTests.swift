#if os(Linux)
  import Astroject
  import Nexus
  import TestSupport
  import Testing

  private final class Need: Sendable {}

  private typealias Product = Wrap<Need>

  @Suite("A million resolves", .onDemand, .serialized)
  struct ManyResolvesTests {
    private static let count = 1_000_000
    /// The number of bytes that the allocator's pools may take.
    private static let allowance = 1 << 16

    private static func makeContainer(_ scope: AnyScope) throws -> Container {
      let container = Container()
      try container.register(Need.self) { Need() }
      scope.apply(to: try container.register(initializer: Product.init))
      return container
    }

    private static func expectFlat(_ before: Int?, _ after: Int?) throws {
      let growth = try #require(after) - #require(before)
      // The runner may free some of its own memory meanwhile.
      if growth > allowance { Issue.record("The bytes in use have grown by \(growth)") }
    }

    /// Runs a closure many times, after a hundredth of the times that fills the allocator's pools.
    private static func expectFlat(times count: Int, _ body: () throws -> Void) throws {
      for _ in 0..<(count / 100) { try body() }
      let before = allocatedBytes()
      for _ in 0..<count { try body() }
      try expectFlat(before, allocatedBytes())
    }

    // Each test has its own process because the memory of the process is counted.
    @Test(arguments: AnyScope.allCases)
    func `a million synchronous resolves do not increase memory use, in every scope`(scope: AnyScope) async {
      await #expect(processExitsWith: .success) { [scope] in
        let container = try ManyResolvesTests.makeContainer(scope)
        try ManyResolvesTests.expectFlat(times: ManyResolvesTests.count) { _ = try container.resolve(Product.self) }
      }
    }

    @Test(arguments: AnyScope.allCases)
    func `250 000 awaited resolves do not increase memory use, in every scope`(scope: AnyScope) async {
      await #expect(processExitsWith: .success) { [scope] in
        let count = ManyResolvesTests.count / 4
        let container = try ManyResolvesTests.makeContainer(scope)
        for _ in 0..<(count / 100) { _ = try await container.resolve(Product.self) }
        let before = allocatedBytes()
        for _ in 0..<count { _ = try await container.resolve(Product.self) }
        try ManyResolvesTests.expectFlat(before, allocatedBytes())
      }
    }

    @Test(arguments: [AnyScope.scoped, .perContainer, .graph])
    func `100 000 resolves in short-lived children do not increase memory use`(scope: AnyScope) async {
      await #expect(processExitsWith: .success) { [scope] in
        let container = try ManyResolvesTests.makeContainer(scope)
        try ManyResolvesTests.expectFlat(times: ManyResolvesTests.count / 10) {
          _ = try container.makeChild().resolve(Product.self)
        }
      }
    }
  }
#endif
