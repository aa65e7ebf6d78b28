/// The code of builds that one task runs, one within the other: the awaited twin of a ``ThreadRecord``.
///
/// What a task knows of itself is bound to it, and that takes time. So only the build that a strand begins with is bound;
/// those within it that nobody shares, and that the same task runs, only note here which of them is running. Code of
/// another task that has come by the binding (an `async let`, a task that a factory has started) is not of the strand.
final class Strand: @unchecked Sendable {
  // The address of the task is never changed; the rest is touched by the task alone.
  private let task: UInt
  /// The word of the build that it begins with.
  let beginning: UInt
  /// Whose code runs: the address of a ``Frame``, or the word of a ``LeafBuild``; only for its own task.
  @exclusivity(unchecked) var word: UInt
  /// Memory for one build, when none uses it.
  @exclusivity(unchecked) private var spare: UnsafeMutablePointer<LeafBuild>?

  /// A strand of the running task that begins with a build.
  init(from frame: Frame) {
    task = Strand.currentTask
    beginning = frame.word
    word = beginning
  }

  deinit { spare?.deallocate() }

  /// Whether the task that asks is its task. Another one may have come to lie at the same address; so it counts only while
  /// a build of the strand is active, as the task is there for as long.
  var isRunning: Bool { task != 0 && task == Strand.currentTask }

  /// The address of the running task; zero where there is none.
  private static var currentTask: UInt {
    // It is a reference to the task, or nil, and nothing else. It is read where it lies, as copies are counted.
    guard MemoryLayout<UnsafeCurrentTask?>.size == MemoryLayout<UInt>.size else { return 0 }
    return withUnsafeCurrentTask { task in withUnsafeBytes(of: task) { $0.load(as: UInt.self) } }
  }

  // MARK: Builds that need nothing

  /// Puts a build where the code that it runs can find it, until `end`.
  func begin(_ build: LeafBuild) -> UnsafeMutablePointer<LeafBuild> {
    let leaf = spare.take() ?? .allocate(capacity: 1)
    leaf.initialize(to: build)
    word = LeafBuild.word(of: leaf)
    return leaf
  }

  /// Takes away a build whose code has run, in favour of what was there before.
  func end(_ leaf: UnsafeMutablePointer<LeafBuild>, _ outer: UInt) {
    word = outer
    if leaf.pointee.turnedOut != nil { leaf.pointee.end() }
    if spare == nil { spare = leaf } else { leaf.deallocate() }
  }
}
