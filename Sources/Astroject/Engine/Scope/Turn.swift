/// Makes the calls into one object of the user follow one another, wherever it is used: a custom scope, or a behavior.
///
/// A turn is not a lock: the user's code runs during it, and so does the `deinit` of an object that it drops.
///
/// A call that is added does not wait. While the turn is taken it is queued, and the thread or task that has the turn
/// makes it. So the events of a behavior come in order, and a custom scope is released after the call that is under
/// way.
///
/// The `get` and `set` of a custom scope wait for the turn. A thread that has the turn of a custom scope waits for no
/// other turn, and for no build: inside a call into any custom scope they are refused. So nothing that such code does
/// can wait for itself, on one thread or several.
final class Turn: @unchecked Sendable {
  // Unchecked, because the object need not be Sendable. Only the thread or task that has the turn calls it.

  /// The turns of class instances that are used in one way, each for as long as it is held.
  final class Kind: Sendable {
    static let scope = Kind()
    static let behavior = Kind()

    fileprivate let known = Lock<[ObjectIdentifier: WeakObject]>([:])
  }

  /// The number of added calls that a thread makes before it hands over: its own, and 64 queued ones.
  private static let share = 65
  /// The maximum number of nested calls in which a thread releases a custom scope at once.
  ///
  /// An object that a scope drops may release another scope, and so on, and each level takes stack.
  private static let mostNested = 8

  private struct State {
    var isTaken = false
    /// The calls to be made before the next one that has waited.
    var calls = Deque<() -> Void>()
    /// The threads that wait for the turn.
    var waiters = Deque<Signal>()

    mutating func takeIfFree() -> Bool { !exchange(&isTaken, with: true) }
  }

  /// The object in a box of the type that `of` was called with. It is retained, so that no other object takes the
  /// address by which the turn is known.
  let object: AnyProduct
  private let id: ObjectIdentifier?
  private let kind: Kind
  private let state = Lock(State())

  private init(of object: AnyProduct, _ id: ObjectIdentifier?, _ kind: Kind) {
    (self.object, self.id, self.kind) = (object, id, kind)
  }

  deinit {
    guard let id else { return }
    let successor = kind.known.withLock { known in
      let successor = known[id]?.object
      if successor == nil { known[id] = nil }
      return successor
    }
    // If this is the last reference to another turn of the object, that is freed here, where the lock is not held.
    withExtendedLifetime(successor) {}
  }

  /// Returns the turn of a class instance, which all its users share; a new one for any other value.
  static func of<Value>(_ value: Value, _ kind: Kind) -> Turn {
    guard type(of: value as Any) is AnyObject.Type else { return Turn(of: ProductBox(value), nil, kind) }
    let id = ObjectIdentifier(value as AnyObject)
    return kind.known.withLock { known in
      if let turn = known[id]?.object as? Turn { return turn }
      let turn = Turn(of: ProductBox(value), id, kind)
      known[id] = WeakObject(turn)
      return turn
    }
  }

  // MARK: Calls

  /// Runs the `get` or `set` of a custom scope in its turn.
  ///
  /// - Throws: An error if this thread is inside a call into a custom scope, or if the code resolves.
  func take<Result>(_ body: () -> Result) throws(AstrojectError.Cause) -> Result {
    if CustomCall.noteViolation() { throw .resolving }
    begin()
    defer { leave() }
    let (result, hasResolved) = CustomCall.run(body)
    if hasResolved { throw .hasResolved }
    return result
  }

  /// Makes a call now if the turn is free, or has the thread or task that has the turn make it.
  ///
  /// A thread that is inside a call into a custom scope leaves the call of a behavior, which may resolve, to a task.
  /// One that is inside many such calls leaves another release to it.
  func add(_ call: @escaping () -> Void) {
    let isTaken = state.withLock { state in
      state.calls.append(call)
      return state.isTaken
    }
    if isTaken { return }
    if CustomCall.depth > (kind === Kind.scope ? Turn.mostNested : 0) { leaveLater() } else { leaveIfFree() }
  }

  // MARK: The turn

  /// Takes the turn, and makes all calls that were added before because the next one has to see their effect.
  private func begin() {
    let signal = state.withLock { state -> Signal? in
      if state.takeIfFree() { return nil }
      let signal = Signal()
      state.waiters.append(signal)
      return signal
    }
    signal?.wait()
    let added = state.withLock { $0.calls.count }
    for _ in 0..<added { if let call = state.withLock({ $0.calls.popFirst() }) { make(call) } }
  }

  /// Gives the turn to the next waiting thread.
  ///
  /// If there is none, it makes some of the added calls, and leaves the rest to the next call or to a task, whichever
  /// comes first.
  private func leave() {
    for round in 0...Turn.share {
      let (waiter, call, isLast) = state.withLock { state in
        let waiter = state.waiters.popFirst()
        let call = waiter == nil && round < Turn.share ? state.calls.popFirst() : nil
        state.isTaken = waiter != nil || call != nil
        return (waiter, call, state.calls.count == 0)
      }
      if let waiter { return waiter.raise() }
      guard let call else {
        if !isLast { leaveLater() }
        return
      }
      make(call)
    }
  }

  /// True if a thread waits for the turn.
  var isAwaited: Bool { state.withLock { $0.waiters.count > 0 } }

  private func leaveIfFree() { if state.withLock({ $0.takeIfFree() }) { leave() } }

  private func leaveLater() { Task.detached { self.leaveIfFree() } }

  private func make(_ call: () -> Void) { if kind === Kind.scope { _ = CustomCall.run(call) } else { call() } }
}

/// A call into a custom scope, during which its thread must not resolve.
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
