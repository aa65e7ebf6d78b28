import TestSupport
import Foundation

@testable import Astroject

/// Whether somebody waits, as `WaitGraph` says it: "A → B waits for C".
private func isThere(_ wait: String) -> Bool {
  WaitGraph.description.split(separator: "\n").contains(Substring(wait))
}

/// Blocks until somebody waits: "A → B waits for C".
func blockUntil(_ wait: String) { while !isThere(wait) { Thread.sleep(forTimeInterval: 0.001) } }

/// Suspends until somebody waits: "A → B waits for C".
func suspendUntil(_ wait: String) async throws { while !isThere(wait) { try await Task.sleep(for: .milliseconds(1)) } }

/// Runs something on a thread of its own, which is not the main one, and blocks until it has ended.
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
