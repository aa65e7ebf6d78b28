#if canImport(Testing)
  import Foundation
  import Testing

  /// Runs each test on threads of its own, and watches it for a hang.
  ///
  /// Swift Testing starts all tests in the cooperative pool, which has one thread for each processor. As many tests
  /// that block there stop all others. So each test has this trait that blocks a thread, or that could hang. Only a few
  /// of them run at the same time, so that they do not wait long for a processor.
  package struct OwnThreadsTrait: SuiteTrait, TestTrait, TestScoping {
    /// True inside a test that has the trait, because its suites may have it, too.
    @TaskLocal private static var isInside = false
    private static let turns = Turns(2 * ProcessInfo.processInfo.activeProcessorCount)

    package var isRecursive: Bool { true }

    package func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
      if OwnThreadsTrait.isInside { return try await function() }
      await OwnThreadsTrait.turns.begin()
      defer { OwnThreadsTrait.turns.end() }
      let name = "\(test.name), \(test.sourceLocation)"
      try await OwnThreads.run {
        // The test is not watched while it waits for the pool again.
        try await Watchdog.shared.watch(news: { name }) {
          try await OwnThreadsTrait.$isInside.withValue(true) { try await function() }
        }
      }
    }
  }

  extension Trait where Self == OwnThreadsTrait {
    package static var ownThreads: Self { Self() }
  }

  /// Lets a number of tasks begin, and the others as these end, in the order in which they came.
  private final class Turns: Sendable {
    private struct State {
      var free: Int
      var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Guarded<State>

    init(_ count: Int) { state = Guarded(State(free: count)) }

    func begin() async {
      await withCheckedContinuation { task in
        let begins = state.withLock { state in
          guard state.free > 0 else {
            state.waiting.append(task)
            return false
          }
          state.free -= 1
          return true
        }
        if begins { task.resume() }
      }
    }

    func end() {
      let next = state.withLock { state in
        guard state.waiting.isEmpty else { return state.waiting.removeFirst() as CheckedContinuation<Void, Never>? }
        state.free += 1
        return nil
      }
      next?.resume()
    }
  }
#endif
