import TestSupport

/// Runs a closure on a new thread, which is not the main one, and blocks until the closure has ended.
///
/// A test that calls it has the trait `.ownThreads`, so that no thread of the cooperative pool is blocked.
func onAnotherThread<Success: Sendable>(_ body: @escaping @Sendable () throws -> Success) throws -> Success {
  guard let result = onOwnThread({ Result { try body() } }) else { throw Trouble("the thread has no result") }
  return try result.get()
}
