import TestSupport
import Testing

@Suite("Helpers of the tests", .ownThreads)
struct TestSupportTests {
  @Test func `a watched process hangs after as many idle naps without progress as the limit allows`() {
    var stillness = Stillness(limit: 3)
    let naps = [
      (1, true, true), (1, true, true), (1, true, true), (2, true, true), (2, true, true), (2, false, true),
      (2, true, true), (2, true, false), (2, true, true), (2, true, false), (2, true, true),
    ]
    let hangs = naps.map { stillness.isHang(progress: $0, isWatching: $1, isIdle: $2) }
    #expect(hangs == Array(repeating: false, count: 10) + [true])
  }

  @Test func `the watchdog ends a process that hangs`() async {
    await #expect(processExitsWith: .failure) {
      await Watchdog(limit: 3, nap: 0.001).watch(news: { "a closed gate" }) { await Gate().pass() }
    }
  }

  @Test func `any number of child tasks of a test may block at the same time`() async {
    let barrier = Barrier(count: 20)
    await withTaskGroup { group in
      for _ in 0..<20 { group.addTask { barrier.wait() } }
    }
  }

  @Test func `a task continues when a counter has reached its goal before or afterwards`() async {
    let counter = Counter()
    await counter.reaches(0)
    async let two: Void = counter.reaches(2)
    async let one: Void = counter.reaches(1)
    for _ in 0..<2 { counter.increment() }
    _ = await (one, two)
    await counter.reaches(2)
  }

  @Test func `sleepUntilCancelled ends with the cancellation of its task`() async {
    let task = Task { try await sleepUntilCancelled() }
    task.cancel()
    guard case .failure(let error) = await task.result else { return }
    #expect(error is CancellationError)
  }
}
