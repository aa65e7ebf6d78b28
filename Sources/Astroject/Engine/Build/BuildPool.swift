import Synchronization

// A thread uses a build again that has ended on it, if no other code refers to the build. Otherwise allocating and
// freeing the object would be most of the cost of a small build.

extension UnsafeMutablePointer<ThreadContext> {
  /// Begins a build until `giveBack`: a root, or a build in its parent's tree.
  ///
  /// It may repeat a build above it; see `refuseLoop`.
  ///
  /// - Parameters:
  ///   - staysHere: True if its code runs on this thread from beginning to end.
  @inline(__always)
  func beginBuild(
    of registration: Borrowed<Blueprint>, in core: Borrowed<Core>, for parent: Borrowed<Build>?,
    staysHere: Bool = true
  ) -> Borrowed<Build> {
    guard let build = pointee.pool.first else {
      return Borrowed(retaining: Build(of: registration, in: core, for: parent, on: staysHere ? self : nil))
    }
    pointee.pool.first = build.with { $0.nextSpare }
    pointee.pool.count -= 1
    build.with {
      $0.become(registration, in: core, for: parent, on: staysHere ? self : nil)
    }
    return build
  }

  /// Runs code of a build on this thread. The caller finishes the properties of what that makes.
  @inline(__always)
  func run<Result>(_ build: Borrowed<Build>, _ body: (Resolver) throws -> Result) rethrows -> Result {
    let outer = pointee.word
    pointee.word = build.word
    defer { pointee.word = outer }
    return try build.with { try body(Resolver(site: $0)) }
  }

  /// Ends a build that `beginBuild` began, perhaps on another thread, and the tree that begins with it.
  @inline(__always)
  func giveBack(_ build: Borrowed<Build>) {
    let isReusable =
      build.isOnlyOne
      && build.with { build in
        if build.wasSeen { return false }
        if build.extrasWord.load() != 0 { build.dropExtras() }
        return build.treeWord.load() == 0 || dropTree(of: build)
      }
    guard isReusable, pointee.pool.count < ThreadContext.BuildPool.most else { return Build.end(build) }
    build.with { $0.nextSpare = pointee.pool.first }
    pointee.pool.first = build
    pointee.pool.count += 1
  }

  /// Ends the tree that begins with a build, and stores it for reuse, or lets go of a tree that began before.
  ///
  /// No other code may refer to the build. Returns false if the tree that begins with it is referred to.
  @inline(never)
  private func dropTree(of build: Build) -> Bool {
    guard let tree = build.treeWord.object(Tree.self) else { return false }
    let isSpare = build.beginsTree
    if isSpare { guard tree.isOnlyOne, tree.with({ $0.renew() }) else { return false } }
    build.treeWord.store(0)
    if isSpare, pointee.spareTree == nil { pointee.spareTree = tree } else { tree.release() }
    return true
  }
}

extension ThreadContext {
  /// A linked list of builds that have ended and can be used again.
  struct BuildPool {
    /// The largest number of builds that a thread stores.
    static let most = 128

    fileprivate var first: Borrowed<Build>?
    fileprivate(set) var count = 0

    /// Releases all builds of the pool.
    mutating func removeAll() {
      while let build = first {
        first = build.with { $0.nextSpare }
        build.release()
      }
      count = 0
    }
  }
}
