/// Somebody who waits for a product that another thread or task is building.
final class Waiter: @unchecked Sendable {
  /// What a wait ends with.
  enum Outcome {
    case product(AnyProduct)
    case failure(AstrojectError)
    /// Nothing came of the build, for no reason of the product's: ask anew.
    case again
    /// The build is about to suspend, and this waiter would block its thread all along.
    case refused
    /// The task that waits was cancelled.
    case cancelled
    /// A property is to get later what is waited for.
    case putOff
  }

  private enum State {
    case waiting
    case suspended(CheckedContinuation<Void, Never>)
    case over(Outcome)
  }

  let isSynchronous: Bool
  /// The build that it waits for.
  let target: Build
  /// The build on whose behalf it waits.
  private let asker: Build?
  /// Where others know of it until it has ended.
  let slot: InstanceSlot?
  /// The property that it waits for, if that may get later what is being built.
  let property: LateProperty?
  private let state = Lock(State.waiting)
  private let signal: Signal?

  init(isSynchronous: Bool, asker: Build?, target: Build, slot: InstanceSlot? = nil, property: LateProperty? = nil) {
    self.property = property
    self.isSynchronous = isSynchronous
    self.asker = asker
    self.target = target
    self.slot = slot
    signal = isSynchronous ? Signal() : nil
  }

  /// Makes the wait known; returns the loop that it would close, and in which nobody may wait.
  func begin() -> WaitGraph.Loop? { asker.flatMap { WaitGraph.begin(self, for: $0) } }

  /// Ends the wait with what is finished but for its hooks; false if the build that it waits for is not that far.
  func takeDraft() -> Bool {
    guard let slot, slot.draft(of: target) != nil else { return false }
    // Where that is just ending, the wait is about to end, too.
    guard let draft = HeldProduct.follow(slot, by: asker) else { return true }
    end(.product(draft))
    leave()
    return true
  }

  /// Ends the wait of a property, which is to get later what it waits for; false for any other one.
  func putOff() -> Bool {
    if property == nil { return false }
    end(.putOff)
    leave()
    return true
  }

  /// Ends the wait; only the first end counts.
  func end(_ outcome: Outcome) {
    let continuation: CheckedContinuation<Void, Never>? = state.withLock { state in
      switch state {
      case .over: return nil
      case .waiting:
        state = .over(outcome)
        return nil
      case .suspended(let continuation):
        state = .over(outcome)
        return continuation
      }
    }
    continuation?.resume()
    signal?.raise()
  }

  /// Gives the wait up, before it has blocked or suspended anybody: there is no need of it any more.
  func withdraw() {
    end(.again)
    leave()
  }

  /// Blocks the thread until the wait has ended.
  func block() -> Outcome {
    signal?.wait()
    return finish()
  }

  /// Suspends the task until the wait has ended, or the task is cancelled.
  func suspend() async -> Outcome {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if case .over = state { return true }
          state = .suspended(continuation)
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      end(.cancelled)
    }
    return finish()
  }

  private func finish() -> Outcome {
    let outcome = state.withLock { state -> Outcome in
      if case .over(let outcome) = state { return outcome }
      return .again
    }
    // The slot has forgotten all others before they have ended.
    if case .cancelled = outcome { slot?.forget(self) }
    if asker != nil { WaitGraph.end(self) }
    return outcome
  }

  /// Has nobody know of the wait any more, though the build goes on.
  private func leave() {
    slot?.forget(self)
    if asker != nil { WaitGraph.end(self) }
  }
}
