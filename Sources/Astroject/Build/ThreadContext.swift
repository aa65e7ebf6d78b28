/// What is known of a thread: whose code runs on it, and how deep its stack is.
struct ThreadContext {
  /// Whose code runs; see ``CurrentBuild``.
  var word: UInt = 0
  /// The innermost step whose registrations count together, if one runs; see ``Transaction``.
  var transaction: Unmanaged<Transaction>?
  /// What lies ready for code of a build.
  var preparedValues = CurrentBuild.PreparedValues()
  /// Where containers queue that go while another one is let go of; see ``TeardownQueue``.
  var teardownQueue: UnsafeMutablePointer<[Core]>?
  /// The state of the call into a custom scope that the thread is inside of; see ``InstanceCall``.
  var instanceCall = InstanceCall.State.none
  var instanceCallDepth = 0
  /// Builds that the thread will use again.
  var pool = BuildPool()
  /// A tree that the thread will use again, which is counted.
  var spareTree: Unmanaged<Tree>?
  private let stackEnd: UInt
  /// Whether the memory behind the record is in use, which has room for one ``LeafBuild``.
  fileprivate var isLeafInUse = false

  /// With less than this many bytes of stack left, nothing more is built.
  private static let reserve: UInt = 64 << 10

  /// The record of the running thread, made when it is asked for first and freed with the thread.
  static var current: UnsafeMutablePointer<ThreadContext> {
    @inline(__always) get { ThreadMemory.address?.assumingMemoryBound(to: ThreadContext.self) ?? make() }
  }

  /// Where a record lies in its memory: the mark of the thread is before it, the room for a ``LeafBuild`` behind it.
  fileprivate static let offset = 16

  @inline(never)
  private static func make() -> UnsafeMutablePointer<ThreadContext> {
    // By itself in its lines of the cache, as it is written to by its thread all the time.
    let size = offset + MemoryLayout<ThreadContext>.stride + MemoryLayout<LeafBuild>.stride
    let memory = UnsafeMutableRawPointer.allocate(byteCount: (size + 127) & ~127, alignment: 128)
    memory.bindMemory(to: AtomicWord.self, capacity: 1).initialize(to: AtomicWord(0))
    let record = (memory + offset).initializeMemory(as: ThreadContext.self, to: ThreadContext(stackEnd: Stack.end))
    UnsafeMutableRawPointer(record + 1).bindMemory(to: LeafBuild.self, capacity: 1)
    ThreadMemory.address = UnsafeMutableRawPointer(record)
    Retired.join(record.mark)
    return record
  }

  /// Frees the record that lies in some memory, when its thread ends.
  static func free(_ memory: UnsafeMutableRawPointer) {
    let record = memory.assumingMemoryBound(to: ThreadContext.self)
    Retired.leave(record.mark)
    // A build in the pool has left nothing, nor has the tree, so freeing them runs no code of the user's.
    record.pointee.pool.removeAll()
    record.pointee.spareTree.take()?.release()
    (memory - offset).deallocate()
  }

  /// Whether the stack of the thread, which is the running one, is almost at its end.
  ///
  /// The difference wraps around to a large number where the end is not known, and under the address sanitizer, which
  /// keeps variables elsewhere.
  var isNearEndOfStack: Bool {
    @inline(__always) get {
      var marker: UInt8 = 0
      let here = withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }
      return here &- stackEnd < ThreadContext.reserve
    }
  }
}

extension UnsafeMutablePointer<ThreadContext> {
  /// When the thread began to read without a lock, or zero; see ``ReadHold``. Others look at it.
  @inline(__always)
  var mark: UnsafeMutablePointer<AtomicWord> {
    (UnsafeMutableRawPointer(self) - ThreadContext.offset).assumingMemoryBound(to: AtomicWord.self)
  }
}

// MARK: - Builds that need nothing

extension UnsafeMutablePointer<ThreadContext> {
  private var leafMemory: UnsafeMutablePointer<LeafBuild> {
    UnsafeMutableRawPointer(self + 1).assumingMemoryBound(to: LeafBuild.self)
  }

  /// Puts a build where the code that it runs can find it, until `end`.
  @inline(__always)
  func beginLeaf(_ build: LeafBuild) -> UnsafeMutablePointer<LeafBuild> {
    let leaf = pointee.isLeafInUse ? .allocate(capacity: 1) : leafMemory
    pointee.isLeafInUse = true
    leaf.initialize(to: build)
    pointee.word = LeafBuild.word(of: leaf)
    return leaf
  }

  /// Takes away a build whose code has run, in favour of what was there before.
  @inline(__always)
  func endLeaf(_ leaf: UnsafeMutablePointer<LeafBuild>, _ outer: UInt) {
    pointee.word = outer
    if leaf.pointee.turnedOut != nil { leaf.pointee.end() }
    if leaf == leafMemory { pointee.isLeafInUse = false } else { leaf.deallocate() }
  }
}
