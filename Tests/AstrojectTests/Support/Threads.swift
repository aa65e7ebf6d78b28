import TestSupport
import Foundation

@testable import Astroject

/// Returns true if `WaitGraph` describes a wait by these words, such as "A → B waits for C".
private func isThere(_ wait: String) -> Bool {
  WaitGraph.description.split(separator: "\n").contains(Substring(wait))
}

/// Blocks until `WaitGraph` has a wait, such as "A → B waits for C".
func blockUntil(_ wait: String) { while !isThere(wait) { Thread.sleep(forTimeInterval: 0.001) } }

/// Suspends until `WaitGraph` has a wait, such as "A → B waits for C".
func suspendUntil(_ wait: String) async throws { while !isThere(wait) { try await Task.sleep(for: .milliseconds(1)) } }

/// Runs a closure on a new thread, which is not the main one, and blocks until the closure has ended.
func onAnotherThread<Success: Sendable>(_ body: @escaping @Sendable () throws -> Success) throws -> Success {
  let results = Recorder<Result<Success, any Error>>()
  let gate = Gate()
  Thread.detachNewThread {
    results.note(Result { try body() })
    gate.open()
  }
  gate.wait()
  return try results.events[0].get()
}
