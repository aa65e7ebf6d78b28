/// The behaviors of one container.
final class Observers: Sendable {
  typealias Event = (any Behavior) -> Void

  private let queues = Lock<[EventQueue]>([])
  private let tracers = Lock<[any Tracer]>([])
  private let listening = AtomicWord(0)

  /// Whether a behavior of this container or of a parent wants to hear.
  var areListening: Bool { listening.load() != 0 }

  /// Begins to listen; false if it did so before.
  func listen() -> Bool { listening.add(1) == 1 }

  /// Those of this container alone that trace.
  var ownTracers: [any Tracer] { tracers.withLock { $0 } }

  func add(_ behavior: any Behavior) {
    if let tracer = behavior as? any Tracer {
      tracers.withLock { $0.append(tracer) }
    } else {
      queues.withLock { $0.append(EventQueue(behavior)) }
    }
  }

  func removeAll() {
    let old = (
      queues.withLock { queues in
        defer { queues = [] }
        return queues
      },
      tracers.withLock { tracers in
        defer { tracers = [] }
        return tracers
      }
    )
    withExtendedLifetime(old) {}
  }

  func tell(_ event: @escaping Event) { for queue in queues.withLock({ $0 }) { queue.deliver(event) } }
}

/// Delivers events to one behavior, one after another.
private final class EventQueue: @unchecked Sendable {
  private struct State {
    var waiting: [Observers.Event] = []
    var isDelivering = false
  }

  private let behavior: any Behavior
  private let state = Lock(State())

  init(_ behavior: any Behavior) { self.behavior = behavior }

  /// Delivers an event, and those that arrive meanwhile; leaves it to whoever is delivering already.
  func deliver(_ event: @escaping Observers.Event) {
    let isBusy = state.withLock { state in
      state.waiting.append(event)
      defer { state.isDelivering = true }
      return state.isDelivering
    }
    if isBusy { return }
    while let next = next() { next(behavior) }
  }

  private func next() -> Observers.Event? {
    state.withLock { state in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.isDelivering = false
      return nil
    }
  }
}
