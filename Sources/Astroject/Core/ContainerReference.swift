/// The container that a core belongs to, which the core does not keep.
///
/// A weak reference takes memory of its own, and has every count of its object take longer. Few ask a core for its
/// container; so there is one only where somebody does.
struct ContainerReference: ~Copyable, Sendable {
  // Not private: a debug build of this compiler would refer to what it does not find.
  enum State {
    case none
    case there(Unmanaged<Container>)
    /// The reference is counted.
    case weak(Unmanaged<WeakContainer>)
  }

  private let state = Lock(State.none)

  /// Remembers a container, until it detaches itself.
  func attach(_ container: Container) { state.withLock { $0 = .there(.passUnretained(container)) } }

  /// Forgets the container, which is about to be freed.
  func detach() {
    let old = state.withLock { state in
      defer { state = .none }
      return state
    }
    if case .weak(let reference) = old { reference.release() }
  }

  /// The container, unless it is gone.
  var container: Container? {
    let (reference, known) = state.withLock { state -> (WeakContainer?, Container?) in
      switch state {
      case .none: return (nil, nil)
      case .weak(let reference): return (reference.takeUnretainedValue(), nil)
      case .there(let container):
        // It is not freed before it has detached itself, and to one that is going there is no weak reference. Otherwise
        // it is held from now on: to let go of it here might be to free it, which takes the lock.
        let container = container.takeUnretainedValue()
        let reference = WeakContainer(container)
        state = .weak(.passRetained(reference))
        return withExtendedLifetime(container) { (reference, reference.container) }
      }
    }
    return known ?? reference?.container
  }
}

final class WeakContainer: @unchecked Sendable {
  // Changed by the runtime alone.
  private(set) weak var container: Container?

  @inline(never)
  init(_ container: Container) { self.container = container }
}
