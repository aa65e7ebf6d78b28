import TestSupport
import Testing

@testable import Astroject

private final class Node: Sendable {}
private final class Other: Sendable {}
private final class Missing: Sendable {}
private final class Chain<Rest>: Sendable {}

@Suite("A build that has ended is used again by its thread")
struct FrameReuseTests {
  /// What a factory notes of the build that it runs for.
  private final class Notes: @unchecked Sendable {
    // One thread at a time runs the factories of a test.
    var builds: [ObjectIdentifier] = []
    var kept: [Resolver] = []
  }

  private func container(_ notes: Notes, keeping isKept: Bool) throws -> Container {
    let container = Container()
    try container.register(Node.self) { resolver in
      notes.builds.append(ObjectIdentifier(resolver.site))
      if isKept { notes.kept.append(resolver) }
      return Node()
    }.asTransient()
    try container.register(Other.self) { resolver in
      _ = try resolver.resolve(Node.self)
      return Other()
    }.asTransient()
    // The first time, there is nothing yet that makes instances without steps.
    for _ in 0..<3 { _ = try container.resolve(Other.self) }
    notes.builds = []
    notes.kept = []
    return container
  }

  @Test("where nobody else knows of it")
  func reuse() throws {
    let notes = Notes()
    let container = try container(notes, keeping: false)
    for _ in 0..<3 { _ = try container.resolve(Other.self) }
    #expect(Set(notes.builds).count == 1)
  }

  @Test("and not where somebody has kept its resolver, which goes on to be its own")
  func kept() throws {
    let notes = Notes()
    let container = try container(notes, keeping: true)
    for _ in 0..<3 { _ = try container.resolve(Other.self) }
    #expect(Set(notes.builds).count == 3)
    for resolver in notes.kept {
      #expect(!resolver.site.isActive)
      let error = #expect(throws: AstrojectError.self) { try resolver.resolve(Missing.self) }
      guard case .noRegistrationFound(let failure) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(failure.path.map(\.key.description) == ["Missing"])
    }
  }

  @Test("also after it has failed")
  func failure() throws {
    struct Failure: Error {}
    let notes = Notes()
    let container = Container()
    try container.register(Node.self) { resolver in
      notes.builds.append(ObjectIdentifier(resolver.site))
      throw Failure()
    }.asTransient()
    for _ in 0..<4 { #expect(throws: AstrojectError.self) { try container.resolve(Node.self) } }
    #expect(Set(notes.builds.suffix(2)).count == 1)
  }

  @Test("as far as a thread keeps that many")
  func many() async throws {
    let container = Container()
    func register<Rest>(_ type: Rest.Type, depth: Int) throws {
      try container.register(Chain<Rest>.self) { resolver in
        if depth > 0 { _ = try resolver.resolve(Chain<Chain<Rest>>.self) }
        return Chain<Rest>()
      }.asTransient()
      if depth > 0 { try register(Chain<Rest>.self, depth: depth - 1) }
    }
    try register(Int.self, depth: 2 * ThreadRecord.Frames.most)
    let counts = Counter()
    _ = await Crowd(threads: 1).run {
      for _ in 0..<3 { _ = try container.resolve(Chain<Int>.self) }
      for _ in 0..<ThreadRecord.current.pointee.frames.count { _ = counts.increment() }
    } asynchronous: {
    }
    #expect(counts.value == ThreadRecord.Frames.most)
  }
}
