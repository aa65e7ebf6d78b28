import Foundation
import Synchronization
import TestSupport
import Testing

/// Looks at an object without keeping it.
final class Glimpse: @unchecked Sendable {
  private weak var object: AnyObject?

  init(_ object: AnyObject) { self.object = object }

  var isGone: Bool { object == nil }
}

/// Runs something in a task of its own, and fails the test if that does not end, rather than to hang.
///
/// It is given up, not stopped. The time is that of a machine which has much else to do.
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
  if let result { try result.get() } else { Issue.record("did not end", sourceLocation: location) }
}

/// Runs something on a thread of its own, and does not wait for it.
func thread(_ body: @escaping @Sendable () -> Void) { Thread.detachNewThread(body) }
