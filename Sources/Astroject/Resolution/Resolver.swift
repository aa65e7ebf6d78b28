/// What a factory resolves its dependencies with.
///
/// It is a small value that carries the path of the resolution, so that errors can show it and loops are found, and the
/// tree that graph-scoped products are shared in. Kept beyond its factory, each of its calls begins a tree of its own;
/// it does not keep the container alive, and throws ``AstrojectError/containerReleased(_:)`` when that is gone.
public struct Resolver: Resolving, Sendable {
  /// The build that it was made for, or one that stands for whoever resolves outside of any.
  ///
  /// The only word of a resolver, so that nothing is counted where a factory is called with it.
  @usableFromInline let site: Build

  package init(of build: Build) { site = build }

  /// One that is made outside of a build.
  package init(outsideIn core: Core) { site = Build(outsideIn: core) }

  package var core: Core { site.core }
  /// The build that it was made for; nil for one that was made outside of a build.
  package var build: Build? { site.isOutside ? nil : site }

  /// The build that a recipe is called for, which gets by itself what it needs.
  package var requiredBuild: Build {
    get throws {
      if site.isOutside { throw AstrojectError.Cause.gone }
      return site
    }
  }

  /// The build, for a recipe that is known to be called for one.
  @inlinable
  package var ownBuild: Build { site }

  func context(_ key: Key) throws -> ResolutionContext {
    guard let build, build.isActive else { return try ResolutionContext(root: core, key: key) }
    return try ResolutionContext(core: core, key: key, in: build)
  }

  /// Runs a closure for the caller, in the tree of the build while that is under way. Inlined, as each link of a chain
  /// of builds has this on the stack.
  @inline(__always)
  private func use<Result>(_ key: Key, _ body: () throws -> Result) throws -> Result {
    try core.begin(key, within: build)
    defer { core.leave() }
    let tree = build?.joinTree()
    defer { tree?.end() }
    return try body()
  }

  /// Runs a closure for the caller, and awaits it. Inlined, as each function on the way takes a frame of the task's.
  @inline(__always)
  private func use<Result>(_ key: Key, _ body: () async throws -> Result) async throws -> Result {
    try await core.use(key, within: build) {
      let tree = build?.joinTree()
      defer { tree?.end() }
      return try await body()
    }
  }

  // MARK: Resolving

  /// Resolves the product that is registered without a name; see ``Container/resolve(_:)-(Product.Type)``.
  @inlinable
  public func resolve<Product>(_ type: Product.Type = Product.self) throws -> Product {
    let hold = ReadHold.begin()
    defer { hold.end() }
    let published = planCache(forType: Key.word(of: type), hold)
    if let instance = published.instance(of: type) { return instance._withUnsafeGuaranteedRef { $0.value } }
    hold.stay()
    if let factory = published.factory(of: type) {
      return try factory._withUnsafeGuaranteedRef { try $0.make(for: site) }
    }
    return try resolve(type, name: nil)
  }

  /// Resolves the product that is registered without a name, and awaits what has to be awaited; see
  /// ``Container/resolve(_:)-(Product.Type)``.
  public func resolve<Product>(_ type: Product.Type = Product.self) async throws -> Product {
    // All in one function, as each function on the way takes a frame of the task's. Whoever asks may be a task that the
    // factory has started, which outlives it.
    let key = Key(type)
    try core.begin(key, within: build)
    defer { core.leave() }
    var call: Build.Call?
    defer { call?.end() }
    let awaited: InstanceFactory<Product>?
    do {
      let hold = ReadHold.begin()
      defer { hold.end() }
      let published = site.planCache(forType: Key.word(of: type), hold)
      if let instance = published.instance(of: type) { return instance._withUnsafeGuaranteedRef { $0.value } }
      if let kept = site.kept(published) { return kept.value(as: type) }
      call = build?.joinTree()
      // The code of a build that blocks runs on one thread, whose record another one must not touch.
      let isItsCode = site.isActive && site.mayRun(on: ThreadContext.current)
      if isItsCode, let factory = published.factoryAtOnce(of: type) {
        hold.stay()
        return try factory._withUnsafeGuaranteedRef { try $0.make(for: site) }
      }
      awaited = isItsCode ? published.awaitedFactory(of: type)?.takeUnretainedValue() : nil
    }
    if let awaited { return try await awaited.make(in: site.core, for: site) }
    return try await core.resolve(key, (), for: context(key))
  }

