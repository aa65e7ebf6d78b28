/// The code of builds that one task runs, one within the other: the awaited twin of a ``ThreadRecord``.
///
/// What a task knows of itself is bound to it, and that takes time. So only the build that a strand begins with is bound;
/// those within it that nobody shares, and that the same task runs, only note here which of them is running. Code of
/// another task that has come by the binding (an `async let`, a task that a factory has started) is not of the strand.
final class Strand: @unchecked Sendable {
  // The address of the task is never changed; what is in the memory is touched by the task alone.
  private let task: UInt
  /// The word of the build that it begins with.
  let beginning: UInt
  private let memory: UnsafeMutablePointer<Memory>

  private struct Memory {
    /// Whose code runs: the address of a ``Frame``, or the word of a ``LeafBuild``.
    var word: UInt
    /// Whether the memory behind this is in use, which has room for one ``LeafBuild``.
    var isLeafInUse = false
  }

  /// A strand of the running task that begins with a build.
  init(from frame: Frame) {
    task = Strand.currentTask
    beginning = frame.word
    let bytes = UnsafeMutableRawPointer.allocate(
      byteCount: MemoryLayout<Memory>.stride + MemoryLayout<LeafBuild>.stride, alignment: MemoryLayout<Memory>.alignment
    )
    memory = bytes.bindMemory(to: Memory.self, capacity: 1)
    UnsafeMutableRawPointer(memory + 1).bindMemory(to: LeafBuild.self, capacity: 1)
    memory.initialize(to: Memory(word: beginning))
  }

  deinit { memory.deallocate() }

  /// Whether the task that asks is its task. Another one may have come to lie at the same address; so it counts only while
  /// a build of the strand is active, as the task is there for as long.
  var isRunning: Bool { task != 0 && task == Strand.currentTask }

  /// Whose code runs; only for its own task.
  var word: UInt {
    get { memory.pointee.word }
    set { memory.pointee.word = newValue }
  }

  /// The address of the running task; zero where there is none.
  private static var currentTask: UInt {
    // It is a reference to the task, or nil, and nothing else. It is read where it lies, as copies are counted.
    guard MemoryLayout<UnsafeCurrentTask?>.size == MemoryLayout<UInt>.size else { return 0 }
    return withUnsafeCurrentTask { task in withUnsafeBytes(of: task) { $0.load(as: UInt.self) } }
  }

  // MARK: Builds that need nothing

  private var leafMemory: UnsafeMutablePointer<LeafBuild> {
    UnsafeMutableRawPointer(memory + 1).assumingMemoryBound(to: LeafBuild.self)
  }

  /// Puts a build where the code that it runs can find it, until `end`.
  func begin(_ build: LeafBuild) -> UnsafeMutablePointer<LeafBuild> {
    let leaf = memory.pointee.isLeafInUse ? .allocate(capacity: 1) : leafMemory
    memory.pointee.isLeafInUse = true
    leaf.initialize(to: build)
    memory.pointee.word = LeafBuild.word(of: leaf)
    return leaf
  }

  /// Takes away a build whose code has run, in favour of what was there before.
  func end(_ leaf: UnsafeMutablePointer<LeafBuild>, _ outer: UInt) {
    memory.pointee.word = outer
    if leaf.pointee.frame != nil { leaf.pointee.end() }
    if leaf == leafMemory { memory.pointee.isLeafInUse = false } else { leaf.deallocate() }
  }
}
