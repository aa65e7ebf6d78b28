/// One resolution tree: what all that one call of `resolve` asks for has in common.
final class Tree: @unchecked Sendable {
  /// What a graph-scoped product is shared by: the registration, the container that it takes its dependencies through,
  /// and the arguments.
  struct Node: Hashable {
    let blueprint: ObjectIdentifier
    let container: ObjectIdentifier
    let argument: ArgumentValue
  }

  private struct State {
    var slots: [Node: AnyObject] = [:]
    var releases: [ObjectIdentifier: () -> Void] = [:]
    var graphID: UInt64?
  }

  private static let lastID = Lock<UInt64>(0)

  private let state = Lock(State())

  /// The slot of a graph-scoped product.
  func slot<Product>(for node: Node) -> Slot<Product> {
    state.withLock { state in
      // The blueprint in the node tells the type, so the slot is what it was made as.
      if let known = state.slots[node] { return unsafeDowncast(known, to: Slot<Product>.self) }
      let slot = Slot<Product>()
      state.slots[node] = slot
      return slot
    }
  }

  /// What a custom scope is told of this tree.
  func context(depth: Int) -> Context {
    let id = state.withLock { state in
      if let known = state.graphID { return known }
      let new = Tree.lastID.withLock { last in
        last += 1
        return last
      }
      state.graphID = new
      return new
    }
    return Context(depth: depth, graphID: id)
  }

  /// Notes that a custom scope was asked, so that it hears of the end.
  func note<Product>(_ scope: CustomScope<Product>) {
    let context = context(depth: 0)
    state.withLock { $0.releases[ObjectIdentifier(scope)] = { scope.release(for: context) } }
  }

  /// Lets go of everything: the call that began the tree has ended.
  func end() {
    let old = state.withLock { state in
      defer {
        state.slots = [:]
        state.releases = [:]
      }
      return state
    }
    for release in old.releases.values { release() }
  }
}
