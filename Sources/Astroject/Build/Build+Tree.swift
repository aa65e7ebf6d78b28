// The tree that a build belongs to.

extension Build {
  /// The build that the tree begins with.
  var root: Build { trunk?.takeUnretainedValue() ?? self }
  var trunkOrSelf: Unmanaged<Build> { trunk ?? .passUnretained(self) }

  /// The tree that this build belongs to, made when it is asked for first.
  package var tree: Tree { treeUnderWay.takeUnretainedValue() }

  /// The same for those who do not outlive the build.
  var treeUnderWay: Unmanaged<Tree> {
    trunkOrSelf._withUnsafeGuaranteedRef { root in
      root.treeWord.object() ?? .passUnretained(root.treeWord.object(orPut: Tree.make()))
    }
  }

  /// The tree, if anybody has needed it.
  var knownTree: Tree? { root.treeWord.object()?.takeUnretainedValue() }

  /// Ends the tree if it begins here and somebody has needed it; if calls go on in it, the last of them does.
  func endTree() {
    // Of two that change the same word the later one sees what the other has done before: either a call that leaves
    // finds the build over, or this finds that it has left.
    if flags.load() & Flag.beginsTree != 0, flags.add(0) < Flag.call { knownTree?.endRoot() }
  }

  /// A call in a tree that may outlast what began that.
  struct Call {
    fileprivate enum Owner {
      case root(Build)
      /// A tree that did not begin with a build.
      case tree(Tree)
    }

    fileprivate let owner: Owner

    func end() {
      switch owner {
      case .root(let build):
        let word = build.flags.add(0 &- Flag.call) &- Flag.call
        if word < Flag.call, word & Flag.isOver != 0 { build.knownTree?.endRoot() }
      case .tree(let tree): tree.end()
      }
    }
  }

  /// Has the tree go on for a call, until that ends: one of another thread or task than the build's code runs on. Nil
  /// for a call of that code itself, and if the build or the tree has ended.
  func joinTree() -> Call? {
    let thread = ThreadContext.current
    guard !(thread.pointee.word == word && mayRun(on: thread)), isActive else { return nil }
    let root = root
    if root.flags.load() & Flag.beginsTree == 0 { return tree.join() ? Call(owner: .tree(tree)) : nil }
    let old = root.flags.update { Build.hasEndedTree($0) ? $0 : $0 + Flag.call }
    return Build.hasEndedTree(old) ? nil : Call(owner: .root(root))
  }

  /// Whether the tree that begins with a build has ended, whose flags these are.
  private static func hasEndedTree(_ flags: UInt) -> Bool { flags & Flag.isOver != 0 && flags < Flag.call }

  static func word(of tree: Tree) -> UInt { UInt(bitPattern: Unmanaged.passRetained(tree).toOpaque()) }
}
