/// A registration, with the types of its product and of its argument: `Void`, one type, or a tuple of several.
struct TypedBlueprint<Product, Argument> {
  let base: Blueprint

  init(_ base: Blueprint) { self.base = base }

  /// The recipe of the product, or nil if another registration gives it.
  var recipe: Recipe<Argument, Product>? { Recipe(base.kind, base.stored) }

  // MARK: Building by steps

  fileprivate func run(_ resolver: Resolver, _ arguments: AnyArguments?) throws -> AnyProduct {
    guard let recipe else { throw Obstacle.mustBeAwaited }
    let product = try recipe.run(resolver, AnyArguments.value(in: arguments, as: Argument.self))
    try base.refuseUnfilled(product, at: resolver.build?.path ?? [base.step])
    return ProductBox(product)
  }

  @inline(__always)
  fileprivate func run(_ resolver: Resolver, _ arguments: AnyArguments?) async throws -> AnyProduct {
    guard let recipe else { throw Obstacle.mustBeAwaited }
    let product = try await recipe.run(resolver, AnyArguments.value(in: arguments, as: Argument.self))
    try base.refuseUnfilled(product, at: resolver.build?.path ?? [base.step])
    return ProductBox(product)
  }

  fileprivate func makeLeaf(for context: ResolutionContext) throws -> AnyProduct? {
    guard let body = recipe?.leaf else { return nil }
    return ProductBox(try run(leaf: body, for: context))
  }

  // MARK: Building without steps

  // Each recipe is taken apart where it runs, because passing it on would ask the runtime for its type.

  /// Makes an unshared instance without steps.
  func make(_ argument: Argument, for context: ResolutionContext) throws -> Product {
    do {
      switch recipe {
      case .leaf(let body): return try run(leaf: body, for: context)
      case .resolving(let body):
        let build = Unmanaged.passRetained(try Build(of: base, for: context, through: context.core))
        return try run({ resolver, _ in try body(resolver) }, argument, build, for: context)
      case .sync(let body):
        let build = Unmanaged.passRetained(
          try Build(of: base, for: context, through: context.core, argument: known(argument)))
        return try run(body, argument, build, for: context)
      case .initializer(let recipe):
        let calls = recipe.calls(of: Product.self)
        // In the graph scope, only a registration that was taken for a leaf gets here.
        if base.flags.lifetime == .graph || base.isLeaf {
          return try run(leaf: calls.bare, for: context)
        }
        let build = Unmanaged.passRetained(try Build(of: base, for: context, through: context.core))
        return try run({ resolver, _ in try calls.blocking(resolver) }, argument, build, for: context)
      case .either(let calls):
        let build = Unmanaged.passRetained(
          try Build(of: base, for: context, through: context.core, argument: known(argument)))
        return try run(calls.sync, argument, build, for: context)
      case .asyncLeaf, .asyncResolving, .async, .mainActor, .mainActorAsync, nil:
        return try fail(for: context)
      }
    } catch {
      return try fail(error, for: context)
    }
  }

  // These functions throw by themselves, because an error that is returned takes stack at each link of a chain.

  /// Throws because no instance can be made at once, although the plan says so.
  @inline(never)
  private func fail(for context: ResolutionContext) throws -> Product {
    throw AstrojectError.noRegistrationFound(context.failure(base.key, location: base.location))
  }

  @inline(never)
  private func fail(_ error: any Error, for context: ResolutionContext) throws -> Product {
    throw context.translate(error, of: base, at: .factory)
  }

  /// Returns the argument as a build stores it, or nil if there is none.
  private func known(_ argument: Argument) -> Any? { Argument.self == Void.self ? nil : argument }

  /// Runs a build that only the caller refers to, and ends it.
  private func run(
    _ body: (Resolver, Argument) throws -> Product, _ argument: Argument, _ build: Unmanaged<Build>,
    for context: ResolutionContext
  ) throws -> Product {
    defer { Build.end(build) }
    let product = try ThreadContext.current.run(build) { try body($0, argument) }
    try base.inspect(product, for: context)
    return product
  }

