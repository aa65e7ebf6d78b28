/// One resolution tree: what all that one call of `resolve` asks for has in common.
///
/// It ends with that call. A `Lazy` that was given to a product of the tree and resolves later continues it: class
/// instances of the tree that are still alive are found again, and are not kept here.
package final class Tree: @unchecked Sendable {
  /// What a graph-scoped product is shared by: the registration, the container that it takes its dependencies through,
  /// and the arguments.
  struct Node {
    let plain: Plain
    let argument: ArgumentValue

    init(blueprint: UInt, container: UInt, argument: ArgumentValue) {
      plain = Plain(blueprint: blueprint, container: container)
      self.argument = argument
    }

    /// One without arguments.
    init(plain: Plain) {
      self.plain = plain
      argument = .void
    }
  }

  /// The same without arguments.
  struct Plain: Hashable {
    // Numbers, not addresses: a tree that is continued knows what may be gone.
    let blueprint: UInt
    let container: UInt
  }

  /// What there is of a product without arguments.
  enum Claim {
    /// There was nothing, and a build of it has begun.
    case begun
    case product(AnyProduct)
    /// Something that it takes a slot to look after.
    case engaged
  }

  private struct State {
    var cache = GraphCache()
    var releases: [ObjectIdentifier: () -> Void] = [:]
    var graphID: UInt64?
    /// The number of calls under way in the tree: the one that began it, and those that continue it or have joined it.
    var calls = 1
    /// True once the call that began it has ended.
    var isRootOver = false
    /// Whether somebody may continue it.
    var isContinued = false
  }

  private static let lastID = Lock<UInt64>(0)

  private let state = Lock(State())

  /// The slot of a graph-scoped product, and whether nobody has asked for it before.
  func slot(for node: Node) -> (slot: InstanceSlot, isNew: Bool) {
    if case .void = node.argument { return state.withLock { $0.cache.slot(for: node.plain) } }
    return ArgumentTable.slot(for: node.argument, of: node.plain) { body in
      state.withLock { body(&$0.cache.others) }
    } make: {
      InstanceSlot()
    }
  }

  // MARK: Without slots

  // For what is built and asked for without suspending, and is to be had without waiting.

  /// Claims a product for a build: notes that it has begun if there is nothing yet. It ends after `end`, `fail` or
  /// `withdraw`.
  func claim(_ node: Plain, for build: Unmanaged<Build>) -> Claim {
    state.withLock { $0.cache.claim(node, for: build) }
  }

  /// Takes back a build that `claim` has begun and whose code has not run; those who wait ask anew. Nothing else can
  /// have to do with it: a property is put off, or a product held back, only where the code of a build waits.
  func withdraw(_ node: Plain) {
    let slot = state.withLock { $0.cache.end(node, with: nil) }
    slot?.finish(.again)
  }

  /// Ends a build that `claim` has begun, and keeps the product; returns the slot that is to be completed instead,
  /// where others have to do with it.
  func end(_ node: Plain, with product: AnyProduct) -> InstanceSlot? {
    state.withLock { $0.cache.end(node, with: product) }
  }

  /// Ends a build that `claim` has begun, with an error.
  func fail(_ node: Plain, with error: AstrojectError, synchronously isSynchronous: Bool) {
    let slot = state.withLock { $0.cache.end(node, with: nil) }
    slot?.fail(error, synchronously: isSynchronous)
  }

  /// Turns away those who would block a thread while a build suspends that `claim` has begun.
  func suspend(_ build: Build) { state.withLock { $0.cache.slot(of: build) }?.suspend() }

  // MARK: Custom scopes

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
  func note(_ scope: CustomScope) {
    let context = context(depth: 0)
    state.withLock { $0.releases[ObjectIdentifier(scope)] = { scope.release(for: context) } }
  }

  // MARK: Continuing

  /// Remembers that somebody may continue the tree after its end.
  package func willBeContinued() { state.withLock { $0.isContinued = true } }

  /// Begins a call that continues the tree; `end` ends it.
  package func resume() { state.withLock { $0.calls += 1 } }

  /// Begins a call that may outlast the one that began the tree; `end` ends it. False if the tree has ended.
  func join() -> Bool {
    state.withLock { state in
      if state.calls > 0 { state.calls += 1 }
      return state.calls > 0
    }
  }

  /// Ends the call that began the tree, if it has not ended.
  func endRoot() {
    let wasOver = state.withLock { state in
      defer { state.isRootOver = true }
      return state.isRootOver
    }
    if !wasOver { end() }
  }

  /// Ends a call. With the last one under way the tree lets go of everything.
  package func end() {
    // What is let go of is freed when the lock is free again.
    var held: [AnyProduct] = []
    let old = state.withLock { state -> State? in
      state.calls -= 1
      guard state.calls == 0 else { return nil }
      let old = state
      state.releases = [:]
      // What is alive is found again.
      state.cache = state.isContinued ? state.cache.weakened(&held) : state.cache.underWay()
      return old
    }
    guard let old else { return }
    for release in old.releases.values { release() }
  }
}

// MARK: - Using it again

extension Tree {
  /// A tree for a build that begins one: the thread's spare one, or a new one.
  static func make() -> Tree { ThreadContext.current.pointee.spareTree.take()?.takeRetainedValue() ?? Tree() }

  /// Ends a tree that nothing else refers to, and makes it a new one; false if it has to end as any other.
  func renew() -> Bool {
    let row = state.withLock { state -> GraphCache.Row? in
      guard state.calls == 1, !state.isContinued, state.releases.isEmpty else { return nil }
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
