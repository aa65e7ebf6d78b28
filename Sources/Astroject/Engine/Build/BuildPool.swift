import Synchronization

// A thread uses a build again that has ended on it, if no other code refers to the build. Otherwise allocating and
// freeing the object would be most of the cost of a small build.

extension UnsafeMutablePointer<ThreadContext> {
  /// Begins an unshared build without arguments, until `giveBack`: a root, or a build in its parent's tree.
  ///
  /// - Parameters:
  ///   - staysHere: True if its code runs on this thread from beginning to end.
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

  /// Begins a build without a check for loops, which the caller has to do.
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

  /// Runs a recipe for a build on this thread, and finishes the properties of the product.
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

  /// Ends a build that `beginBuild` or `beginUnchecked` began, perhaps on another thread, and the tree that begins with
  /// it.
  @inline(__always)
  func giveBack(_ build: Unmanaged<Build>) {
    let isReusable =
      build.isOnlyOne
      && build._withUnsafeGuaranteedRef { build in
        if build.wasSeen { return false }
        if build.extrasWord.load() != 0 { build.dropExtras() }
        return build.leavesNothing || renewTree(of: build)
      }
    guard isReusable, pointee.pool.count < ThreadContext.BuildPool.most else { return Build.end(build) }
    build._withUnsafeGuaranteedRef { $0.nextSpare = pointee.pool.first }
    pointee.pool.first = build
    pointee.pool.count += 1
  }
}

extension UnsafeMutablePointer<ThreadContext> {
  /// Ends the tree that begins with a build, and stores it for reuse.
  ///
  /// No other code may refer to the build. Returns false if more of the build remains, or if the tree is referred to.
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
  /// A linked list of builds that have ended and can be used again.
  struct BuildPool {
    /// The largest number of builds that a thread stores.
    static let most = 128

    fileprivate var first: Unmanaged<Build>?
    fileprivate(set) var count = 0

    /// Releases all builds of the pool.
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
  /// True if this retained reference is the only one.
  ///
  /// The caller then sees all that other threads did before they released theirs, as with a copy-on-write array.
  @inline(__always)
  var isOnlyOne: Bool {
    var reference = self
    // An unmanaged reference has the layout of a managed one. Only the counting differs.
    let isOnlyOne = withUnsafeMutablePointer(to: &reference) {
      $0.withMemoryRebound(to: Instance.self, capacity: 1) { isKnownUniquelyReferenced(&$0.pointee) }
    }
    // The runtime orders the stores that follow, but not the loads.
    if isOnlyOne { atomicMemoryFence(ordering: .acquiring) }
    return isOnlyOne
  }
}
