/// A container, which owns a core.
package protocol CoreOwner: AnyObject, Sendable {
  var core: Core { get }
}

/// A reference to the container of a core that does not retain it.
///
/// A weak reference takes memory of its own, and slows down each retain and release of its object. Few callers ask a
/// core for its container, so a weak reference is made only when one does.
struct ContainerReference: ~Copyable, Sendable {
  // Not private, because a debug build of this compiler would refer to a symbol that it does not find.
  enum State {
    case none
    case there(Borrowed<AnyObject>)
    /// The reference object is retained once.
    case weak(Borrowed<WeakContainer>)
  }

  private let state = Lock(State.none)

  /// Remembers a container until it is detached.
  func attach(_ container: AnyObject) { state.withLock { $0 = .there(Borrowed(container)) } }

  /// Forgets the container, which is about to be freed.
  func detach() {
    let old = state.withLock { state in
      defer { state = .none }
      return state
    }
    if case .weak(let reference) = old { reference.release() }
  }

  /// The container, unless it is gone.
  var container: AnyObject? {
    let (reference, known) = state.withLock { state -> (WeakContainer?, AnyObject?) in
      switch state {
      case .none: return (nil, nil)
      case .weak(let reference): return (reference.object, nil)
      case .there(let container):
        // A container is not freed before it has detached itself. If it is going, the weak reference is nil. Otherwise
        // it stays retained until the lock is free, because its last release would free it, which takes this lock.
        let container = container.object
        let reference = WeakContainer(container)
        state = .weak(Borrowed(retaining: reference))
        return withExtendedLifetime(container) { (reference, reference.container) }
      }
    }
    return known ?? reference?.container
  }
}

final class WeakContainer: @unchecked Sendable {
  // Only the runtime changes it.
  private(set) weak var container: AnyObject?

  @inline(never)
  init(_ container: AnyObject) { self.container = container }
}
