/// A request as the stages of a plan see it: the container that is asked, on whose behalf, and for which registration.
///
/// It retains nothing. The code that resolves holds the container and the builds above, and a hold or a ``Match`` keeps
/// the entry.
struct Ask: @unchecked Sendable {
  // Only addresses. The objects behind them are Sendable.
  /// The container that is asked.
  let core: Borrowed<Core>
  /// The build on whose behalf it is asked; nil outside of any.
  let parent: Borrowed<Build>?
  /// True if the request is made in the tree of that build.
  let isInTree: Bool
  /// The entry of the registration.
  let entry: Borrowed<Entry>
  /// The container that has the registration.
  let owner: Borrowed<Core>
  /// The circumstances of an unusual request; nil for a usual one.
  let rare: Borrowed<Circumstances>?
  /// The running thread, if a caller that blocks has looked it up; see ``thread``.
  let knownThread: UnsafeMutablePointer<ThreadContext>?
}

// In an extension, so that there is an initializer of all members, too.
extension Ask {
  /// Creates the request of a build's own code, or of a caller outside of any build.
  @inline(__always)
  init(
    _ core: Borrowed<Core>, for parent: Borrowed<Build>?, at entry: Borrowed<Entry>, of owner: Borrowed<Core>,
    on thread: UnsafeMutablePointer<ThreadContext>? = nil
  ) {
    self.init(
      core: core, parent: parent, isInTree: parent != nil, entry: entry, owner: owner, rare: nil, knownThread: thread)
  }

  /// Creates a request in a context. The caller holds what it is made of.
  init(_ context: borrowing ResolutionContext, _ match: borrowing Match) {
    self.init(
      core: Borrowed(context.core), parent: context.parent.map { Borrowed($0) }, isInTree: context.isInTree,
      entry: Borrowed(match.entry), owner: Borrowed(match.owner), rare: context.rare.map { Borrowed($0) },
      knownThread: nil)
  }

  /// Returns the request for another registration, which the caller holds.
  func `for`(_ match: borrowing Match, _ rare: Circumstances?) -> Ask {
    Ask(
      core: core, parent: parent, isInTree: isInTree, entry: Borrowed(match.entry), owner: Borrowed(match.owner),
      rare: rare.map { Borrowed($0) }, knownThread: knownThread)
  }

  /// Returns the request in other circumstances, which the caller holds.
  func within(_ rare: Circumstances) -> Ask {
    Ask(
      core: core, parent: parent, isInTree: isInTree, entry: entry, owner: owner, rare: Borrowed(rare),
      knownThread: knownThread)
  }

  /// Runs a closure with the request in its tree. If it has none, that is the known one, or one that begins here.
  @inline(__always)
  func inTree<Result>(_ known: Tree? = nil, _ body: (Ask, Borrowed<Tree>) throws -> Result) rethrows -> Result {
    if let tree { return try body(self, tree) }
    let tree = known ?? Tree()
    let circumstances = (circumstances ?? Circumstances()).copy(within: tree)
    defer { withExtendedLifetime(circumstances) { if known == nil { tree.endRoot() } } }
    return try body(within(circumstances), Borrowed(tree))
  }

  /// Runs an asynchronous closure as the other form does. It is inlined because each function on the way takes a frame
  /// of the task.
  @inline(__always)
  func inTree<Result>(
    _ known: Tree? = nil, _ body: (Ask, Borrowed<Tree>) async throws -> Result
  ) async rethrows -> Result {
    if let tree { return try await body(self, tree) }
    let tree = known ?? Tree()
    let circumstances = (circumstances ?? Circumstances()).copy(within: tree)
    defer { withExtendedLifetime(circumstances) { if known == nil { tree.endRoot() } } }
    return try await body(within(circumstances), Borrowed(tree))
  }

  // MARK: Properties

  /// The running thread, for the methods that block.
  @inline(__always)
  var thread: UnsafeMutablePointer<ThreadContext> { knownThread ?? ThreadContext.current }

  /// The circumstances, if there are any.
  var circumstances: Circumstances? { rare?.object }

  /// True if the request is that of a build in its own tree, or of a caller outside of any build, and nothing else.
  @inline(__always)
  var isPlain: Bool { rare == nil && (isInTree || parent == nil) }

  /// The tree; nil if it begins here.
  var tree: Borrowed<Tree>? {
    isInTree ? parent?.with { $0.treeUnderWay } : circumstances?.tree.map { Borrowed($0) }
  }

  /// The request as code that is not a stage sees it.
  var context: ResolutionContext {
    ResolutionContext(core: core.object, parent: parentBuild, isInTree: isInTree, rare: circumstances)
  }

  var parentBuild: Build? { parent?.object }

  /// Returns the registration where it was found.
  func match(_ blueprint: Blueprint) -> Match {
    Match(blueprint: blueprint, entry: entry.object, owner: owner.object)
  }

  /// Records the outcome in the step of a trace, if there is one.
  @inline(__always)
  func note(_ outcome: OpenStep.Outcome, of blueprint: Blueprint) {
    if rare != nil { circumstances?.note(outcome, of: blueprint) }
  }
}