  /// Runs a recipe that takes nothing.
  @inline(never)
  private func run(leaf body: () throws -> Product, for context: ResolutionContext) throws -> Product {
    let thread = ThreadContext.current
    let outer = thread.pointee.word
    let leaf = thread.beginLeaf(LeafBuild(of: base, for: context))
    defer { thread.endLeaf(leaf, outer) }
    let product = try body()
    if leaf.pointee.turnedOut != nil { try base.finish(product, leaf) }
    try base.inspect(product, for: context)
    return product
  }
}

// MARK: - Factories

extension TypedBlueprint where Argument == Void {
  /// Makes the factory for readers without a lock, retained once, or an empty plan cache if the plan has none.
  fileprivate func makeFactory(_ plan: ResolutionPlan) -> PlanCache {
    guard let factory = plan.factory, let made = make(factory) else { return .none }
    return PlanCache(counting: made, for: factory.use)
  }

  private func make(_ factory: ResolutionPlan.Factory) -> AnyFactory? {
    switch (factory, recipe) {
    case (.cached, _): CachedFactory<Product>(base)
    case (.leaf, let recipe?): recipe.leaf.map { LeafFactory(base, $0) }
    case (.graphLeaf, let recipe?):
      recipe.leaf.map { body in GraphFactory(base, alone: LeafFactory(base, body)) { _ in try body() } }
    case (.transient, .resolving(let body)): TransientFactory(base, body)
    case (.transient, .sync(let body)): TransientFactory(base) { resolver in try body(resolver, ()) }
    case (.graph, .resolving(let body)): GraphFactory(base, body)
    case (.graph, .sync(let body)): GraphFactory(base) { resolver in try body(resolver, ()) }
    case (.initializer, .initializer(let recipe)): InitializerFactory(base, recipe.calls(of: Product.self))
    case (.graphInitializer, .initializer(let recipe)): GraphInitializerFactory(base, recipe.calls(of: Product.self))
    case (.awaited, .asyncLeaf(let body)): AwaitedFactory(base) { _ in try await body() }
    case (.awaited, .asyncResolving(let body)): AwaitedFactory(base, body)
    default: nil
    }
  }
}

// MARK: - Without static types

extension Blueprint {
  /// Looks at a product that was made just now, and has each request checked from now on if it belongs to a global
  /// actor.
  ///
  /// - Returns: True if the product conforms to its protocol on one global actor only.
  /// - Throws: ``AstrojectError/isolationMismatch(_:)`` if it does, and this is elsewhere; the error of an injected
  ///   property that another thread could not fill.
  @discardableResult
  func inspect<Product>(_ product: Product, for context: ResolutionContext) throws -> Bool {
    try refuseUnfilled(product, at: context.path + [step])
    guard IsolatedConformance.record(in: product) != nil else { return false }
    noteConfinement(below: context.core)
    guard let conformance = ProductBox(product).misplacedConformance(for: context.parent) else { return true }
    throw AstrojectError.isolationMismatch(
      context.failure(key, location: location, cause: .isolatedConformance(conformance)))
  }

  /// Throws if another thread has made the product, and could not fill one of its properties.
  @inline(__always)
  func refuseUnfilled<Product>(_ product: Product, at path: @autoclosure () -> [AstrojectError.Step]) throws {
    if UnfilledProperties.exist, !isInstance { try UnfilledProperties.refuse(product, at: path()) }
  }

  /// Has each request checked from now on, because a product conforms to its protocol on one global actor only.
  ///
  /// Called before the product is handed on. So a caller that finds it sees the flag.
  ///
  /// - Parameter core: The container that has the registration, or a child of it.
  func noteConfinement(below core: Core) {
    if changeFlags({ $0.isConfined = true }).isConfined { return }
    for core in core.lineage { core.unpublish(self) }
  }

