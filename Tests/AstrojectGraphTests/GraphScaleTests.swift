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

  /// The time of a validation for each registration, the best of five.
  private func cost(of count: Int) throws -> Duration {
    let container = try container(of: count)
    let times = try (0..<5).map { _ in try processorTime { try container.validate() } }
    return (times.min() ?? .zero) / count
  }

  @Test func `validating a large graph costs about as much per registration as a small one`() throws {
    let (small, large) = GraphScaleTests.isLong ? (5_000, 50_000) : (500, 5_000)
    let (few, many) = (try cost(of: small), try cost(of: large))
    print("validate: \(few) for each of \(small) registrations, \(many) for each of \(large)")
    // A quadratic cost would be ten times as high. Memory outside the caches makes the larger graph a little slower.
    #expect(many < few * 5)
  }

  @Test(.enabled(if: isLong)) func `validation takes at most 40 times as long as filling a dictionary`() throws {
    // A bound in seconds would be one for the machine. Alone, it was 12 to 26 times as long; beside builds, up to 32.
    let fill = { _ = Dictionary(uniqueKeysWithValues: (0..<5_000).map { ($0, [$0 - 1, $0 &* 31 % 5_000]) }) }
    let ratio = try cost(of: 5_000) * 5_000 / ((0..<15).map { _ in processorTime(of: fill) }.min() ?? .zero)
    print("validate: \(ratio) times as long as filling a dictionary")
    #expect(ratio < 40)
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
