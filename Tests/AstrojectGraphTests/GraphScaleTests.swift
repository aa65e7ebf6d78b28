import Foundation
import TestSupport
import Testing

private final class Knot: Sendable { init(before: Knot?, other: Lazy<Knot>, leaf: Leaf) {} }
private final class Leaf: Sendable {}

struct GraphScaleTests {
  private static let isLong = ProcessInfo.processInfo.environment["ASTROJECT_LONG"] == "1"

  /// Registers a chain of all registrations, with lazy edges across it.
  private func container(of count: Int) throws -> Container {
    let container = try Container { try $0.register(initializer: Leaf.init).asSingleton() }
    for number in 0..<count {
      try container.register(
        Knot.self, key: number, initializer: Knot.init(before:other:leaf:),
        with: .keyed(number - 1), .keyed(number &* 31 % count), .auto)
    }
    return container
  }

  /// The time of a validation for each registration, the best of three.
  private func cost(of count: Int) throws -> Duration {
    let container = try container(of: count)
    let times = try (0..<3).map { _ in try processorTime { try container.validate() } }
    return (times.min() ?? .zero) / count
  }

  @Test func `validating a large graph costs about as much per registration as a small one`() throws {
    let (small, large) = GraphScaleTests.isLong ? (5_000, 50_000) : (500, 5_000)
    let (few, many) = (try cost(of: small), try cost(of: large))
    print("validate: \(few) for each of \(small) registrations, \(many) for each of \(large)")
    // A quadratic cost would be ten times as high. Memory outside the caches makes the larger graph a little slower.
    #expect(many < few * 5)
  }

  @Test(.enabled(if: isLong)) func `5 000 registrations are validated within 50 milliseconds`() throws {
    let container = try container(of: 5_000)
    let times = try (0..<15).map { _ in try processorTime { try container.validate() } }
    print("validate: \(times.min() ?? .zero) for 5 000 registrations")
    #expect((times.min() ?? .zero) < .milliseconds(50))
  }

  @Test func `a cycle through thousands of registrations is found and described in brief`() throws {
    let count = GraphScaleTests.isLong ? 20_000 : 2_000
    let container = try container(of: count)
    try container.register(
      Knot.self, key: 0, initializer: Knot.init(before:other:leaf:),
      with: .keyed(count - 1), .keyed(1), .auto)
    let error = #expect(throws: GraphError.self) { try container.validate() }
    #expect(error?.findings.map(\.rule) == [.cycle])
    #expect(error?.findings.first?.edges.count == count)
    #expect("\(error as Any)".count < 3_000)
  }
}
