/// The build of a recipe that takes nothing, which lies with the record of the thread that runs it. It gets a build
/// only if its recipe turns out to resolve all the same.
///
/// It counts neither registration nor container nor the build above: whoever runs the recipe does.
struct LeafBuild {
  private let registration: Unmanaged<Blueprint>
  private let core: Unmanaged<Core>
  private let parent: Unmanaged<Build>?
  private let trunk: Unmanaged<Build>?
  private let tree: Unmanaged<Tree>?
  /// Set when it has turned out to resolve.
  private(set) var turnedOut: TurnedOut?

  enum TurnedOut {
    case build(Build)
    /// It repeats builds above it. Its code was told so, and may have gone on all the same.
    case loop(any Error)
  }

  /// What it got when it turned out to resolve.
  var build: Build? {
    if case .build(let build) = turnedOut { build } else { nil }
  }

  /// Throws what its code was refused for, which makes a loop without an end of it.
  func refuseLoop() throws { if case .loop(let error) = turnedOut { throw error } }

  init(of blueprint: Blueprint, for context: ResolutionContext) {
    registration = .passUnretained(blueprint)
    core = .passUnretained(context.core)
    parent = context.parent.map { .passUnretained($0) }
    trunk = context.trunk.map { .passUnretained($0) }
    tree = trunk == nil ? context.tree.map { .passUnretained($0) } : nil
  }

  /// The build of what is for whoever asks alone, or for a build.
  init(of registration: Unmanaged<Blueprint>, in core: Unmanaged<Core>, for parent: Unmanaged<Build>?) {
    self.registration = registration
    self.core = core
    self.parent = parent
    trunk = parent?._withUnsafeGuaranteedRef { $0.trunkOrSelf }
    tree = nil
  }

  /// Builds and leaves lie at even addresses, so that the lowest bit can tell one from the other.
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

  /// Whether a tree begins with it.
  var isRoot: Bool { trunk == nil && tree == nil }

  mutating func end() {
    guard case .build(let build) = turnedOut.take() else { return }
    build.end()
    build.endTree()
  }
}
