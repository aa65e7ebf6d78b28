/// Knows on whose behalf code runs that was handed no resolver.
///
/// It finds the true parent of a resolve through a container that a factory has captured, of a `Lazy` that is used while
/// its owner is being built, and of an `@Inject`. Synchronous code is found by its thread, asynchronous code by its task.
package enum Ambient {
  @TaskLocal private static var frame: Frame?
  /// How many frames are bound to tasks in the process: while there are none, nobody need look.
  private static let count = AtomicWord(0)

  /// The build whose code is running.
  ///
  /// - Throws: ``AstrojectError/circularDependency(_:)`` if that build turns out to repeat one above it.
  package static func current() throws -> Frame? {
    let bound = count.load() == 0 ? nil : frame.flatMap { $0.isActive ? $0 : nil }
    let word = ThreadWord.value
    let found = if let leaf = LeafBuild.at(word) { try LeafBuild.frame(of: leaf) } else { Frame.at(word) }
    guard let leading = found else { return bound }
    // A task may run inside synchronous code that has started it; then its build is within that of the code.
    if let bound, bound !== leading, bound.isWithin(leading) { return bound }
    return leading.isActive ? leading : nil
  }

  /// Runs synchronous code of a build.
  package static func lead<Result>(_ frame: Frame?, _ body: () throws -> Result) rethrows -> Result {
    guard let frame else { return try body() }
    return try withExtendedLifetime(frame) {
      let outer = enter(frame)
      defer { leave(to: outer) }
      return try body()
    }
  }

  /// Marks that code of a build begins on this thread; whoever calls holds the frame until `leave`.
  static func enter(_ frame: Frame) -> UInt { enter(UInt(bitPattern: Unmanaged.passUnretained(frame).toOpaque())) }

  /// Marks that a recipe that takes nothing begins on this thread. It gets a frame only if it turns out to resolve all
  /// the same.
  static func enter(_ leaf: UnsafeMutablePointer<LeafBuild>) -> UInt { enter(LeafBuild.word(of: leaf)) }

  private static func enter(_ word: UInt) -> UInt {
    let outer = ThreadWord.value
    ThreadWord.value = word
    return outer
  }

  /// Marks that the code has ended, and that of the build around it goes on.
  static func leave(to outer: UInt) { ThreadWord.value = outer }

  /// Runs asynchronous code of a build.
  ///
  /// - Parameter isolation: Where the caller runs, and the body with it: the standard library's functions are not compiled
  ///   so that a closure handed to them does by itself.
  package static func lead<Result>(
    _ frame: Frame?, isolation: isolated (any Actor)? = #isolation, awaiting body: () async throws -> Result
  ) async rethrows -> Result {
    guard let frame else { return try await body() }
    _ = count.add(1)
    defer { _ = count.add(0 &- 1) }
    return try await $frame.withValue(frame, isolation: isolation, awaiting: body)
  }
}

extension Frame {
  /// The frame whose address a thread's word is.
  fileprivate static func at(_ word: UInt) -> Frame? {
    // Set by `lead`, which holds the frame for as long as the word stands.
    UnsafeRawPointer(bitPattern: word).map { Unmanaged<Frame>.fromOpaque($0).takeUnretainedValue() }
  }
}

/// The build of a recipe that takes nothing, which lies on the stack of the thread that runs it.
///
/// It holds nothing: whoever runs the recipe does.
struct LeafBuild {
  private let blueprint: Unmanaged<AnyBlueprint>
  private let core: Unmanaged<Core>
  private let parent: Unmanaged<Build>?
  private let tree: Unmanaged<Tree>?
  /// What it got when it turned out to resolve.
  private(set) var frame: Frame?

  init(of blueprint: AnyBlueprint, for inquiry: Inquiry) {
    self.blueprint = .passUnretained(blueprint)
    core = .passUnretained(inquiry.core)
    parent = inquiry.parent.map { .passUnretained($0) }
    tree = inquiry.tree.map { .passUnretained($0) }
  }

  /// Frames and leaves lie at even addresses, so that the lowest bit can tell one from the other.
  fileprivate static func word(of leaf: UnsafeMutablePointer<LeafBuild>) -> UInt { UInt(bitPattern: leaf) | 1 }

  fileprivate static func at(_ word: UInt) -> UnsafeMutablePointer<LeafBuild>? {
    word & 1 == 0 ? nil : UnsafeMutablePointer(bitPattern: word & ~1)
  }

  fileprivate static func frame(of leaf: UnsafeMutablePointer<LeafBuild>) throws -> Frame {
    if let known = leaf.pointee.frame { return known }
    let core = leaf.pointee.core.takeUnretainedValue()
    let inquiry = Inquiry(
      core: core, parent: leaf.pointee.parent?.takeUnretainedValue(), tree: leaf.pointee.tree?.takeUnretainedValue())
    let new = try Frame(of: leaf.pointee.blueprint.takeUnretainedValue(), for: inquiry, through: core)
    leaf.pointee.frame = new
    return new
  }

  func end() {
    guard let frame else { return }
    frame.end()
    if tree == nil { frame.tree.end() }
  }
}
