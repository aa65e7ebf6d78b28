/// Finds the build on whose behalf code runs that was handed no resolver.
///
/// It finds the parent of a resolve through a captured container, of a `Lazy` that is used while its owner is being
/// built, and of an `@Inject`. Synchronous code is found by its thread, asynchronous code by its task.
package enum CurrentBuild {
  @TaskLocal private static var build: Build?
  /// One if a build was ever bound to a task.
  ///
  /// Before that no caller looks for a bound build.
  ///
  /// It is written once, because all threads read it.
  private static let isUsed = AtomicWord(0)

  /// The build bound to the running task, or to a task that started it.
  ///
  /// It may have ended.
  private static var bound: Build? {
    @inline(__always) get { isUsed.load() == 0 ? nil : build }
  }

  /// Returns the build whose code is running, if there is one.
  package static func current() -> Build? {
    let bound = bound.flatMap { $0.isActive ? $0 : nil }
    guard let leading = Build.at(ThreadContext.current.pointee.word) else { return bound }
    // A task may run inside the synchronous code that started it. Its build is then within that of the code.
    if let bound, bound !== leading, bound.isWithin(leading) { return bound }
    return leading.isActive ? leading : nil
  }

  /// Returns true if no code of a build is running on this thread, which has a hold.
  @inline(__always)
  static func isNone(_ hold: ReadHold) -> Bool { hold.thread.pointee.word == 0 && bound == nil }

  /// Returns true if this task runs inside the synchronous code of a build, and runs code of another build within that.
  static func isTaskInside(_ leading: Build) -> Bool {
    bound.map { $0 !== leading && $0.isWithin(leading) } ?? false
  }

  /// Runs synchronous code of a build.
  @inline(__always)
  package static func lead<Result>(_ build: Build?, _ body: () throws -> Result) rethrows -> Result {
    guard let build else { return try body() }
    defer { withExtendedLifetime(build) {} }
    return try ThreadContext.current.run(Borrowed(build)) { _ in try body() }
  }

  /// The values that are prepared on this thread.
  package static var preparedValues: PreparedValues { ThreadContext.current.pointee.preparedValues }

  /// Sets the prepared values of this thread, and returns the previous ones.
  package static func exchange(_ preparedValues: PreparedValues) -> PreparedValues {
    Swift.exchange(&ThreadContext.current.pointee.preparedValues, with: preparedValues)
  }

  /// The address of the values that are prepared for the build whose code runs here.
  package static var preparedAddress: UnsafeMutableRawPointer? {
    let thread = ThreadContext.current
    let preparedValues = thread.pointee.preparedValues
    guard preparedValues.address != nil, preparedValues.reader == thread.pointee.word,
      isUsed.load() == 0 || Build.at(preparedValues.reader).map(isTaskInside) != true
    else { return nil }
    return preparedValues.address
  }

  /// Runs asynchronous code of a build.
  ///
  /// - Parameter isolation: The isolation of the caller, which the body shares. The functions of the standard library
  ///   are not compiled to pass it on to a closure.
  @inline(__always)
  package static func lead<Result>(
    _ build: Build?, isolation: isolated (any Actor)? = #isolation, awaiting body: () async throws -> Result
  ) async rethrows -> Result {
    if build == nil { return try await body() }
    if isUsed.load() == 0 { isUsed.store(1) }
    return try await $build.withValue(build, isolation: isolation, awaiting: body)
  }

  /// Starts a task that works for no build, even if one is under way here.
  @inline(never)
  package static func startTask(_ body: @escaping @Sendable () async -> Void) {
    $build.withValue(nil) { _ = Task { await body() } }
  }
}

extension CurrentBuild {
  /// The address of values that are prepared on a thread for the code of one build.
  package struct PreparedValues {
    fileprivate var reader: UInt = 0
    fileprivate var address: UnsafeMutableRawPointer?

    package init() {}

    package init(_ build: Build, _ address: UnsafeMutableRawPointer) {
      reader = build.word
      self.address = address
    }

    /// Returns the address, if the values are prepared for this build.
    package func address(for build: Build) -> UnsafeMutableRawPointer? { reader == build.word ? address : nil }
  }
}

extension Build {
  /// The thread's word while code of this build runs.
  ///
  /// The code that sets the word holds the build until the word changes.
  var word: UInt { Borrowed(self).word }

  /// Returns the build whose address a thread's word is.
  static func at(_ word: UInt) -> Build? {
    Borrowed<Build>(word: word)?.object
  }
}
