/// A queue of containers that end because another one ends, taken apart one after the other.
///
/// A child releases its parent, a registration the container that it holds. A recursion through many of them could
/// overflow the stack. All are taken apart on the thread that released the first one.
enum TeardownQueue {
  /// Queues a container that ends because another one is torn down.
  ///
  /// Returns false if it ends by itself.
  static func queue(_ core: Core) -> Bool {
    guard let queue = ThreadContext.current.pointee.teardownQueue else { return false }
    queue.pointee.append(core)
    return true
  }

  /// Collects the containers that end while a closure runs.
  static func collect<Result>(in queue: UnsafeMutablePointer<[Core]>, _ body: () -> Result) -> Result {
    let thread = ThreadContext.current
    // No collection is under way yet: containers that end meanwhile queue, and collect nothing themselves.
    thread.pointee.teardownQueue = queue
    defer { thread.pointee.teardownQueue = nil }
    return body()
  }
}
