import Astroject
import Foundation
import TestSupport
import Testing

/// Notes what happened, in order, from any thread.
final class Recorder<Event: Sendable>: Sendable {
  private let noted = Guarded<[Event]>([])

  var events: [Event] { noted.withLock { $0 } }
  func note(_ event: Event) { noted.withLock { $0.append(event) } }
}

/// Looks at an object without keeping it.
final class Trace: @unchecked Sendable {
  private(set) weak var object: AnyObject?

  init(_ object: AnyObject) { self.object = object }

  /// Whether the object is gone.
  var isGone: Bool { object == nil }
}

/// An error of the user's that prints as it says.
struct Trouble: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Runs something on a thread of its own, and does not wait for it.
func detach(_ body: @escaping @Sendable () -> Void) { Thread.detachNewThread(body) }
