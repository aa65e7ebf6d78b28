/// Delivers events to one behavior, one after another, whichever containers they happen in.
final class EventQueue: @unchecked Sendable {
  // Unchecked, as a behavior need not be Sendable: it is called only by the thread or task that has set
  // `isDelivering`, and each hands that over under the lock.
  private struct State {
    var waiting = Deque<Observers.Event>()
    var isDelivering = false
  }

  private static let queues = Companions<EventQueue>()
  /// The number of queued events that are delivered in one go.
  private static let share = 64

  private let behavior: any Behavior
  private let object: AnyObject?
  private let state = Lock(State())

  private init(_ behavior: any Behavior, _ object: AnyObject?) {
    self.behavior = behavior
    self.object = object
  }

  deinit { EventQueue.queues.forget(object) }

  static func of(_ behavior: any Behavior) -> EventQueue {
    queues.companion(of: behavior) { EventQueue(behavior, $0) }
  }

  /// Delivers an event, and some of those that arrive meanwhile; queues it if another caller or the task is delivering.
  ///
  /// A thread that is inside a call into a custom scope must not resolve, as a behavior may: there the task delivers.
  func deliver(_ event: @escaping Observers.Event) {
    let isInScope = InstanceCall.isUnderWay
    let isQueued = state.withLock { state in
      if state.isDelivering || isInScope { state.waiting.append(event) }
      defer { state.isDelivering = true }
      return state.isDelivering
    }
    if isQueued { return }
    if !isInScope {
      event(behavior)
      if deliverShare() { return }
    }
    Task.detached { await self.deliverRest() }
  }

  /// Delivers queued events until there is none left, and lets other tasks run in between.
  private func deliverRest() async { while !deliverShare() { await Task.yield() } }

  /// Delivers some of the queued events; returns true if none is left, and the next caller delivers its own.
  private func deliverShare() -> Bool {
    for _ in 0..<EventQueue.share {
      guard let event = next() else { return true }
      event(behavior)
    }
    return false
  }

  private func next() -> Observers.Event? {
    state.withLock { state in
      let next = state.waiting.popFirst()
      if next == nil { state.isDelivering = false }
      return next
    }
  }
}
