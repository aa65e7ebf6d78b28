/// Makes the calls into one custom instance follow one another, whichever containers and registrations share it.
///
/// A turn is not a lock: the user's code runs during it, and so does the `deinit` of an object that the instance drops.
/// A thread that has a turn waits for no other turn, and for no build. So nothing that such code does can wait for
/// itself, on one thread or several:
/// - `get` and `set` wait for the turn. On a thread that is inside a call into any instance they are refused.
/// - `release` does not wait. While the turn is taken it is queued, and the thread that has the turn runs it.
final class CustomTurn: @unchecked Sendable {
  private static let turns = Companions<CustomTurn>()
  /// The number of releases that a thread runs for others after its own call.
  private static let share = 64
  /// The maximum number of nested calls in which a thread runs a release at once.
  ///
  /// An object that a scope drops may release another scope, and so on, and each level takes stack.
  private static let mostNested = 8

  private struct State {
    var isTaken = false
    /// The releases to be run before the next call.
    var releases = Deque<() -> Void>()
    /// The threads that wait for the turn.
    var waiters = Deque<Signal>()

    mutating func takeIfFree() -> Bool { !exchange(&isTaken, with: true) }
  }

  /// The instance, which is retained and not touched.
  private let object: AnyObject?
  private let state = Lock(State())

  private init(_ object: AnyObject?) { self.object = object }

  deinit { CustomTurn.turns.forget(object) }

  static func of(_ instance: some Instance) -> CustomTurn { turns.companion(of: instance, orMake: CustomTurn.init) }

  // MARK: Calls

  /// Runs `get` or `set` in its turn.
  ///
  /// - Throws: An error if this thread is inside a call into an instance, or if the code resolves.
  func take<Result>(_ body: () -> Result) throws(AstrojectError.Cause) -> Result {
    if CustomCall.noteViolation() { throw .resolving }
    begin()
    defer { leave() }
    let (result, hasResolved) = CustomCall.run(body)
    if hasResolved { throw .hasResolved }
    return result
  }

  /// Runs `release` now if the turn is free, or has the thread that has the turn run it.
  ///
  /// A thread that is inside many calls leaves it to a task.
  func release(_ body: @escaping () -> Void) {
    let isTaken = state.withLock { state in
      state.releases.append(body)
      return state.isTaken
    }
    if isTaken { return }
    if CustomCall.depth > CustomTurn.mostNested { Task.detached { self.leaveIfFree() } } else { leaveIfFree() }
  }

  // MARK: The turn

  /// Takes the turn, and runs all releases that were queued before because the call has to see their effect.
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

  /// Gives the turn to the next waiting thread.
  ///
  /// If there is none, it runs some of the queued releases, and leaves the rest to the next call or to a task,
  /// whichever comes first.
  private func leave() {
    for round in 0...CustomTurn.share {
      let next = state.withLock { state -> Next in
        if let waiter = state.waiters.popFirst() { return .waiter(waiter) }
        if round < CustomTurn.share, let release = state.releases.popFirst() { return .release(release) }
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

  /// True if a thread waits for the turn.
  var isAwaited: Bool { state.withLock { $0.waiters.count > 0 } }

  private func leaveIfFree() { if state.withLock({ $0.takeIfFree() }) { leave() } }

  private func run(_ release: () -> Void) { _ = CustomCall.run(release) }
}

/// A call into a custom instance, during which its thread must not resolve.
enum CustomCall {
  /// Runs code of an instance, and returns true if that has resolved on this thread.
  static func run<Result>(_ body: () -> Result) -> (result: Result, hasResolved: Bool) {
    let thread = ThreadContext.current
    let outer = thread.pointee.hasCustomCallResolved
    thread.pointee.hasCustomCallResolved = false
    thread.pointee.customCallDepth += 1
    defer {
      thread.pointee.hasCustomCallResolved = outer
      thread.pointee.customCallDepth -= 1
    }
    let result = body()
    return (result, thread.pointee.hasCustomCallResolved)
  }

  /// The number of calls that this thread is inside of.
  static var depth: Int { ThreadContext.current.pointee.customCallDepth }

  /// True if this thread is inside of a call.
  static var isUnderWay: Bool { depth > 0 }

  /// Notes that this thread resolves or makes a call inside a call; returns false if it is not inside one.
  static func noteViolation() -> Bool {
    guard isUnderWay else { return false }
    ThreadContext.current.pointee.hasCustomCallResolved = true
    return true
  }
}
