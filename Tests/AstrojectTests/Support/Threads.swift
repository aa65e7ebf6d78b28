import TestSupport
import Foundation

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
