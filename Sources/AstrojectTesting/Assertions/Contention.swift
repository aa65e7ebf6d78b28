import Astroject
import Foundation

/// Runs a closure on several threads and tasks at the same moment: none begins before all are ready.
///
/// Results need not be Sendable, because nothing reads them before all threads and tasks have ended.
enum Contention {
  /// Returns the results of threads; blocks until all have ended.
  static func run<Product>(
    threads: Int, _ body: @escaping @Sendable () throws -> Product
  ) -> [Result<Product, any Error>] {
    #if canImport(Dispatch)
      let round = Round<Product>(count: threads)
      let end = DispatchSemaphore(value: 0)
      for _ in 0..<threads { round.start(body) { end.signal() } }
      end.wait()
      return round.results
    #else
      // Without Dispatch there is only one thread.
      return (0..<threads).map { _ in Result { try body() } }
    #endif
  }

  /// Returns the results of threads and tasks.
  static func run<Product>(
    threads: Int, tasks: Int, synchronous: @escaping @Sendable () throws -> Product,
    asynchronous: @escaping @Sendable () async throws -> Product
  ) async -> [Result<Product, any Error>] {
    let round = Round<Product>(count: threads + tasks)
    await withCheckedContinuation { (end: CheckedContinuation<Void, Never>) in
      for _ in 0..<threads { round.start(synchronous) { end.resume() } }
      for _ in 0..<tasks { round.start(awaiting: asynchronous) { end.resume() } }
    }
    return round.results
  }
}

/// One meeting of threads and tasks, with their results.
private final class Round<Product>: Sendable {
  private struct State {
    var missing: Int
    var waiting: [@Sendable () -> Void] = []
    var results: [Unchecked<Result<Product, any Error>>] = []
  }

  /// The usual stack of a main thread, so that an equally deep graph fits.
  private static var stackSize: Int { 8 << 20 }

  private let count: Int
  private let state: Lock<State>

  init(count: Int) {
    self.count = count
    state = Lock(State(missing: count))
  }

  var results: [Result<Product, any Error>] { state.withLock { $0.results }.map(\.value) }

  /// Starts a thread; the last thread or task to end calls `atEnd`.
  func start(_ body: @escaping @Sendable () throws -> Product, atEnd: @escaping @Sendable () -> Void) {
    #if canImport(Dispatch)
      let current = Container.currentOfTask ?? Container.shared ?? .missing
      let thread = Thread {
        let turn = DispatchSemaphore(value: 0)
        self.arrive { turn.signal() }
        turn.wait()
        if self.isLast(Result { try Container.withCurrent(current) { try body() } }) { atEnd() }
      }
      thread.stackSize = Round.stackSize
      thread.start()
    #else
      start(awaiting: { try body() }, atEnd: atEnd)
    #endif
  }

  /// Starts a task; the last thread or task to end calls `atEnd`.
  func start(awaiting body: @escaping @Sendable () async throws -> Product, atEnd: @escaping @Sendable () -> Void) {
    CurrentBuild.startTask {
      await withCheckedContinuation { turn in self.arrive { turn.resume() } }
      let result: Result<Product, any Error>
      do { result = .success(try await body()) } catch { result = .failure(error) }
      if self.isLast(result) { atEnd() }
    }
  }

  /// Notes that a thread or task is ready; the last one to arrive releases all.
  private func arrive(_ begin: @escaping @Sendable () -> Void) {
    let all = state.withLock { state in
      state.waiting.append(begin)
      state.missing -= 1
      return state.missing == 0 ? state.waiting : []
    }
    for begin in all { begin() }
  }

  private func isLast(_ result: Result<Product, any Error>) -> Bool {
    let result = Unchecked(result)
    return state.withLock { state in
      state.results.append(result)
      return state.results.count == count
    }
  }
}
