/// Notes events in order, from any thread.
package final class Recorder<Event: Sendable>: Sendable {
  private let noted = Guarded<[Event]>([])

  package var events: [Event] { noted.now }

  package init() {}

  /// Returns the number of events that are noted now.
  @discardableResult
  package func note(_ event: Event) -> Int {
    noted.withLock { noted in
      noted.append(event)
      return noted.count
    }
  }
}

/// Observes an object without retaining it.
package final class Trace: @unchecked Sendable {
  package private(set) weak var object: AnyObject?

  package init(_ object: AnyObject) { self.object = object }

  package var isGone: Bool { object == nil }
}
