import Foundation
import Synchronization
import TestSupport
import Testing

/// A weak reference that tells if its object was released.
final class Glimpse: @unchecked Sendable {
  private weak var object: AnyObject?

  init(_ object: AnyObject) { self.object = object }

  var isGone: Bool { object == nil }
}

/// Runs a closure in a new task, and fails the test if the closure does not end in time.
///
/// The task is abandoned, not stopped. The time limit suits a busy machine.
func promptly(
  _ call: Call = .asynchronous, within seconds: Int = 150, at location: SourceLocation = #_sourceLocation,
  _ body: @escaping @Sendable (Call) async throws -> Void
) async throws {
  let first = Guarded<CheckedContinuation<Result<Void, any Error>?, Never>?>(nil)
  let result = await withCheckedContinuation { continuation in
    first.withLock { $0 = continuation }
    Task {
      let result: Result<Void, any Error>
      do { result = .success(try await body(call)) } catch { result = .failure(error) }
      first.withLock { $0.take() }?.resume(returning: result)
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds)) {
      first.withLock { $0.take() }?.resume(returning: nil)
    }
  }
  if let result { try result.get() } else { Issue.record("The call did not end", sourceLocation: location) }
}

/// Runs a closure on a new thread, and does not wait for it.
func thread(_ body: @escaping @Sendable () -> Void) { Thread.detachNewThread(body) }
