/// A container, which owns a core.
package protocol CoreOwner: AnyObject, Sendable {
  var core: Core { get }
}

/// A reference to the container of a core that does not retain it.
///
/// A weak reference takes memory of its own, and slows down each retain and release of its object. Few callers ask a
/// core for its container, so a weak reference is made only when one does.
struct ContainerReference: ~Copyable, Sendable {
  /// The weak reference to the container, if there is one.
  private let state = Lock(nil as WeakObject?)
  /// The address of the container until it is about to be freed. It is read and cleared under the lock.
  private let word = AtomicWord(0)

  /// Remembers a container until it is detached.
  func attach(_ container: AnyObject) { word.store(Borrowed(container).word) }

  /// Forgets the container, which is about to be freed.
  func detach() { state.withLock { _ in word.store(0) } }

  /// The container, unless it is gone.
  var container: AnyObject? {
    state.withLock { known in
      if let known { return known.object }
      guard let container = word.object(AnyObject.self)?.object else { return nil }
      let reference = WeakObject(container)
      known = reference
      // A container is not freed before it has detached itself. If it is going, the weak reference is nil. Otherwise it
      // stays retained until the lock is free, because its last release would free it, which takes this lock.
      return withExtendedLifetime(container) { reference.object }
    }
  }
}
