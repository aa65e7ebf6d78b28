// The tree of a build.

extension Build {
  /// The build that the tree begins with.
  var trunkOrSelf: Borrowed<Build> { trunk ?? Borrowed(self) }

  /// The tree of this build, made when it is first needed.
  package var tree: Tree { treeUnderWay.object }

  /// The tree of this build, not retained, for callers that end before the build does.
  var treeUnderWay: Borrowed<Tree> {
    @inline(__always) get { trunkOrSelf.with { root in root.treeWord.object() ?? root.makeTree() } }
  }

  @inline(never)
  private func makeTree() -> Borrowed<Tree> { Borrowed(treeWord.object(orPut: Tree.make())) }

  /// The tree of this build, if it was needed before.
  var knownTree: Tree? { trunkOrSelf.with { $0.treeWord.object()?.object } }

  /// Ends the tree, if it begins here and was needed.
  ///
  /// If calls go on in it, the last of them ends it instead.
  func endTree() {
    // Atomic changes of one word have an order: either a call that leaves sees that the build is over, or this function
    // sees that the call has left.
    if beginsTree, flags.add(0) < Flag.call { knownTree?.endRoot() }
  }

  /// True if this thread runs the build's own synchronous code.
  var isRunning: Bool { runs(on: ThreadContext.current) }

  /// Joins the tree for a call on another thread or task than that of the build's own code. The call may outlast the
  /// build or call that began the tree.
  ///
  /// Returns the build that has the tree, and that the call leaves at its end; nil for a call by the build's own code,
  /// and if the build or the tree has ended.
  func joinTree() -> Build? {
    guard !isRunning, isActive else { return nil }
    let root = trunkOrSelf.object
    // A tree that did not begin with a build counts its calls itself.
    guard root.beginsTree else { return root.tree.join() ? root : nil }
    let old = root.flags.update { Build.hasEndedTree($0) ? $0 : $0 + Flag.call }
    return Build.hasEndedTree(old) ? nil : root
  }

  /// Ends a call in the tree, which this build has.
  func leaveTree() {
    guard beginsTree else { return tree.end() }
    if Build.hasEndedTree(flags.add(0 &- Flag.call)) { knownTree?.endRoot() }
  }

  /// Returns true if the tree that begins with a build of these flags has ended.
  private static func hasEndedTree(_ flags: UInt) -> Bool { flags & Flag.isOver != 0 && flags < Flag.call }
}
