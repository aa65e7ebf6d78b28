/// A thread or task that waits for a product that another one builds.
final class Waiter: @unchecked Sendable {
  /// The result of a wait.
  enum Outcome {
    case product(AnyProduct)
    case failure(AstrojectError)
    /// Nothing came of the build, for a reason that is not the product's. Ask again.
    case again
    /// The build is about to suspend, and this waiter would block its thread all along.
    case refused
    /// The waiting task was cancelled.
    case cancelled
    /// The wait would have closed a loop. Take what there is before the build ends.
    case early
  }

  private enum State {
    case waiting
    case followed(by: @Sendable () -> Void)
    case over(Outcome)
  }

  let isSynchronous: Bool
  /// The build that is waited for.
  let target: Build
  /// The build on whose behalf the caller waits.
  let asker: Build?
  /// The outermost build that the asker works for, while the graph of waits, whose lock guards it, knows of the wait.
  var top: ObjectIdentifier?
  /// The slot that knows of the waiter until it has ended.
  let slot: InstanceSlot?
  /// The property that the product is for, if it may get the product later.
  let property: LateProperty?
  /// True if the product was released before this wait began, so that its caller has to ask again.
  let isLate: Bool
  private let state = Lock(State.waiting)

  init(
    isSynchronous: Bool, asker: Build?, target: Build, slot: InstanceSlot? = nil, property: LateProperty? = nil,
    isLate: Bool = false
  ) {
    self.isLate = isLate
    self.property = property
    self.isSynchronous = isSynchronous
    self.asker = asker
    self.target = target
    self.slot = slot
    target.noteSeen()
  }

  /// Makes the wait known; returns the loop that it would close, in which nothing may wait.
  func begin() -> WaitGraph.Loop? { asker.flatMap { WaitGraph.begin(self, for: $0) } }

  /// Ends the wait. Only the first end counts.
  func end(_ outcome: Outcome) {
    let next: (@Sendable () -> Void)? = state.withLock { state in
      if case .over = state { return nil }
      if case .followed(let next) = exchange(&state, with: .over(outcome)) { return next }
      return nil
    }
    next?()
  }

  /// Ends the wait unless it has ended, and lets the slot and the graph of waits forget it.
  func withdraw(as outcome: Outcome = .again) {
    end(outcome)
    slot?.forget(self)
    if asker != nil { WaitGraph.end(self) }
  }

  /// Blocks the thread until the wait has ended.
  func block() -> Outcome {
    let signal = Signal()
    follow { signal.raise() }
    signal.wait()
    return finish()
  }

  /// Suspends the task until the wait has ended or the task is cancelled.
  func suspend() async -> Outcome {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in follow { continuation.resume() } }
    } onCancel: {
      end(.cancelled)
    }
    return finish()
  }

  /// Calls a closure when the wait has ended, on the thread that ends it.
  func follow(_ next: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if case .over = state { return true }
      state = .followed(by: next)
      return false
    }
    if isOver { next() }
  }

  private func finish() -> Outcome {
    // The slot has forgotten the waiter, unless that was cancelled.
    withdraw()
    return state.withLock { if case .over(let outcome) = $0 { outcome } else { .again } }
  }
}
