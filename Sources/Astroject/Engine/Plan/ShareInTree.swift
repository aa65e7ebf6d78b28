/// Shares a product in the resolution tree: the graph scope.
///
/// Most products are built and requested by one task. They have no slot until something else needs one.
final class ShareInTree: Shared, @unchecked Sendable {
  /// The container that the dependencies come from; see ``Keeper``.
  private let keeper: Keeper
  /// True if a build does nothing but run the recipe.
  private let runsRecipe: Bool
  /// The type of the boxes of products, if the tree holds these without boxes.
  private let boxType: AnyProduct.Type?

  init(_ inner: Make, by keeper: Keeper) {
    self.keeper = keeper
    runsRecipe = inner.runsOnlyRecipe && !inner.blueprint.flags.isGiven
    boxType = HeldProduct.needsNoBox(inner.blueprint.product) ? inner.boxType : nil
    super.init(inner, .graph)
  }

  override func maySuspend(by outlook: inout Outlook) -> Bool {
    // In a tree that others know of, a task may be building the product, and has suspended.
    !outlook.beginsTree || inner.maySuspend(by: &outlook)
  }

  override func make<Argument, Product>(_ argument: Argument, for ask: Ask) throws -> Product {
    // Each case returns by itself, so that the product is not moved once more.
    if isAlone(ask) { return try inner.make(argument, for: ask) }
    guard isQuick(argument, ask) else {
      return try further(argument, as: Product.self, for: ask).value(as: Product.self)
    }
    let thread = ask.thread
    let (build, tree, claim) = begin(for: ask, on: thread, staysHere: true)
    defer { thread.giveBack(build) }
    switch claim {
    case .product(let product): return product.value(as: Product.self)
    case .engaged: return try further(argument, as: Product.self, for: ask).value(as: Product.self)
    case .begun: return try self.build(by: build, in: tree, on: thread, for: ask)
    }
  }

  override func box<Argument, Product>(_ argument: Argument, as type: Product.Type, for ask: Ask) throws -> AnyProduct {
    guard isAlone(ask) || isQuick(argument, ask) else { return try further(argument, as: type, for: ask) }
    return inner.newBox(try make(argument, for: ask) as Product)
  }

  override func boxAwaiting<Argument, Product>(
    _ argument: Argument, as type: Product.Type, for ask: Ask
  ) async throws -> AnyProduct {
    guard inner.maySuspend else { return try { () throws -> AnyProduct in try box(argument, as: type, for: ask) }() }
    // A build that suspends tells its slot.
    guard isQuick(argument, ask), !inner.kind.maySuspend else {
      return try await furtherAwaiting(argument, as: type, for: ask)
    }
    let (build, tree, claim) = begin(for: ask, on: ThreadContext.current, staysHere: false)
    defer { ThreadContext.current.giveBack(build) }
    switch claim {
    case .product(let product): return product.box
    case .engaged: return try await furtherAwaiting(argument, as: type, for: ask)
    case .begun: break
    }
    do {
      try build.with { try $0.refuseLoop() }
      try inner.check(ask)
      let box = try await inner.runAwaiting(argument, as: type, for: build, in: nil, ask)
      var kept = Optional(HeldProduct(box))
      guard let place = end(build, in: tree, with: &kept, for: ask) else { return box }
      if let box = try await completeAwaiting(box, in: place, build.object, for: ask) { return box }
    } catch {
      throw fail(error, tree.object.fail(node(ask)), for: ask, synchronously: false)
    }
    return try await ask.inTree(tree.object) { ask, _ in try await furtherAwaiting(argument, as: type, for: ask) }
  }

  /// Returns true for a product without dependencies that the root of a tree builds, in usual circumstances: nothing
  /// else could share it.
  @inline(__always)
  private func isAlone(_ ask: Ask) -> Bool { inner.isLeaf && !ask.isInTree && ask.rare == nil }

