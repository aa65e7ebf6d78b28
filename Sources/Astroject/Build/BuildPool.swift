import Synchronization

// A build that only those have known of who have run it is used again, by the thread on which it has ended: to make an
// object and to free it would be most of what a small build costs.

extension UnsafeMutablePointer<ThreadContext> {
  /// Begins a build without arguments that nobody shares, until `giveBack`: for whoever asks alone, or for a build, in
  /// the tree of that.
  ///
  /// - Parameters:
  ///   - staysHere: Whether its code runs on this thread from beginning to end.
  /// - Throws: ``AstrojectError/circularDependency(_:)`` if this build repeats one above it.
  @inline(__always)
  func beginBuild(
    of registration: Unmanaged<Blueprint>, in core: Unmanaged<Core>, for parent: Unmanaged<Build>?,
    staysHere: Bool = true
  ) throws -> Unmanaged<Build> {
    let build = beginUnchecked(of: registration, in: core, for: parent, staysHere: staysHere)
    do {
      try build._withUnsafeGuaranteedRef { try $0.refuseLoop() }
    } catch {
      build.release()
      throw error
    }
    return build
  }

  /// Begins a build that may repeat one above it: that is for the caller to look at.
  @inline(__always)
  func beginUnchecked(
    of registration: Unmanaged<Blueprint>, in core: Unmanaged<Core>, for parent: Unmanaged<Build>?,
    staysHere: Bool = true
  ) -> Unmanaged<Build> {
    guard let build = pointee.pool.first else {
      return .passRetained(Build(of: registration, in: core, for: parent, on: staysHere ? self : nil))
    }
    pointee.pool.first = build._withUnsafeGuaranteedRef { $0.nextSpare }
    pointee.pool.count -= 1
    build._withUnsafeGuaranteedRef {
      $0.become(registration, in: core, for: parent, on: staysHere ? self : nil)
    }
    return build
  }

  /// Runs a recipe for a build on this thread, and looks after what the product has asked for.
  @inline(__always)
  func run<Product>(_ build: Unmanaged<Build>, _ body: (Resolver) throws -> Product) throws -> Product {
    let outer = pointee.word
    pointee.word = UInt(bitPattern: build.toOpaque())
    defer { pointee.word = outer }
    let product = try build._withUnsafeGuaranteedRef { try body(Resolver(of: $0)) }
    if build._withUnsafeGuaranteedRef({ $0.hasPropertyBuffer }) { try finishProperties(of: build) }
    return product
  }

  @inline(never)
  private func finishProperties(of build: Unmanaged<Build>) throws {
    try build.takeUnretainedValue().finishProperties()
  }

  /// Ends a build that `beginBuild` or `beginUnchecked` has begun, perhaps on another thread, and the tree that begins
  /// with it.
  @inline(__always)
  func giveBack(_ build: Unmanaged<Build>) {
    let isReusable = build.isOnlyOne && build._withUnsafeGuaranteedRef { $0.leavesNothing || renewTree(of: $0) }
    guard isReusable, pointee.pool.count < ThreadContext.BuildPool.most else { return Build.end(build) }
    build._withUnsafeGuaranteedRef { $0.nextSpare = pointee.pool.first }
    pointee.pool.first = build
    pointee.pool.count += 1
  }
}

extension UnsafeMutablePointer<ThreadContext> {
  /// Ends the tree that begins with a build, which nobody else refers to, and keeps it for one to come; false where the
  /// build has left more, or the tree is referred to.
  @inline(never)
  private func renewTree(of build: Build) -> Bool {
    guard build.leavesNothingButTree, let tree = build.treeWord.object(Tree.self), tree.isOnlyOne,
      tree._withUnsafeGuaranteedRef({ $0.renew() })
    else { return false }
    build.treeWord.store(0)
    if pointee.spareTree == nil { pointee.spareTree = tree } else { tree.release() }
    return true
  }
}

extension ThreadContext {
  /// Builds that have ended, one holding the next, for those to come.
  struct BuildPool {
    /// How many a thread keeps.
    static let most = 128

    fileprivate var first: Unmanaged<Build>?
    fileprivate(set) var count = 0

    /// Lets go of all of them.
    mutating func removeAll() {
      while let build = first {
        first = build._withUnsafeGuaranteedRef { $0.nextSpare }
        build.release()
      }
      count = 0
    }
  }
}

extension Unmanaged {
  /// Whether whoever has this reference, which is counted, is the only one. He sees then what the others have done
  /// before they let go of it, as whoever changes an array in place does.
  @inline(__always)
  var isOnlyOne: Bool {
    var reference = self
    // An unmanaged reference is stored as any other is; only who counts it differs.
    let isOnlyOne = withUnsafeMutablePointer(to: &reference) {
      $0.withMemoryRebound(to: Instance.self, capacity: 1) { isKnownUniquelyReferenced(&$0.pointee) }
    }
    // The runtime orders the stores that follow, and not the loads.
    if isOnlyOne { atomicMemoryFence(ordering: .acquiring) }
    return isOnlyOne
  }
}
