// The tree of a build.

extension Build {
  /// The build that the tree begins with.
  var root: Build { trunk?.object ?? self }
  var trunkOrSelf: Borrowed<Build> { trunk ?? Borrowed(self) }

  /// The tree of this build, made when it is first needed.
  package var tree: Tree { treeUnderWay.object }

  /// The tree of this build, not retained, for callers that end before the build does.
  var treeUnderWay: Borrowed<Tree> {
    trunkOrSelf.with { root in
      root.treeWord.object() ?? Borrowed(root.treeWord.object(orPut: Tree.make()))
    }
  }

  /// The tree of this build, if it was needed before.
  var knownTree: Tree? { root.treeWord.object()?.object }

  /// Ends the call that began the tree, if it begins here and was needed.
  func endTree() {
    // Atomic changes of one word have an order: either this function sees a tree that `joinTree` has made, or that
    // function sees that the build is over.
    if beginsTree, treeWord.add(0) != 0 { knownTree?.endRoot() }
  }

  /// True if this thread runs the build's own synchronous code.
  var isRunning: Bool {
    let thread = ThreadContext.current
    return thread.pointee.word == word && mayRun(on: thread)
  }

  /// Joins the tree for a call on another thread or task than that of the build's own code. `Tree.end` ends the call.
  ///
  /// Returns nil for a call by the build's own code, and if the build or the tree has ended.
  func joinTree() -> Tree? {
    guard !isRunning, isActive else { return nil }
    let (root, tree) = (root, tree)
    // The tree may have been made just now, too late for `endTree`.
    if root.beginsTree, !root.isActive { tree.endRoot() }
    return tree.join() ? tree : nil
  }
}
