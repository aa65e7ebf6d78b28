import TestSupport
import Testing

@testable import Astroject

@Suite("The wait graph", .ownThreads)
struct WaitGraphTests {
  private let blueprint = Blueprint(Recipe<Void, Int>.leaf { 1 }, Placement(at: .unknown))

  /// Returns a build that retains what it refers to. Other tests look at all waiters, and these builds are never ended.
  private func build(in parent: Build? = nil) -> Build {
    let build = Build.bare(of: blueprint, in: parent)
    build.end()
    return build
  }

  private func waiter(of asker: Build, for target: Build) -> Waiter {
    Waiter(isSynchronous: false, asker: asker, target: target)
  }

  @Test(arguments: [0, 1, 2, 5, 10_000], [false, true])
  func `the wait graph finds a loop of any length and its waiters in order`(count: Int, isLastFirst: Bool) throws {
    // A build inside each build waits for the next build. The last one would wait for the first.
    let builds = (0...count).map { _ in build() }
    let inner = builds.map { build(in: $0) }
    let waiters = (0..<count).map { waiter(of: inner[$0], for: builds[$0 + 1]) }
    let closing = waiter(of: inner[count], for: builds[0])
    let open = (isLastFirst ? waiters.reversed() : waiters).allSatisfy { $0.begin() == nil }
    #expect(open)
    let loop = try #require(closing.begin())
    #expect(loop.waiters.count == count && zip(loop.waiters, waiters).allSatisfy { $0 === $1 })
    // The path of each waiter from the build that is waited for, and for the last waiter only its first step.
    #expect(loop.builds.count == 2 * count + 1)
    // The loop is open without one of the waits.
    if count > 0 {
      waiters[count / 2].withdraw()
      #expect(closing.begin() == nil)
      closing.withdraw()
    }
    for waiter in waiters { waiter.withdraw() }
    withExtendedLifetime((builds, inner)) {}
  }

  @Test func `the wait graph finds a loop among 100 branches, and none if the branches only meet`() throws {
    let (top, bottom) = (build(), build())
    let middle = (0..<100).map { _ in build() }
    let waiters = middle.map { waiter(of: $0, for: bottom) } + middle.map { waiter(of: top, for: $0) }
    for waiter in waiters { #expect(waiter.begin() == nil) }
    let closing = waiter(of: bottom, for: top)
    let loop = try #require(closing.begin())
    #expect(loop.waiters.count == 2 && loop.builds.count == 3)
    for waiter in waiters { waiter.withdraw() }
    #expect(closing.begin() == nil)
    closing.withdraw()
    withExtendedLifetime((top, bottom, middle)) {}
  }

  @Test func `adding waiters to the wait graph takes less than quadratic time`() throws {
    let target = build()
    func time(_ count: Int) -> Duration {
      let builds = (0..<count).map { _ in build() }
      let waiters = builds.map { waiter(of: $0, for: target) }
      let time = processorTime {
        for waiter in waiters { _ = waiter.begin() }
        for waiter in waiters { waiter.withdraw() }
      }
      return withExtendedLifetime(builds) { time }
    }
    _ = time(100)
    // Eight times as many take eight times as long, not 64 times. Other tests use the same graph meanwhile.
    let (few, many) = (0..<7).reduce((Duration.seconds(60), Duration.seconds(60))) { best, _ in
      (min(best.0, time(1000)), min(best.1, time(8000)))
    }
    #expect(many < few * 32)
  }

  // MARK: Waiters for a slot

  /// Returns a slot in which a build is in progress.
  private func busySlot(_ build: Build) throws -> InstanceSlot {
    let slot = InstanceSlot()
    guard case .build = slot.claim(by: nil, synchronously: false, with: build) else { throw Trouble("not empty") }
    return slot
  }

  @Test(arguments: [true, false])
  func `a cancelled waiter is freed at once while the build continues for later waiters`(hasAsker: Bool) async throws {
    let (running, asker) = (build(), build())
    let slot = try busySlot(running)
    weak var last: Waiter?
    for _ in 0..<3 {
      let waiter = try expectWait(for: slot, by: hasAsker ? asker : nil, synchronously: false)
      last = waiter
      let task = Task {
        if case .cancelled = await waiter.suspend() { true } else { false }
      }
      task.cancel()
      #expect(await task.value)
    }
    #expect(last == nil)
    // The build continues, and other waiters still get its product.
    let waiter = try expectWait(for: slot, by: hasAsker ? asker : nil, synchronously: false)
    slot.finish(.product(ProductBox(1)))
    guard case .product = await waiter.suspend() else { return fail("the waiter did not get the built product") }
  }

  @Test func `a wait that is withdrawn or would close a loop frees the build that asked`() throws {
    let running = build()
    let slot = try busySlot(running)
    weak var waiter: Waiter?
    weak var asker: Build?
    do {
      let other = build()
      let given = try expectWait(for: slot, by: other, synchronously: false)
      (waiter, asker) = (given, other)
      given.withdraw()
    }
    #expect(waiter == nil && asker == nil)
    do {
      // The build in progress waits for the build that asks.
      let other = build()
      let back = Waiter(isSynchronous: false, asker: running, target: other)
      asker = other
      #expect(back.begin() == nil)
      guard case .loop = slot.claim(by: other, synchronously: false) else { return fail("the loop is not detected") }
      back.withdraw()
    }
    #expect(asker == nil)
    slot.finish(.again)
  }
}
