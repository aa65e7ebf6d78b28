import Astroject
import Foundation
import TestSupport
import Testing

/// Notes events in order, from any thread.
final class Recorder<Event: Sendable>: Sendable {
  private let noted = Guarded<[Event]>([])

  var events: [Event] { noted.withLock { $0 } }
  func note(_ event: Event) { noted.withLock { $0.append(event) } }
}

/// Observes an object without retaining it.
final class Trace: @unchecked Sendable {
  private(set) weak var object: AnyObject?

  init(_ object: AnyObject) { self.object = object }

  var isGone: Bool { object == nil }
}

/// An error of user code that prints its description.
struct Trouble: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Runs a closure on a new thread, and does not wait for it.
func detach(_ body: @escaping @Sendable () -> Void) { Thread.detachNewThread(body) }
