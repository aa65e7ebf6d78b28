/// Delivers events to one behavior one after another, from all containers that it observes.
final class BehaviorQueue: @unchecked Sendable {
  // Unchecked, because a behavior need not be Sendable. Only the thread or task that has set `isDelivering` calls it,
  // and each hands that flag over under the lock.
  private struct State {
    var waiting = Deque<Event>()
    var isDelivering = false
  }

  /// Tells the behavior of an event.
  typealias Event = () -> Void

  /// The number of events that a caller delivers before it hands over: its own, and 64 queued ones.
  private static let share = 65

  private static let queues = Companions<BehaviorQueue>()

  let behavior: any Behavior
  private let object: AnyObject?
  private let state = Lock(State())

  private init(_ behavior: any Behavior, _ object: AnyObject?) {
    self.behavior = behavior
    self.object = object
  }

  deinit { BehaviorQueue.queues.forget(object) }

  static func of(_ behavior: any Behavior) -> BehaviorQueue {
    queues.companion(of: behavior) { BehaviorQueue(behavior, $0) }
  }

  /// Queues an event, and delivers it and some others, unless another caller or the task is delivering.
  ///
  /// A thread that is inside a call into a custom scope must not resolve, and a behavior may. So the task delivers
  /// there.
  func deliver(_ event: @escaping Event) {
    let isBusy = state.withLock { state in
      state.waiting.append(event)
      return exchange(&state.isDelivering, with: true)
    }
    if isBusy || !CustomCall.isUnderWay && deliverShare() { return }
    Task.detached { while !self.deliverShare() { await Task.yield() } }
  }

  /// Delivers a share of the queued events.
  ///
  /// Returns true if none is left, so that the next caller delivers its own event.
  private func deliverShare() -> Bool {
    for _ in 0..<BehaviorQueue.share {
      let event = state.withLock { state in
        let next = state.waiting.popFirst()
        state.isDelivering = next != nil
        return next
      }
      guard let event else { return true }
      event()
    }
    return false
  }
}
