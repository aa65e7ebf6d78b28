/// A registration, seen by one who knows the types of its product and of its argument: `Void`, one type, or the tuple
/// of several.
struct TypedBlueprint<Product, Argument> {
  let base: Blueprint

  init(_ base: Blueprint) { self.base = base }

  /// Where the product comes from; nil where that is another registration.
  var recipe: Recipe<Argument, Product>? { Recipe(base.kind, base.stored) }

  // MARK: Building by steps

  fileprivate func run(_ resolver: Resolver, _ arguments: AnyArguments?) throws -> AnyProduct {
    guard let recipe else { throw Obstacle.mustBeAwaited }
    return ProductBox(try recipe.run(resolver, AnyArguments.value(in: arguments, as: Argument.self)))
  }

  @inline(__always)
  fileprivate func run(_ resolver: Resolver, _ arguments: AnyArguments?) async throws -> AnyProduct {
    guard let recipe else { throw Obstacle.mustBeAwaited }
    return ProductBox(try await recipe.run(resolver, AnyArguments.value(in: arguments, as: Argument.self)))
  }

  fileprivate func makeLeaf(for context: ResolutionContext) throws -> AnyProduct? {
    guard let body = recipe?.leaf else { return nil }
    return ProductBox(try run(leaf: body, for: context))
  }

  // MARK: Building without steps

  // Each recipe is taken apart where it is run, as to hand it on would be to ask the runtime for its type.

  /// Makes an instance without steps; only for one that is for whoever asks alone.
  func make(_ argument: Argument, for context: ResolutionContext) throws -> Product {
    do {
      switch recipe {
      case .leaf(let body): return try run(leaf: body, for: context)
      case .resolving(let body):
        let build = Unmanaged.passRetained(try Build(of: base, for: context, through: context.core))
        return try run({ resolver, _ in try body(resolver) }, argument, build)
      case .sync(let body):
        let build = Unmanaged.passRetained(
          try Build(of: base, for: context, through: context.core, argument: known(argument)))
        return try run(body, argument, build)
      case .initializer(let recipe):
        let calls = recipe.calls(of: Product.self)
        // Of graph scope, only what has been taken for a leaf comes here.
        if base.flags.lifetime == .graph || base.isLeaf {
          return try run(leaf: calls.bare, for: context)
        }
        let build = Unmanaged.passRetained(try Build(of: base, for: context, through: context.core))
        return try run({ resolver, _ in try calls.blocking(resolver) }, argument, build)
      case .either(let calls):
        let build = Unmanaged.passRetained(
          try Build(of: base, for: context, through: context.core, argument: known(argument)))
        return try run(calls.sync, argument, build)
      case .asyncLeaf, .asyncResolving, .async, .mainActor, .mainActorAsync, nil:
        return try fail(for: context)
      }
    } catch {
      return try fail(error, for: context)
    }
  }

  // These throw by themselves, as an error that is handed back has a place on the stack of each link of a chain.

  /// Fails where no instance can be made at once, though the plan says so.
  @inline(never)
  private func fail(for context: ResolutionContext) throws -> Product {
    throw AstrojectError.noRegistrationFound(context.failure(base.key, location: base.location))
  }

  @inline(never)
  private func fail(_ error: any Error, for context: ResolutionContext) throws -> Product {
    throw context.translate(error, of: base, at: .factory)
  }

  /// An argument as a build knows it; nil where there is none.
  private func known(_ argument: Argument) -> Any? { Argument.self == Void.self ? nil : argument }

  /// Runs and ends a build that only the caller refers to.
  private func run(
    _ body: (Resolver, Argument) throws -> Product, _ argument: Argument, _ build: Unmanaged<Build>
  ) throws -> Product {
    defer { Build.end(build) }
    return try ThreadContext.current.run(build) { try body($0, argument) }
  }

  /// Runs what takes nothing.
  @inline(never)
  private func run(leaf body: () throws -> Product, for context: ResolutionContext) throws -> Product {
    let thread = ThreadContext.current
    let outer = thread.pointee.word
    let leaf = thread.beginLeaf(LeafBuild(of: base, for: context))
    defer { thread.endLeaf(leaf, outer) }
    let product = try body()
    if leaf.pointee.turnedOut != nil { try base.finish(product, leaf) }
    return product
  }
}

// MARK: - Factories

extension TypedBlueprint where Argument == Void {
  /// A factory for readers without a lock, counted once; nothing where the plan has none.
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

// MARK: - For those who do not know the types

extension Blueprint {
  /// Runs the recipe; throws an ``Obstacle`` where there is one.
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

  /// Runs the recipe where it has to run.
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

  /// Makes an instance of nothing, for whoever asks alone; nil if there is more to do.
  func makeLeaf(for context: ResolutionContext) throws -> AnyProduct? {
    func makeLeaf<Product>(_ product: Product.Type) throws -> AnyProduct? {
      try TypedBlueprint<Product, Void>(self).makeLeaf(for: context)
    }
    return try makeLeaf(product)
  }

  /// A factory for readers without a lock, counted once; nothing where the plan has none.
  func makeFactory(_ plan: ResolutionPlan) -> PlanCache {
    func makeFactory<Product>(_ product: Product.Type) -> PlanCache {
      TypedBlueprint<Product, Void>(self).makeFactory(plan)
    }
    return makeFactory(product)
  }

  /// What is kept of it from the beginning: an instance that was made elsewhere and given to a container.
  func makeStorageOfInstance() -> InstanceStorage? {
    guard isInstance, flags.lifetime == .singleton, kind == .leaf else { return nil }
    func makeSlots<Product>(_ product: Product.Type) -> InstanceStorage? {
      // One that is gone is what a resolve fails for.
      guard let product = try? TypedBlueprint<Product, Void>(self).recipe?.leaf?() else { return nil }
      return InstanceStorage(of: self, keeping: ProductBox(product))
    }
    return makeSlots(product)
  }

  /// Tells behaviors that it was resolved.
  func tellResolved(in core: Core) {
    func tell<Product>(_ product: Product.Type) {
      core.tellResolved(Registration<Product>(blueprint: self, core: core))
    }
    tell(product)
  }

  /// Looks after what was taken to need nothing, and has resolved all the same.
  @inline(never)
  func check(_ leaf: UnsafeMutablePointer<LeafBuild>) throws {
    try leaf.pointee.refuseLoop()
    parameterPlan?.noteAsked()
    try leaf.pointee.build?.finishProperties()
  }

  /// Looks after such a leaf, and has those find its product who go on in the tree that began with it.
  @inline(never)
  func finish<Product>(_ product: Product, _ leaf: UnsafeMutablePointer<LeafBuild>) throws {
    try check(leaf)
    if let build = leaf.pointee.build, leaf.pointee.isRoot, flags.lifetime == .graph {
      // What it was given may go on in its tree, and is to find it there.
      let node = Tree.Node(blueprint: id, container: build.core.id, argument: .void)
      build.tree.slot(for: node).slot.fill(ProductBox(product), order: 0)
    }
  }
}
