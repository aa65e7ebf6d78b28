/// Knows on whose behalf code runs that was handed no resolver.
///
/// It finds the true parent of a resolve through a container that a factory has captured, of a `Lazy` that is used while
/// its owner is being built, and of an `@Inject`. Synchronous code is found by its thread, asynchronous code by its task.
package enum Ambient {
  @TaskLocal private static var frame: Frame?
  /// How many frames are bound to tasks in the process: while there are none, nobody need look.
  private static let count = AtomicWord(0)

  /// Whether no asynchronous code of a build is running anywhere, whose task could be this one.
  static var hasNoTasks: Bool { count.load() == 0 }

  /// The build whose code is running.
  ///
  /// - Throws: ``AstrojectError/circularDependency(_:)`` if that build turns out to repeat one above it.
  package static func current() throws -> Frame? { try current(at: ThreadRecord.current.pointee.word) }

  /// The same for code that runs where the thread's word was this.
  fileprivate static func current(at word: UInt) throws -> Frame? {
    let bound = hasNoTasks ? nil : try frame.flatMap { try $0.isActive ? innermost(from: $0) : nil }
    let found = if let leaf = LeafBuild.at(word) { try LeafBuild.frame(of: leaf) } else { Frame.at(word) }
    guard let leading = found else { return bound }
    // A task may run inside synchronous code that has started it; then its build is within that of the code.
    if let bound, bound !== leading, bound.isWithin(leading) { return bound }
    return leading.isActive ? leading : nil
  }

  /// Whether no code of a build is running here.
  static var isNobody: Bool { ThreadRecord.current.pointee.word == 0 && (hasNoTasks || frame == nil) }

  /// The build within one that is bound whose code is running, as far as its strand knows.
  private static func innermost(from bound: Frame) throws -> Frame? {
    guard let strand = bound.runningStrand?.takeUnretainedValue() else { return bound }
    return if let leaf = LeafBuild.at(strand.word) { try LeafBuild.frame(of: leaf) } else { Frame.at(strand.word) }
  }

  /// Runs synchronous code of a build.
  package static func lead<Result>(_ frame: Frame?, _ body: () throws -> Result) rethrows -> Result {
    guard let frame else { return try body() }
    let thread = ThreadRecord.current
    let outer = thread.pointee.word
    thread.pointee.word = frame.word
    defer { thread.pointee.word = outer }
    return try withExtendedLifetime(frame) { try body() }
  }

  /// Begins to run synchronous code of a build, which whoever runs it holds; returns what `end` needs on the same thread.
  package static func begin(_ frame: Frame) -> UInt {
    let thread = ThreadRecord.current
    defer { thread.pointee.word = frame.word }
    return thread.pointee.word
  }

  package static func end(_ outer: UInt) { ThreadRecord.current.pointee.word = outer }

  /// What lies ready on this thread.
  package static var provided: Provided { ThreadRecord.current.pointee.provided }

  /// Puts something else there, and returns what lay there.
  package static func exchange(_ provided: Provided) -> Provided {
    let thread = ThreadRecord.current
    defer { thread.pointee.provided = provided }
    return thread.pointee.provided
  }

  /// Where the memory is that lies ready for the build whose code runs here, where that is known without looking at tasks.
  package static var provision: UnsafeMutableRawPointer? {
    let thread = ThreadRecord.current
    let provided = thread.pointee.provided
    return provided.address != nil && provided.reader == thread.pointee.word && hasNoTasks ? provided.address : nil
  }

  /// Runs asynchronous code of a build, on a strand that begins with it.
  @inline(__always)
  package static func lead<Result>(
    _ frame: Frame?, isolation: isolated (any Actor)? = #isolation, awaiting body: () async throws -> Result
  ) async rethrows -> Result {
    guard let frame else { return try await body() }
    frame.beginStrand()
    return try await bind(frame, awaiting: body)
  }

  /// Starts a task that works for no build, though one may be under way here.
  package static func startTask(_ body: @escaping @Sendable () async -> Void) {
    $frame.withValue(nil) { _ = Task { await body() } }
  }

  /// Runs asynchronous code of a build.
  ///
  /// - Parameter isolation: Where the caller runs, and the body with it: the standard library's functions are not compiled
  ///   so that a closure handed to them does by itself.
  @inline(__always)
  static func bind<Result>(
    _ frame: Frame, isolation: isolated (any Actor)? = #isolation, awaiting body: () async throws -> Result
  ) async rethrows -> Result {
    _ = count.add(1)
    defer { _ = count.add(0 &- 1) }
    return try await $frame.withValue(frame, isolation: isolation, awaiting: body)
  }
}

extension Ambient {
  /// Memory in which something lies ready on a thread, for the code of one build.
  package struct Provided {
    fileprivate var reader: UInt = 0
    fileprivate var address: UnsafeMutableRawPointer?

    package init() {}

    package init(_ frame: Frame, _ address: UnsafeMutableRawPointer) {
      reader = frame.word
      self.address = address
    }

    /// Where it is, if it is for this build.
    package func address(for frame: Frame) -> UnsafeMutableRawPointer? { reader == frame.word ? address : nil }
  }
}

extension Frame {
  /// What a thread's word is while code of this build runs; whoever sets it holds the build until the word is another.
  var word: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }

  /// The frame whose address a thread's word is.
  static func at(_ word: UInt) -> Frame? {
    UnsafeRawPointer(bitPattern: word).map { Unmanaged<Frame>.fromOpaque($0).takeUnretainedValue() }
  }
}
