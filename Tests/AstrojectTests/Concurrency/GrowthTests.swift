import TestSupport
import Testing

@testable import Astroject

private protocol Grown: Sendable {}
private struct Own: Grown {}
private struct Parents: Grown {}
private struct Nest<Rest>: Sendable {}

@Suite("A growing table of a child", .ownThreads)
struct GrowthTests {
  private let parent = Container()
  private let child: Container

  init() throws {
    try parent.register((any Grown).self) { Parents() }.asSingleton()
    child = parent.makeChild()
    try child.register((any Grown).self) { Own() }.asTransient()
    for container in [parent, child] {
      for _ in 0..<3 { _ = try container.resolve((any Grown).self) }
    }
  }

  private func fill<Rest>(_ type: Rest.Type, depth: Int) throws {
    try child.register(Nest<Rest>.self) { Nest<Rest>() }.asTransient()
    if depth > 0 { try fill(Nest<Rest>.self, depth: depth - 1) }
  }

  @Test func `a child resolves its own registration, not its parent's, while its table grows`() async throws {
    let turn = Counter()
    let foreign = Counter()
    try await onThreads(3) { _ in
      guard turn.increment() > 1 else { return try fill(Int.self, depth: 60) }
      for _ in 0..<2000 where try child.resolve((any Grown).self) is Parents { foreign.increment() }
    }
    #expect(foreign.value == 0)
  }
}
