/// Has calls into one custom instance follow one another, whichever containers and registrations share it.
///
/// The turn is no lock: the user's code runs while it is taken, and so does the `deinit` of what the instance drops. A
/// thread that has a turn waits for none, and for no build. So nothing that such code does can wait for itself, on one
/// thread or several:
/// - `get` and `set` wait for the turn; on a thread that is inside a call into any instance they are refused.
/// - `release` does not wait. While the turn is taken it is queued, and run by the thread that has it.
final class InstanceTurn: @unchecked Sendable {
  private static let turns = Companions<InstanceTurn>()
  /// How many releases a thread runs for others after its own call.
  private static let share = 64
  /// How many calls a thread may be inside of, each in the one before, to run a release at once: what a scope drops may
  /// release another scope, and so on, and each takes stack.
  private static let mostNested = 8

  private struct State {
    var isTaken = false
    /// The releases that are to be run before the next call.
    var releases = Deque<() -> Void>()
    /// The threads that wait for the turn.
    var waiters = Deque<Signal>()

    mutating func takeIfFree() -> Bool {
      if isTaken { return false }
      isTaken = true
      return true
    }
  }

  /// The instance, which is held and not touched.
  private let object: AnyObject?
  private let state = Lock(State())

  private init(_ object: AnyObject?) { self.object = object }

  deinit { InstanceTurn.turns.forget(object) }

  static func of(_ instance: some Instance) -> InstanceTurn { turns.companion(of: instance, orMake: InstanceTurn.init) }

  // MARK: Calls

  /// Runs `get` or `set` in its turn; throws if this thread is inside a call into an instance, or if the code resolves.
  func take<Result>(_ body: () -> Result) throws(AstrojectError.Cause) -> Result {
    if InstanceCall.noteViolation() { throw .resolving }
    begin()
    defer { leave() }
    let (result, hasResolved) = InstanceCall.run(body)
    if hasResolved { throw .hasResolved }
    return result
  }

  /// Runs `release` now if the turn is free, or has the thread run it that has the turn; a task, where this thread is
  /// inside of many calls.
  func release(_ body: @escaping () -> Void) {
    let isNested = InstanceCall.depth > InstanceTurn.mostNested
    let isFree = state.withLock { state in
      state.releases.append(body)
      return isNested ? !state.isTaken : state.takeIfFree()
    }
    guard isFree else { return }
    if isNested { Task.detached { self.leaveIfFree() } } else { leave() }
  }

  // MARK: The turn

  /// Takes the turn, and runs all that was queued before: the call is to see what earlier releases have done.
  private func begin() {
    let signal = state.withLock { state -> Signal? in
      if state.takeIfFree() { return nil }
      let signal = Signal()
      state.waiters.append(signal)
      return signal
    }
    signal?.wait()
    let queued = state.withLock { $0.releases.count }
    for _ in 0..<queued { if let release = state.withLock({ $0.releases.popFirst() }) { run(release) } }
  }

  /// Gives the turn to the next thread that waits. If there is none, runs some of what is queued, and leaves the rest
  /// to the next call or to a task, whichever comes first.
  private func leave() {
    for round in 0...InstanceTurn.share {
      let next = state.withLock { state -> Next in
        if let waiter = state.waiters.popFirst() { return .waiter(waiter) }
        if round < InstanceTurn.share, let release = state.releases.popFirst() { return .release(release) }
        state.isTaken = false
        return state.releases.count == 0 ? .nothing : .task
      }
      switch next {
      case .waiter(let signal): return signal.raise()
      case .release(let release): run(release)
      case .nothing: return
      case .task:
        Task.detached { self.leaveIfFree() }
        return
      }
    }
  }

  private enum Next {
    case waiter(Signal)
    case release(() -> Void)
    case nothing
    case task
  }

  private func leaveIfFree() { if state.withLock({ $0.takeIfFree() }) { leave() } }

  private func run(_ release: () -> Void) { _ = InstanceCall.run(release) }
}

/// A call into a custom instance: while it lasts, its thread must not resolve.
enum InstanceCall {
  /// How many calls are under way in the process: while there are none, nobody need ask its thread.
  private static let count = AtomicWord(0)

  /// Runs code of an instance, and returns whether that has resolved on this thread.
  static func run<Result>(_ body: () -> Result) -> (result: Result, hasResolved: Bool) {
    let thread = ThreadContext.current
    let outer = thread.pointee.instanceCall
    _ = count.add(1)
    thread.pointee.instanceCall = .running
    thread.pointee.instanceCallDepth += 1
    defer {
      thread.pointee.instanceCall = outer
      thread.pointee.instanceCallDepth -= 1
      _ = count.add(0 &- 1)
    }
    let result = body()
    return (result, thread.pointee.instanceCall == .spoiled)
  }

  /// The number of calls that this thread is inside of.
  static var depth: Int { count.load() == 0 ? 0 : ThreadContext.current.pointee.instanceCallDepth }

  /// Returns true if this thread is inside of a call.
  static var isUnderWay: Bool { depth > 0 }

  /// Notes that this thread resolves, or makes a call, inside a call; returns false where it is not inside one.
  static func noteViolation() -> Bool {
    guard count.load() != 0 else { return false }
    let thread = ThreadContext.current
    guard thread.pointee.instanceCall != .none else { return false }
    thread.pointee.instanceCall = .spoiled
    return true
  }

  /// What a thread knows of the innermost call that it is inside of.
  enum State {
    case none
    case running
    /// It has resolved, or what it dropped has.
    case spoiled
  }
}
