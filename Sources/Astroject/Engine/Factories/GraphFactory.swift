/// Makes the instances that all builds of a tree share.
class GraphFactory<Product>: InstanceFactory<Product>, @unchecked Sendable {
  private let body: @Sendable (Resolver) throws -> Product
  /// Makes an instance without dependencies as the root of a tree, because no other build can share it.
  private let alone: LeafFactory<Product>?
  /// The type of the boxes of products, which the runtime would otherwise look up for each of them.
  fileprivate let boxType: ProductBox<Product>.Type

  init(
    _ blueprint: Blueprint, alone: LeafFactory<Product>? = nil,
    _ body: @escaping @Sendable (Resolver) throws -> Product
  ) {
    self.body = body
    self.alone = alone
    boxType = ProductBox<Product>.self
    super.init(blueprint)
  }

  final override func make(
    in core: Unmanaged<Core>, for parent: Unmanaged<Build>?, on thread: UnsafeMutablePointer<ThreadContext>
  ) throws -> Product {
    if let parent { return try parent._withUnsafeGuaranteedRef { try share(for: $0, on: thread) } }
    if let alone { return try alone.make(in: core, for: nil, on: thread) }
    return try begin(in: core, on: thread)
  }

  /// Returns the instance of a build's tree, or makes it.
  private func share(for parent: Build, on thread: UnsafeMutablePointer<ThreadContext>) throws -> Product {
    let tree = parent.treeUnderWay
    let node = node(in: parent.source)
    let build = thread.beginUnchecked(of: registration, in: parent.source, for: .passUnretained(parent))
    switch tree._withUnsafeGuaranteedRef({ $0.claim(node, for: build) }) {
    case .product(let product):
      thread.giveBack(build)
      return product.value(as: Product.self)
    case .engaged:
      thread.giveBack(build)
      return try makeByResolving(for: parent)
    case .begun:
      defer { thread.giveBack(build) }
      try refuseLoop(of: build, node, in: tree)
      return try make(build, of: node, in: tree, on: thread)
    }
  }

  /// Throws if a build that has begun repeats one above it.
  @inline(__always)
  fileprivate final func refuseLoop(of build: Unmanaged<Build>, _ node: Tree.Plain, in tree: Unmanaged<Tree>) throws {
    guard build._withUnsafeGuaranteedRef({ $0.isRefused }) else { return }
    // Withdrawn first, because making the error may compare keys, which runs user code.
    tree.takeUnretainedValue().withdraw(node)
    try build._withUnsafeGuaranteedRef { try $0.refuse() }
  }

  /// Makes the instance that a tree begins with.
  private func begin(in core: Unmanaged<Core>, on thread: UnsafeMutablePointer<ThreadContext>) throws -> Product {
    let build = thread.beginUnchecked(of: registration, in: core, for: nil)
    defer { thread.giveBack(build) }
    let tree = build._withUnsafeGuaranteedRef { $0.treeUnderWay }
    let node = node(in: core)
    _ = tree._withUnsafeGuaranteedRef { $0.claim(node, for: build) }
    return try make(build, of: node, in: tree, on: thread)
  }

  fileprivate final func node(in core: Unmanaged<Core>) -> Tree.Plain {
    Tree.Plain(
      blueprint: registration._withUnsafeGuaranteedRef { $0.id }, container: core._withUnsafeGuaranteedRef { $0.id })
  }

  /// Ends a build that the tree knows of.
  ///
  /// Returns the slot that has to be completed, if other callers wait for the build or its product is held back.
  @inline(__always)
  fileprivate final func end(
    _ build: Unmanaged<Build>, of node: Tree.Plain, in tree: Unmanaged<Tree>, with box: AnyProduct
  ) -> InstanceSlot? {
    tree._withUnsafeGuaranteedRef { tree in
      build._withUnsafeGuaranteedRef { $0.isHeldBack }
        ? tree.slot(for: Tree.Node(plain: node)).slot : tree.end(node, with: box)
    }
  }

