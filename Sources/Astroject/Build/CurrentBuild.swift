/// Knows on whose behalf code runs that was handed no resolver.
///
/// It finds the true parent of a resolve through a container that a factory has captured, of a `Lazy` that is used
/// while its owner is being built, and of an `@Inject`. Synchronous code is found by its thread, asynchronous code by
/// its task.
package enum CurrentBuild {
  @TaskLocal private static var build: Build?
  /// One when a build was bound to a task at some time: before that nobody need look. Written once, as all threads read
  /// it.
  private static let isUsed = AtomicWord(0)

  /// The build whose asynchronous code the running task runs, or that of a task it was started by; it may have ended.
  private static var bound: Build? { isUsed.load() == 0 ? nil : build }

  /// The build whose code is running.
  ///
  /// - Throws: ``AstrojectError/circularDependency(_:)`` if that build turns out to repeat one above it.
  package static func current() throws -> Build? {
    let word = ThreadContext.current.pointee.word
    let bound = bound.flatMap { $0.isActive ? $0 : nil }
    let found = if let leaf = LeafBuild.at(word) { try LeafBuild.build(of: leaf) } else { Build.at(word) }
    guard let leading = found else { return bound }
    // A task may run inside synchronous code that has started it; then its build is within that of the code.
    if let bound, bound !== leading, bound.isWithin(leading) { return bound }
    return leading.isActive ? leading : nil
  }

  /// Whether no code of a build is running here.
  static var isNobody: Bool { isNobody(on: ThreadContext.current) }

  /// The same, where the record of the running thread is known.
  @inline(__always)
  static func isNobody(on thread: UnsafeMutablePointer<ThreadContext>) -> Bool {
    thread.pointee.word == 0 && (isUsed.load() == 0 || build == nil)
  }

  /// Whether a task runs inside the synchronous code of a build, and code of another build in it.
  static func isTaskInside(_ leading: Build) -> Bool {
    guard let bound, bound !== leading else { return false }
    return bound.isWithin(leading)
  }

  /// Runs synchronous code of a build.
  @inline(__always)
  package static func lead<Result>(_ build: Build?, _ body: () throws -> Result) rethrows -> Result {
    guard let build else { return try body() }
    let outer = begin(build)
    defer {
      end(outer)
      withExtendedLifetime(build) {}
    }
    return try body()
  }

  /// Begins to run synchronous code of a build, which whoever runs it holds; returns what `end` needs on the same
  /// thread.
  package static func begin(_ build: Build) -> UInt {
    let thread = ThreadContext.current
    defer { thread.pointee.word = build.word }
    return thread.pointee.word
  }

  package static func end(_ outer: UInt) { ThreadContext.current.pointee.word = outer }

  /// What lies ready on this thread.
  package static var preparedValues: PreparedValues { ThreadContext.current.pointee.preparedValues }

  /// Puts something else there, and returns what lay there.
  package static func exchange(_ preparedValues: PreparedValues) -> PreparedValues {
    let thread = ThreadContext.current
    defer { thread.pointee.preparedValues = preparedValues }
    return thread.pointee.preparedValues
  }

  /// Where the memory is that lies ready for the build whose code runs here.
  package static var preparedAddress: UnsafeMutableRawPointer? {
    let thread = ThreadContext.current
    let preparedValues = thread.pointee.preparedValues
    guard preparedValues.address != nil, preparedValues.reader == thread.pointee.word,
      isUsed.load() == 0 || !isTaskInside(preparedValues)
    else { return nil }
    return preparedValues.address
  }

  private static func isTaskInside(_ preparedValues: PreparedValues) -> Bool {
    Build.at(preparedValues.reader).map(isTaskInside) ?? false
  }

  /// Runs asynchronous code of a build.
  ///
  /// - Parameter isolation: Where the caller runs, and the body with it: the standard library's functions are not
  ///   compiled so that a closure handed to them does by itself.
  @inline(__always)
  package static func lead<Result>(
    _ build: Build?, isolation: isolated (any Actor)? = #isolation, awaiting body: () async throws -> Result
  ) async rethrows -> Result {
    guard let build else { return try await body() }
    if isUsed.load() == 0 { isUsed.store(1) }
    return try await $build.withValue(build, isolation: isolation, awaiting: body)
  }

  /// The same for a closure of the user's that takes a resolver: without a closure around it, which would take a build
  /// of the task's.
  @inline(__always)
  static func lead<Product>(
    _ build: Build, isolation: isolated (any Actor)? = #isolation, _ body: (Resolver) async throws -> Product
  ) async throws -> Product {
    if isUsed.load() == 0 { isUsed.store(1) }
    return try await $build.withValue(build) {
      _ = isolation
      return Unchecked(try await body(Resolver(of: build)))
    }.value
  }

  /// Starts a task that works for no build, though one may be under way here.
  package static func startTask(_ body: @escaping @Sendable () async -> Void) {
    $build.withValue(nil) { _ = Task { await body() } }
  }
}

extension CurrentBuild {
  /// Memory in which something lies ready on a thread, for the code of one build.
  package struct PreparedValues {
    fileprivate var reader: UInt = 0
    fileprivate var address: UnsafeMutableRawPointer?

    package init() {}

    package init(_ build: Build, _ address: UnsafeMutableRawPointer) {
      reader = build.word
      self.address = address
    }

    /// Where it is, if it is for this build.
    package func address(for build: Build) -> UnsafeMutableRawPointer? { reader == build.word ? address : nil }
  }
}

extension Build {
  /// What a thread's word is while code of this build runs; whoever sets it holds the build until the word is another.
  var word: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }

  /// The build whose address a thread's word is.
  static func at(_ word: UInt) -> Build? {
    UnsafeRawPointer(bitPattern: word).map { Unmanaged<Build>.fromOpaque($0).takeUnretainedValue() }
  }
}