  /// Runs the recipe synchronously.
  ///
  /// - Throws: The error of the recipe, or an ``Obstacle`` if it cannot run synchronously here.
  func run(_ resolver: Resolver, _ arguments: AnyArguments?) throws -> AnyProduct {
    func run<Product>(_ product: Product.Type) throws -> AnyProduct {
      func run<Argument>(_ argument: Argument.Type) throws -> AnyProduct {
        try TypedBlueprint<Product, Argument>(self).run(resolver, arguments)
      }
      guard let types = details?.arguments else {
        return try TypedBlueprint<Product, Void>(self).run(resolver, arguments)
      }
      return try run(types)
    }
    return try run(product)
  }

  /// Runs the recipe where its isolation requires, and awaits it.
  func run(_ resolver: Resolver, _ arguments: AnyArguments?) async throws -> AnyProduct {
    func run<Product>(_ product: Product.Type) async throws -> AnyProduct {
      func run<Argument>(_ argument: Argument.Type) async throws -> AnyProduct {
        try await TypedBlueprint<Product, Argument>(self).run(resolver, arguments)
      }
      guard let types = details?.arguments else {
        return try await TypedBlueprint<Product, Void>(self).run(resolver, arguments)
      }
      return try await run(types)
    }
    return try await run(product)
  }

  /// Makes an unshared instance with a recipe that takes nothing, or returns nil if the recipe takes something.
  func makeLeaf(for context: ResolutionContext) throws -> AnyProduct? {
    func makeLeaf<Product>(_ product: Product.Type) throws -> AnyProduct? {
      try TypedBlueprint<Product, Void>(self).makeLeaf(for: context)
    }
    return try makeLeaf(product)
  }

  /// Makes the factory for readers without a lock, retained once, or an empty plan cache if the plan has none.
  func makeFactory(_ plan: ResolutionPlan) -> PlanCache {
    func makeFactory<Product>(_ product: Product.Type) -> PlanCache {
      TypedBlueprint<Product, Void>(self).makeFactory(plan)
    }
    return makeFactory(product)
  }

  /// Makes the storage of an instance that was made elsewhere and registered, or returns nil for other registrations.
  func makeStorageOfInstance() -> InstanceStorage? {
    guard isInstance, flags.lifetime == .singleton, kind == .leaf else { return nil }
    func makeStorage<Product>(_ product: Product.Type) -> InstanceStorage? {
      // If the instance is gone, a resolve throws the error.
      guard let product = try? TypedBlueprint<Product, Void>(self).recipe?.leaf?() else { return nil }
      return InstanceStorage(of: self, keeping: ProductBox(product))
    }
    return makeStorage(product)
  }

  /// Tells behaviors that the registration was resolved.
  func tellResolved(in core: Core) {
    func tell<Product>(_ product: Product.Type) {
      core.tellResolved(Registration<Product>(blueprint: self, core: core))
    }
    tell(product)
  }

  /// Checks a leaf whose recipe has resolved after all, and finishes its properties.
  @inline(never)
  func check(_ leaf: UnsafeMutablePointer<LeafBuild>) throws {
    try leaf.pointee.refuseLoop()
    parameterPlan?.noteAsked()
    try leaf.pointee.build?.finishProperties()
  }

  /// Finishes a leaf whose recipe has resolved after all, and puts its product into the tree that began with it.
  @inline(never)
  func finish<Product>(_ product: Product, _ leaf: UnsafeMutablePointer<LeafBuild>) throws {
    try check(leaf)
    if let build = leaf.pointee.build, leaf.pointee.isRoot, flags.lifetime == .graph {
      // A dependency that the product got may continue the tree, and has to find the product there.
      let node = Tree.Node(blueprint: id, container: build.core.id, argument: .void)
      build.tree.slot(for: node).slot.fill(ProductBox(product), order: 0)
    }
  }
}
