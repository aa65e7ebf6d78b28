import Foundation
import Synchronization

@testable import BookServer

/// A clock that only a test moves. A waiter continues when the clock reaches the end of its wait.
final class StoppedClock: WallClock {
  private struct Waiter {
    let id: UUID
    let end: Date
    let continuation: CheckedContinuation<Void, any Error>
  }
  private struct State {
    var now = Date(timeIntervalSince1970: 1_767_225_600)
    var waiters: [Waiter] = []
    var arrivals: [CheckedContinuation<Void, Never>] = []
  }
  private let state = Mutex(State())

  var now: Date { state.withLock { $0.now } }

  func wait(for duration: Duration) async throws {
    let id = UUID()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let arrivals = state.withLock { state in
          defer { state.arrivals = [] }
          state.waiters.append(
            Waiter(id: id, end: state.now + Double(duration.components.seconds), continuation: continuation))
          return state.arrivals
        }
        for arrival in arrivals { arrival.resume() }
        if Task.isCancelled { wake(with: .failure(CancellationError())) { $0.id == id } }
      }
    } onCancel: {
      wake(with: .failure(CancellationError())) { $0.id == id }
    }
  }

  /// Suspends until a task waits for the clock.
  func waitForSleeper() async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.waiters.isEmpty { state.arrivals.append(continuation) }
        return !state.waiters.isEmpty
      }
      if isThere { continuation.resume() }
    }
  }

  func move(days: Double) {
    let now = state.withLock { state in
      state.now += days * 86_400
      return state.now
    }
    wake(with: .success(())) { $0.end <= now }
  }

  private func wake(with result: Result<Void, any Error>, _ isMeant: (Waiter) -> Bool) {
    let woken = state.withLock { state in
      let woken = state.waiters.filter(isMeant)
      state.waiters.removeAll(where: isMeant)
      return woken
    }
    for waiter in woken { waiter.continuation.resume(with: result) }
  }
}
