/// A product that the first caller resolves while others wait, and that is remembered then.
///
/// It is the slot of a product that no key finds. An instance that any request would take at once is remembered without
/// a build.
package final class Once: InstanceSlot, @unchecked Sendable {
  // A lock guards all that changes.

  /// The origin of the product.
  package final class Source: Sendable {
    package enum Recipe: Sendable {
      /// Resolves a key, with arguments if it takes some.
      case key(Key, AnyArguments?)
      /// Runs a closure, which puts the product into a box: one for a caller that blocks, or one for a caller that
      /// awaits.
      case closures(@Sendable () throws -> AnyProduct, awaiting: @Sendable () async throws -> AnyProduct)
    }

    fileprivate let continuation: Continuation
    fileprivate let recipe: Recipe

    package init(_ continuation: Continuation, _ recipe: Recipe) {
      self.continuation = continuation
      self.recipe = recipe
    }

    /// Makes the product for a build, and puts it into a box.
    fileprivate func make(for build: Build) throws -> AnyProduct {
      switch recipe {
      case .key(let key, let arguments): try build.box(key, given: arguments)
      case .closures(let make, _): try make()
      }
    }

    /// Makes the product for a build that awaits, and puts it into a box.
    fileprivate func make(for build: Build) async throws -> AnyProduct {
      switch recipe {
      case .key(let key, let arguments): try await build.box(key, given: arguments)
      case .closures(_, let make): try await CurrentBuild.lead(build, awaiting: make)
      }
    }
  }

  /// The product, or its origin, which holds arguments and the resolution tree.
  package enum Content {
    case pending(Source)
    case product(AnyProduct)
    /// A given product that conforms to its protocol on one global actor only, so that each request is checked.
    case confined(AnyProduct)
  }

  /// The key that paths show.
  private let key: Key
  private let content: Lock<Content>

  /// No key finds the product, so all of them can share an entry, which stays empty.
  private static let entry = Entry.make(for: Key(Void.self))

  /// Creates the place of a product.
  ///
  /// - Parameter key: The key that paths show.
  package init(_ key: Key, _ content: Content) {
    self.key = key
    self.content = Lock(content)
    super.init()
  }

  /// Creates the place of a product that is given.
  package convenience init(_ key: Key, given product: AnyProduct) {
    self.init(key, product.isConfined ? .confined(product) : .product(product))
  }

  // MARK: Getting

  /// Returns the product, which the first call resolves.
  package func get() throws -> AnyProduct {
    switch content.withLock({ $0 }) {
    case .product(let product): return product
    case .confined(let product): return try give(confined: product)
    case .pending(let source):
      if let product = take(source) { return product }
      return try source.continuation.resume(key) {
        try give(build(source, $0) ?? Stages(of: self, source, $0).take(), to: $0)
      }
    }
  }

  /// Returns the product, which the first call resolves and awaits.
  package func get() async throws -> AnyProduct {
    switch content.withLock({ $0 }) {
    case .product(let product): return product
    case .confined(let product): return try give(confined: product)
    case .pending(let source):
      if let product = take(source) { return product }
      return try await source.continuation.resume(key) {
        try give(try await Stages(of: self, source, $0).take(), to: $0)
      }
    }
  }

  /// Returns a given product to code that may have it.
  @inline(never)
  private func give(confined product: AnyProduct) throws -> AnyProduct {
    guard let conformance = product.misplacedConformance() else { return product }
    throw AstrojectError.isolationMismatch(.init(asking: key, cause: .isolatedConformance(conformance)))
  }

  /// Takes the instance that any request of the key would take at once, if nothing but the key determines the product,
  /// unless a build is under way.
  private func take(_ source: Source) -> AnyProduct? {
    guard case .key(let key, nil) = source.recipe, !key.takesArguments,
      let instance = source.continuation.instance(of: key)
    else { return nil }
    fill(instance, order: 0)
    guard let product, !product.isConfined else { return nil }
    content.change { $0 = .product(product) }
    return product
  }

  /// Returns the product to a caller that may have it, and remembers it if it is complete and any caller may have it.
  private func give(_ product: AnyProduct, to context: ResolutionContext) throws -> AnyProduct {
    if product.isConfined {
      try context.admit(product, as: key, of: nil)
    } else if self.product != nil {
      content.change { $0 = .product(product) }
    }
    return product
  }

  // MARK: Building

  /// Builds the product, if the slot is empty and nothing stands against a build; returns nil if the stages have to go
  /// on.
  @inline(never)
  private func build(_ source: Source, _ context: ResolutionContext) throws -> AnyProduct? {
    let thread = ThreadContext.current
    let blueprint = blueprint(.none)
    let reference = thread.beginBuild(
      of: Borrowed(blueprint), in: Borrowed(context.core), for: context.parent.map { Borrowed($0) })
    defer {
      thread.giveBack(reference)
      withExtendedLifetime(blueprint) {}
    }
    let build = reference.object
    build.move(to: context.rare?.tree)
    // The stages know the errors of a build that is refused.
    guard !build.isRefused, !thread.pointee.isNearEndOfStack, begin(build) else { return nil }
    do {
      let product = try thread.run(reference) { _ in try source.make(for: build) }
      try build.finishProperties()
      if UnfilledProperties.exist { try build.refuseUnfilled(product) }
      if !build.needsOthers, keepAtOnce(product, order: 0) { return product }
      return try Stages(of: self, source, context).complete(product, by: build)
    } catch {
      let error = context.translate(error, of: blueprint)
      fail(error, synchronously: true)
      throw error
    }
  }

  private func blueprint(_ recipe: StoredRecipe) -> Blueprint {
    Blueprint(
      key.product, label: key.label, stored: recipe, location: .unknown, flags: RegistrationFlags(.graph, .either))
  }

  /// The plan of the product, with what its stages are asked with.
  private final class Stages {
    private let plan: Shared
    private let once: Once
    private let context: ResolutionContext
    private let match: Match

    @inline(never)
    init(of once: Once, _ source: Source, _ context: ResolutionContext) {
      let recipe = EitherRecipe<Void, AnyProduct> { resolver, _ in
        try source.make(for: resolver.ownBuild)
      } async: { resolver, _ in
        try await source.make(for: resolver.ownBuild)
      }
      plan = Shared(Make(once.blueprint(StoredRecipe(object: recipe))), .graph)
      self.once = once
      self.context = context
      match = Match(blueprint: plan.blueprint, entry: Once.entry, owner: context.core)
    }

    private var place: Shared.Place { Shared.Place(slot: once, source: context.core) }
    private var ask: Ask { Ask(context, match) }

    /// Takes the product, or builds it.
    @inline(never)
    func take() throws -> AnyProduct {
      defer { withExtendedLifetime(self) {} }
      while true {
        do { return try plan.take(place, (), as: AnyProduct.self, for: ask) } catch is Again {}
      }
    }

    /// Takes the product, or builds it and awaits that.
    func take() async throws -> AnyProduct {
      defer { withExtendedLifetime(self) {} }
      while true {
        do { return try await plan.takeAwaiting(place, (), as: AnyProduct.self, for: ask) } catch is Again {}
      }
    }

    /// Completes a product that was made, and hands it to the waiters; nil if that is done later.
    @inline(never)
    func complete(_ product: AnyProduct, by build: Build) throws -> AnyProduct? {
      defer { withExtendedLifetime(self) {} }
      return try plan.complete(product, in: place, build, for: ask)
    }
  }
}

extension Build {
  /// Resolves a key for the code of this build, and returns the product in a box.
  fileprivate func box(_ key: Key, given arguments: AnyArguments?) throws -> AnyProduct {
    func box<Product>(_ type: Product.Type) throws -> AnyProduct {
      if arguments == nil, !key.takesArguments { return ProductBox<Product>(try resolve(key)) }
      return ProductBox<Product>(try core.resolve(key, given: arguments, for: ResolutionContext(of: self)))
    }
    return try box(key.product)
  }

  /// Resolves a key, awaits the product, and returns it in a box.
  fileprivate func box(_ key: Key, given arguments: AnyArguments?) async throws -> AnyProduct {
    func box<Product>(_ type: Product.Type) async throws -> AnyProduct {
      ProductBox<Product>(try await core.resolve(key, given: arguments, for: ResolutionContext(of: self)))
    }
    return try await box(key.product)
  }
}