  /// What may be taken without a lock for a type, by the code of the build that this was made for: on the thread on
  /// which it runs, as only that is sure to be within whatever holds the container.
  @usableFromInline
  func planCache(forType word: UInt, _ hold: ReadHold) -> PlanCache {
    let thread = ThreadContext.current
    return thread.pointee.word == site.word && site.mayRun(on: thread) ? site.planCache(forType: word, hold) : .none
  }

  /// Resolves the product that is registered under a name.
  @inline(never)
  public func resolve<Product>(_ type: Product.Type, name: String?) throws -> Product {
    let key = Key(Product.self, label: Label(name: name, key: nil))
    return try use(key) { try core.resolve(key, (), for: context(key)) }
  }

  /// Resolves the product that is registered under a name, and awaits what has to be awaited.
  public func resolve<Product>(_ type: Product.Type, name: String?) async throws -> Product {
    let key = Key(Product.self, label: Label(name: name, key: nil))
    return try await use(key) { try await core.resolve(key, (), for: context(key)) }
  }

  /// Resolves what a request describes.
  public func resolve<Product, Argument>(_ request: ResolutionRequest<Product, Argument>) throws -> Product {
    try use(request.key) { try core.resolve(request, for: context(request.key)) }
  }

  /// Resolves what a request describes, and awaits what has to be awaited.
  public func resolve<Product, Argument>(_ request: ResolutionRequest<Product, Argument>) async throws -> Product {
    try await use(request.key) {
      try await core.resolve(request, for: context(request.key))
    }
  }

  /// Resolves what a request describes, or gives nil if it is not registered.
  public func resolveOptional<Product, Argument>(
    _ request: ResolutionRequest<Product, Argument>
  ) throws -> Product? {
    try use(request.key) {
      guard core.answers(request.key, Product.self) else { return nil }
      let product: Product = try core.resolve(request, for: context(request.key))
      return product
    }
  }

  /// Resolves what a request describes, or gives nil if it is not registered.
  public func resolveOptional<Product, Argument>(
    _ request: ResolutionRequest<Product, Argument>
  ) async throws -> Product? {
    try await use(request.key) {
      guard core.answers(request.key, Product.self) else { return nil }
      let product: Product = try await core.resolve(request, for: context(request.key))
      return product
    }
  }

  /// Resolves one product for each registration of a type.
  public func resolveAll<Product>(_ type: Product.Type) throws -> [Product] {
    try use(Key(Product.self)) { try [Product].collect(context(Key(Product.self))) }
  }

  /// Resolves one product for each registration of a type, and awaits what has to be awaited.
  public func resolveAll<Product>(_ type: Product.Type) async throws -> [Product] {
    try await use(Key(Product.self)) { try await [Product].collect(context(Key(Product.self))) }
  }

  /// Resolves the products of a type by their keys of one type; see ``Container/resolveAll(_:by:)``.
  ///
  /// - Throws: An ``AstrojectError`` of the first one that cannot be had.
  public func resolveAll<Product, Tag: Hashable>(
    _ type: Product.Type, by key: Tag.Type
  ) throws -> [Tag: Product] {
    try use(Key(Product.self)) { try [Tag: Product].collect(context(Key(Product.self))) }
  }

  /// Resolves the products of a type by their keys of one type, and awaits what has to be awaited.
  ///
  /// - Throws: An ``AstrojectError`` of the first one that cannot be had.
  public func resolveAll<Product, Tag: Hashable>(
    _ type: Product.Type, by key: Tag.Type
  ) async throws -> [Tag: Product] {
    try await use(Key(Product.self)) { try await [Tag: Product].collect(context(Key(Product.self))) }
  }

  // MARK: Asking whether

  /// Whether the type is registered, in the container or its parents, or known to the fallback.
  public func isRegistered<Product>(_ type: Product.Type, name: String?) -> Bool {
    isRegistered(Key(Product.self, label: Label(name: name, key: nil)), as: type)
  }

  /// Whether a key is registered, in the container or its parents, or known to the fallback.
  public func isRegistered<Product>(_ key: Key, as type: Product.Type) -> Bool {
    var isThere = false
    core.ifOpen { isThere = core.knows(key, type) }
    return isThere
  }
}
