/// The memory of a thread: the build whose code runs on it, its pools, and the end of its stack.
struct ThreadContext {
  /// The address of the build whose code runs; see ``CurrentBuild``.
  var word: UInt = 0
  /// The innermost transaction whose closure runs on this thread; see ``Transaction``.
  var transaction: Borrowed<Transaction>?
  /// The values that are prepared for the code of a build.
  var preparedValues = CurrentBuild.PreparedValues()
  /// The queue of containers that end because another one is torn down; see `Core.takeApart`.
  var teardownQueue: [Core]?
  /// The number of calls into custom scopes that the thread is inside of; see ``CustomCall``.
  var customCallDepth = 0
  /// True if the code of the innermost of these calls, or an object that it dropped, has resolved.
  var hasCustomCallResolved = false
  /// The state of the question that the thread asks; see ``Question``.
  var question = Question.State.none
  /// The owner of the form that is resolving on this thread, if there is one; see ``Requester``.
  var requester: Requester?
  /// The builds that the thread can use again.
  var pool = BuildPool()
  /// A tree that the thread can use again, retained once.
  var spareTree: Borrowed<Tree>?
  private let stackEnd: UInt

  /// The number of bytes of stack below which nothing more is built.
  private static let reserve: UInt = 64 << 10

  /// The context of the running thread, made when it is first needed and freed with the thread.
  static var current: UnsafeMutablePointer<ThreadContext> {
    @inline(__always) get { ThreadMemory.address?.assumingMemoryBound(to: ThreadContext.self) ?? make() }
  }

  /// The offset of a context in its memory. The mark of the thread is before it.
  fileprivate static let offset = 16

  @inline(never)
  private static func make() -> UnsafeMutablePointer<ThreadContext> {
    // Alone in its cache lines, because its thread writes to it all the time.
    let size = offset + MemoryLayout<ThreadContext>.stride
    let memory = UnsafeMutableRawPointer.allocate(byteCount: (size + 127) & ~127, alignment: 128)
    memory.bindMemory(to: AtomicWord.self, capacity: 1).initialize(to: AtomicWord(0))
    let record = (memory + offset).initializeMemory(as: ThreadContext.self, to: ThreadContext(stackEnd: Stack.end))
    ThreadMemory.end.withLock { $0 = free }
    ThreadMemory.address = UnsafeMutableRawPointer(record)
    Retired.join(record.mark)
    return record
  }

  /// Frees the context in some memory, when its thread ends.
  static func free(_ memory: UnsafeMutableRawPointer) {
    let record = memory.assumingMemoryBound(to: ThreadContext.self)
    Retired.leave(record.mark)
    // Neither a build in the pool nor the spare tree refers to anything, so freeing them runs no user code.
    record.pointee.pool.removeAll()
    record.pointee.spareTree.take()?.release()
    (memory - offset).deallocate()
  }

  /// True if the stack of this thread, which is the running one, is almost at its end.
  ///
  /// The difference wraps around to a large number if the end is not known, and under the address sanitizer, which
  /// stores variables elsewhere.
  var isNearEndOfStack: Bool {
    @inline(__always) get {
      var marker: UInt8 = 0
      let here = withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }
      return here &- stackEnd < ThreadContext.reserve
    }
  }
}

extension ReadHold {
  /// The context of the thread, which is the running one.
  @inline(__always)
  var thread: UnsafeMutablePointer<ThreadContext> { knownThread ?? ThreadContext.current }

  /// The context of the thread; nil if the thread read already, and so has to be looked up.
  @inline(__always)
  var knownThread: UnsafeMutablePointer<ThreadContext>? {
    mark.map { (UnsafeMutableRawPointer($0) + ThreadContext.offset).assumingMemoryBound(to: ThreadContext.self) }
  }
}

extension UnsafeMutablePointer<ThreadContext> {
  /// The time at which the thread began to read without a lock, or zero; see ``ReadHold``.
  ///
  /// Other threads read it.
  @inline(__always)
  var mark: UnsafeMutablePointer<AtomicWord> {
    (UnsafeMutableRawPointer(self) - ThreadContext.offset).assumingMemoryBound(to: AtomicWord.self)
  }
}
