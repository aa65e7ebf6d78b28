import TestSupport
import Testing

@testable import Astroject

struct BuildEndTests {
  private let freed = Counter()

  /// Returns a registration that retains an object until it is freed.
  private func registration() -> Blueprint {
    let part = Ending(counting: freed)
    return Blueprint(
      Recipe<Void, Int>.resolving { _ in withExtendedLifetime(part) { 1 } },
      Placement(at: CodeLocation(fileID: #fileID, line: 1)))
  }

  @Test func `a build that has ended knows its step but does not keep its registration`() {
    let build: Build
    let step: AstrojectError.Step
    do {
      let registration = registration()
      build = Build.bare(of: registration)
      step = build.step
      #expect(build.blueprintUnderWay === registration)
      build.end()
    }
    #expect(freed.value == 1 && build.blueprintUnderWay == nil)
    #expect(build.step.key == step.key && build.step.location == step.location)
  }

  @Test func `a build that has ended is no part of a loop`() {
    let (root, others) = (registration(), (1...3).map { _ in registration() })
    var builds = [Build.bare(of: root)]
    for next in others + [root] { builds.append(Build.bare(of: next, in: builds.last)) }
    #expect(builds[4].isRefused)
    builds[0].end()
    #expect(!builds[4].isRefused)
  }

  @Test func `a thread may read the step of a build that another one ends, and whose registration goes`() async throws {
    let rounds = 500
    for _ in 0..<rounds {
      let barrier = Barrier(count: 2)
      let registration = Guarded<Blueprint?>(registration())
      let build = Build.bare(of: try #require(registration.now))
      async let key = onThread {
        barrier.wait()
        var key: Key?
        for _ in 0..<10 { key = build.blueprintUnderWay?.key ?? build.step.key }
        return key
      }
      async let end: Void = onThread {
        barrier.wait()
        build.end()
        registration.withLock { $0 = nil }
      }
      _ = try await end
      #expect(try await key == Key(Int.self))
    }
    #expect(freed.value == rounds)
  }
}