  /// Builds the product, and puts it into the tree.
  ///
  /// It is not inlined and returns at one place. Otherwise code that does not know the type would move the product once
  /// more.
  @inline(never)
  private func build<Product>(
    by build: Borrowed<Build>, in tree: Borrowed<Tree>, on thread: UnsafeMutablePointer<ThreadContext>, for ask: Ask
  ) throws -> Product {
    var product: Product
    var isOver = true
    do {
      try build.with { try $0.refuseLoop() }
      try inner.check(ask, on: thread)
      product = try inner.call((), for: build, on: thread)
      try inner.check(&product, by: build)
      var held: HeldProduct? =
        if let boxType {
          HeldProduct(at: &product, tableOffset: inner.tableOffset, boxType: boxType)
        } else { HeldProduct(inner.newBox(product)) }
      if let place = end(build, in: tree, with: &held, for: ask), let held {
        isOver = try complete(held.box, in: place, build.object, for: ask) != nil
      }
    } catch {
      throw fail(error, tree.object.fail(node(ask)), for: ask, synchronously: true)
    }
    if !isOver {
      let box = try ask.inTree(tree.object) { ask, _ in try further((), as: Product.self, for: ask) }
      product = box.value(as: Product.self)
    }
    return product
  }

  // MARK: Without a slot

  /// Returns true for a request that needs no slot unless another task asks meanwhile.
  @inline(__always)
  private func isQuick<Argument>(_ argument: Argument, _ ask: Ask) -> Bool {
    Argument.self == Void.self && ask.isPlain && runsRecipe
  }

  @inline(__always)
  private func node(_ ask: Ask) -> Tree.Node {
    Tree.Node(blueprint.id, ask.core.with { $0.id })
  }

  /// Claims the product in the tree for a build, which begins one if there is none.
  @inline(__always)
  private func begin(
    for ask: Ask, on thread: UnsafeMutablePointer<ThreadContext>, staysHere: Bool
  ) -> (build: Borrowed<Build>, tree: Borrowed<Tree>, claim: Tree.Claim) {
    let build = thread.beginBuild(
      of: Borrowed(blueprint), in: ask.core, for: ask.parent, staysHere: staysHere)
    let tree = build.with { $0.treeUnderWay }
    return (build, tree, tree.with { $0.claim(node(ask), for: build) })
  }

  /// Ends a build that the tree knows of.
  ///
  /// Returns the place that has to be completed, if other callers wait for the build or its product needs others.
  @inline(__always)
  private func end(
    _ build: Borrowed<Build>, in tree: Borrowed<Tree>, with product: inout HeldProduct?, for ask: Ask
  ) -> Place? {
    tree.with { tree in
      build.with { $0.needsOthers }
        ? tree.slot(for: node(ask)) : tree.end(node(ask), with: &product)
    }.map { Place(slot: $0, source: ask.core.object) }
  }

  // MARK: In a slot

  @inline(never)
  private func further<Argument, Product>(
    _ argument: Argument, as type: Product.Type, for ask: Ask
  ) throws -> AnyProduct {
    guard let value = value(of: argument, for: ask) else { return try inner.box(argument, as: type, for: ask) }
    return try ask.inTree { ask, tree in try take(place(value, in: tree, ask), argument, as: type, for: ask) }
  }

  private func furtherAwaiting<Argument, Product>(
    _ argument: Argument, as type: Product.Type, for ask: Ask
  ) async throws -> AnyProduct {
    guard let value = value(of: argument, for: ask) else {
      return try await inner.boxAwaiting(argument, as: type, for: ask)
    }
    return try await ask.inTree { ask, tree in
      try await takeAwaiting(place(value, in: tree, ask), argument, as: type, for: ask)
    }
  }

  private func place(_ value: ArgumentValue, in tree: Borrowed<Tree>, _ ask: Ask) -> Place {
    // What surrounds the product of a custom scope is made where the scope belongs to.
    let source = (keeper.core(for: ask) ?? ask.core).object
    let node = Tree.Node(blueprint.id, source.id)
    return Place(slot: tree.object.slot(for: node, value), source: source, value: value)
  }
}
