/// Containers that go one because of the other, taken apart one by one: a child lets go of its parent, a registration
/// of the container that it holds, and a long line of them would not find room on the stack.
///
/// All of it happens on the thread that lets go of the first container.
enum TeardownQueue {
  /// Has a container wait for its turn, if it goes because another one is let go of; false if it goes by itself.
  static func queue(_ core: Core) -> Bool {
    guard let queue = ThreadContext.current.pointee.teardownQueue else { return false }
    queue.pointee.append(core)
    return true
  }

  /// Makes a queue for as long as a closure runs.
  static func run(_ body: (UnsafeMutablePointer<[Core]>) -> Void) {
    var cores: [Core] = []
    withUnsafeMutablePointer(to: &cores, body)
  }

  /// Gathers the containers that go while something is let go of.
  static func collect<Result>(in queue: UnsafeMutablePointer<[Core]>, _ body: () -> Result) -> Result {
    let thread = ThreadContext.current
    // Nothing is being gathered yet: what goes meanwhile queues, and gathers nothing.
    thread.pointee.teardownQueue = queue
    defer { thread.pointee.teardownQueue = nil }
    return body()
  }
}