  /// Returns the context of the caller that waits in its tree for a product that is held back.
  @inline(never)
  fileprivate final func context(_ build: Unmanaged<Build>, in tree: Unmanaged<Tree>) -> ResolutionContext {
    let build = build.takeUnretainedValue()
    return ResolutionContext(core: build.core, parent: build.parent, trunk: nil, tree: tree.takeUnretainedValue())
  }

  /// Looks at the product of a build before the tree shares it.
  @inline(__always)
  fileprivate final func inspect(_ product: Product, of build: Unmanaged<Build>) throws {
    let (core, parent) = build._withUnsafeGuaranteedRef { ($0.source, $0.above) }
    try inspect(product, in: core, for: parent)
  }

  /// Runs a build that the tree knows of.
  private func make(
    _ build: Unmanaged<Build>, of node: Tree.Plain, in tree: Unmanaged<Tree>,
    on thread: UnsafeMutablePointer<ThreadContext>
  ) throws -> Product {
    let product: Product
    do {
      product = try thread.run(build, body)
      try inspect(product, of: build)
    } catch { throw fail(error, of: node, in: tree, build) }
    let box = boxType.init(product)
    guard let slot = end(build, of: node, in: tree, with: box) else { return product }
    return try complete(box, in: slot, build, of: node, in: tree)
  }

  /// Hands a product to the waiters, or holds it back.
  @inline(never)
  private func complete(
    _ box: AnyProduct, in slot: InstanceSlot, _ build: Unmanaged<Build>, of node: Tree.Plain, in tree: Unmanaged<Tree>
  ) throws -> Product {
    let build = build.takeUnretainedValue()
    do {
      if try slot.complete(box, of: build) { return box.value(as: Product.self) }
    } catch {
      throw fail(error, of: node, in: tree, .passUnretained(build))
    }
    return try build.core.resolve(blueprint.key, (), for: context(.passUnretained(build), in: tree))
  }

  @inline(never)
  fileprivate final func fail(
    _ error: any Error, of node: Tree.Plain, in tree: Unmanaged<Tree>, _ build: Unmanaged<Build>,
    synchronously isSynchronous: Bool = true
  ) -> AstrojectError {
    let build = build.takeUnretainedValue()
    let error = translate(error, in: build.core, for: build.parent)
    tree.takeUnretainedValue().fail(node, with: error, synchronously: isSynchronous)
    return error
  }
}

/// Makes the instances that all builds of a tree share by an initializer, and for an awaiting caller fetches its
/// arguments first.
final class GraphInitializerFactory<Product>: GraphFactory<Product>, @unchecked Sendable {
  /// Makes an instance for a caller that awaits.
  ///
  /// It binds the build to user code itself.
  private let awaiting: @Sendable (Resolver) async throws -> Product

  init(_ blueprint: Blueprint, _ calls: InitializerCalls<Product>) {
    awaiting = calls.awaiting
    super.init(blueprint, calls.blocking)
  }

  override func make(in core: Core, for parent: Build?) async throws -> Product {
    if parent == nil, !CurrentBuild.isNone { return try await makeByResolving(in: core) }
    let node = node(in: .passUnretained(core))
    let build = enterUnchecked(core, for: parent)
    let tree = build._withUnsafeGuaranteedRef { $0.treeUnderWay }
    switch tree._withUnsafeGuaranteedRef({ $0.claim(node, for: build) }) {
    case .product(let product):
      leave(core, for: parent, build)
      return product.value(as: Product.self)
    case .engaged:
      leave(core, for: parent, build)
      return if let parent { try await makeByResolving(for: parent) } else { try await makeByResolving(in: core) }
    case .begun: break
    }
    defer { leave(core, for: parent, build) }
    try refuseLoop(of: build, node, in: tree)
    do {
      let product = try await awaiting(Resolver(of: build.takeUnretainedValue()))
      try finish(build)
      try inspect(product, of: build)
      let box = boxType.init(product)
      guard let slot = end(build, of: node, in: tree, with: box),
        try await !slot.complete(box, of: build.takeUnretainedValue())
      else { return product }
    } catch {
      throw fail(error, of: node, in: tree, build, synchronously: false)
    }
    return try await core.resolve(blueprint.key, (), for: context(build, in: tree))
  }
}
