/// A resolution tree: the state that all requests of one call of `resolve` share.
///
/// A tree ends with that call. A `Lazy` that was given to a product of the tree and resolves later continues it: class
/// instances of the tree that are still alive are found again, and are not retained here.
package final class Tree: @unchecked Sendable {
  /// The identity of a graph-scoped product without arguments: its registration, and the container of its dependencies.
  ///
  /// Numbers instead of addresses because a continued tree knows of objects that may be deallocated.
  typealias Node = IdentityPair

  /// The result of claiming a product without arguments.
  enum Claim {
    /// There was nothing, and a build has begun.
    case begun
    case product(HeldProduct)
    /// There is something that needs a slot.
    case engaged
  }

  private struct State {
    var cache = TreeCache()
    /// The custom scopes that were asked.
    var customs: [ObjectIdentifier: CustomScope] = [:]
    var graphID: UInt64?
    /// The number of calls under way in the tree: the one that began it, and those that continue it or have joined it.
    var calls = 1
    /// True once the call that began it has ended.
    var isRootOver = false
    /// True if the tree may be continued.
    var isContinued = false
  }

  private let state = Lock(State())

  /// Returns the slot of a graph-scoped product, created if there is none.
  func slot(for node: Node, _ argument: ArgumentValue = .void) -> InstanceSlot {
    if case .void = argument { return state.withLock { $0.cache.slot(for: node) } }
    return ArgumentTable.slot(for: argument, of: node) { body in
      state.withLock { body(&$0.cache.others) }
    } make: {
      ValueSlot($0, of: node)
    }.slot
  }

  // MARK: Without slots

  // For products that are built and requested without suspending, and are available without waiting.

  /// Claims a product for a build, which begins if there is nothing yet.
  ///
  /// The build may end only after `end`.
  func claim(_ node: Node, for build: Borrowed<Build>) -> Claim {
    state.withLock { $0.cache.claim(node, for: build) }
  }

  /// Ends a build that `claim` has begun, and takes the product.
  ///
  /// - Returns: The slot that has to be completed instead, if anything else is involved. It leaves the product.
  func end(_ node: Node, with product: inout HeldProduct?) -> InstanceSlot? {
    state.withLock { $0.cache.end(node, with: &product) }
  }

  /// Ends a build that `claim` has begun, and that has failed.
  ///
  /// - Returns: The slot that has to be completed instead, if anything else is involved.
  func fail(_ node: Node) -> InstanceSlot? {
    var none: HeldProduct?
    return end(node, with: &none)
  }

  /// Refuses the waiters that block a thread because a build that `claim` has begun suspends. A slot that comes later
  /// sees whether the build has suspended.
  func suspend(_ build: Build) { for slot in state.withLock({ $0.cache.slots }) { slot.suspend(build) } }

  // MARK: Custom scopes

  /// Returns the context that custom scopes are told in this tree.
  func context(depth: Int) -> Context {
    let id = state.withLock { state in
      let id = state.graphID ?? UInt64(Identity.next())
      state.graphID = id
      return id
    }
    return Context(depth: depth, graphID: id)
  }

  /// Notes that a custom scope was asked, so that it is told of the end.
  func note(_ scope: CustomScope) { state.withLock { $0.customs[ObjectIdentifier(scope)] = scope } }

  // MARK: Continuing

  /// Notes that the tree may be continued after its end.
  func willBeContinued() { state.withLock { $0.isContinued = true } }

  /// Begins a call that continues the tree. It ends with `end`.
  package func resume() { state.withLock { $0.calls += 1 } }

  /// Begins a call that may outlast the one that began the tree; returns false if the tree has ended.
  ///
  /// The call ends with `end`.
  func join() -> Bool {
    state.withLock { state in
      if state.calls > 0 { state.calls += 1 }
      return state.calls > 0
    }
  }

  /// Ends the call that began the tree, unless that has ended.
  func endRoot() {
    if !state.withLock({ exchange(&$0.isRootOver, with: true) }) { end() }
  }

  /// Ends a call. The last one under way releases everything.
  package func end() {
    // Freed when the lock is released.
    var held: [AnyProduct] = []
    let old = state.withLock { state -> State? in
      state.calls -= 1
      guard state.calls == 0, !state.cache.isEmpty || !state.customs.isEmpty else { return nil }
      let old = state
      state.customs = [:]
      // Instances that are alive are found again.
      state.cache = state.cache.rest(continued: state.isContinued, &held)
      return old
    }
    guard let old else { return }
    for scope in old.customs.values { scope.release(for: context(depth: 0)) }
  }
}

// MARK: - Using it again

extension Tree {
  /// Returns a tree for a build that begins one: the spare tree of the thread, or a new one.
  static func make() -> Tree { ThreadContext.current.pointee.spareTree.take()?.take() ?? Tree() }

  /// Ends a tree that nothing else refers to, and makes it a new one; returns false if it has to end as any other.
  func renew() -> Bool {
    let row = state.withLock { state -> TreeCache.Row? in
      guard state.calls == 1, !state.isContinued, state.customs.isEmpty else { return nil }
      state.graphID = nil
      return state.cache.takeRow()
    }
    guard var row else { return false }
    // Freed where no lock is held.
    row.removeAll(keepingCapacity: true)
    state.withLock { $0.cache.give(row) }
    return true
  }
}
