/// A way back into a container, for objects that a product was given and that resolve later.
///
/// It leads into the tree of that product, or into a new tree at each call. It retains neither the container nor the
/// instances of the tree.
package struct Continuation: Sendable {
  private let core: Core
  /// The tree that is continued; nil if each call begins one.
  private let tree: Tree?
  /// The type of the product; nil if a container has not made it.
  private let owner: Any.Type?
}

extension Continuation {
  /// Creates a way back into the tree of a context.
  package init(ofTree context: ResolutionContext) {
    let tree = context.tree ?? Tree()
    tree.willBeContinued()
    self.init(core: context.core, tree: tree, owner: context.parent?.owningType)
  }

  /// Creates a way back into a container, for the product of a build if a container makes one. Each call begins a tree.
  package init(in core: Core, for build: Build? = nil) {
    self.init(core: core, tree: nil, owner: build?.owningType)
  }

  /// Returns the instance that is kept for all callers of a key, if there is one and its container is open.
  func instance(of key: Key) -> AnyProduct? {
    // A request by a build of another container is noted by `resume`.
    if let asker = CurrentBuild.current(), asker.core !== core { return nil }
    return core.ifOpen(else: nil) {
      ReadHold.during { core.published(for: key, $0)?.kept(for: nil, in: Borrowed(core)) }
    }
  }

  /// The circumstances of a request that continues the tree; nil if it begins one.
  private var circumstances: Circumstances? { tree.map { Circumstances(tree: $0) } }

  /// Resolves on behalf of the build whose code is running, if there is one.
  package func resume<Result>(_ key: Key, _ body: (ResolutionContext) throws -> Result) throws -> Result {
    let asker = CurrentBuild.current()
    return try core.use(key, within: asker?.nearestBuild(in: core) != nil) {
      let context = try ResolutionContext(root: core, key: key, for: asker).within(circumstances)
      return try Requester.note(owner, for: context.parent) {
        tree?.resume()
        defer { tree?.end() }
        return try body(context)
      }
    }
  }

  /// Resolves asynchronously on behalf of the build whose code is running, if there is one.
  package func resume<Result>(_ key: Key, _ body: (ResolutionContext) async throws -> Result) async throws -> Result {
    let asker = CurrentBuild.current()
    return try await core.use(key, within: asker?.nearestBuild(in: core) != nil) {
      let context = try ResolutionContext(root: core, key: key).within(circumstances)
      return try await Requester.note(owner, for: context.parent) {
        tree?.resume()
        defer { tree?.end() }
        return try await body(context)
      }
    }
  }
}

extension Build {
  /// Returns the innermost active build in a container: this one, or one on whose behalf it runs.
  ///
  /// While that build is under way, the container is not torn down.
  func nearestBuild(in core: Core) -> Build? {
    sequence(first: self) { $0.parent }.first { $0.core === core && $0.isActive }
  }
}
