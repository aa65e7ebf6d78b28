/// The build of a recipe that takes nothing, stored beside the thread's context.
///
/// It gets a ``Build`` only if its recipe turns out to resolve after all. It retains neither registration, nor
/// container, nor the build above, because the caller that runs the recipe holds them.
struct LeafBuild {
  private let registration: Unmanaged<Blueprint>
  private let core: Unmanaged<Core>
  private let parent: Unmanaged<Build>?
  private let trunk: Unmanaged<Build>?
  private let tree: Unmanaged<Tree>?
  /// The result of an unexpected resolve, set when the recipe turns out to resolve.
  private(set) var turnedOut: TurnedOut?

  enum TurnedOut {
    case build(Build)
    /// The leaf repeats a build above it.
    ///
    /// Its code got this error, and may have gone on all the same.
    case loop(any Error)
  }

  /// The build that the leaf got when it turned out to resolve.
  var build: Build? {
    if case .build(let build) = turnedOut { build } else { nil }
  }

  /// Throws the error that the leaf's code got for a loop.
  ///
  /// Otherwise code that ignores it would loop without end.
  func refuseLoop() throws { if case .loop(let error) = turnedOut { throw error } }

  init(of blueprint: Blueprint, for context: ResolutionContext) {
    registration = .passUnretained(blueprint)
    core = .passUnretained(context.core)
    parent = context.parent.map { .passUnretained($0) }
    trunk = context.trunk.map { .passUnretained($0) }
    tree = trunk == nil ? context.tree.map { .passUnretained($0) } : nil
  }

  /// Makes the build of a leaf that is a root, or belongs to its parent's tree.
  init(of registration: Unmanaged<Blueprint>, in core: Unmanaged<Core>, for parent: Unmanaged<Build>?) {
    self.registration = registration
    self.core = core
    self.parent = parent
    trunk = parent?._withUnsafeGuaranteedRef { $0.trunkOrSelf }
    tree = nil
  }

  /// Returns the thread's word for a leaf.
  ///
  /// Builds and leaves have even addresses, so the lowest bit marks a leaf.
  static func word(of leaf: UnsafeMutablePointer<LeafBuild>) -> UInt { UInt(bitPattern: leaf) | 1 }

  static func at(_ word: UInt) -> UnsafeMutablePointer<LeafBuild>? {
    word & 1 == 0 ? nil : UnsafeMutablePointer(bitPattern: word & ~1)
  }

  static func build(of leaf: UnsafeMutablePointer<LeafBuild>) throws -> Build {
    if let known = leaf.pointee.build { return known }
    do {
      let new = try Build(
        of: leaf.pointee.registration.takeUnretainedValue(), for: leaf.pointee.context,
        through: leaf.pointee.core.takeUnretainedValue())
      leaf.pointee.turnedOut = .build(new)
      return new
    } catch {
      leaf.pointee.turnedOut = .loop(error)
      throw error
    }
  }

  private var context: ResolutionContext {
    let (core, parent) = (core.takeUnretainedValue(), parent?.takeUnretainedValue())
    return ResolutionContext(
      core: core, parent: parent, trunk: trunk?.takeUnretainedValue(), tree: tree?.takeUnretainedValue())
  }

  /// True if a tree begins with this leaf.
  var isRoot: Bool { trunk == nil && tree == nil }

  mutating func end() {
    guard case .build(let build) = turnedOut.take() else { return }
    build.end()
    build.endTree()
  }
}
