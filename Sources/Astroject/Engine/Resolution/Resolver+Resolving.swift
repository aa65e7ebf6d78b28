// Resolving on behalf of the build that a resolver was made for.

extension Resolver: Resolving {
  package init(of build: Build) { self.init(site: build) }

  /// Creates a resolver outside of a build.
  package init(outsideIn core: Core) { self.init(site: Build(outsideIn: core)) }

  package var core: Core { ownBuild.core }
  /// The build that the resolver was made for; nil for one that was made outside of a build.
  package var build: Build? { ownBuild.isOutside ? nil : ownBuild }

  /// The build that the resolver was made for, or what stands for it outside of a build. A recipe is called for a
  /// build.
  @inlinable
  package var ownBuild: Build {
    // A check would stop a debug build if another copy of the library has made the build, which `Core.begin` refuses.
    _unsafeUncheckedDowncast(site, to: Build.self)
  }

  @inline(never)
  private func context(_ key: Key) throws -> ResolutionContext {
    guard let build, build.isActive else { return try ResolutionContext(root: core, key: key) }
    let context = ResolutionContext(of: build)
    try context.refuseInCustomScope(key)
    return context
  }

  /// Runs a closure for the caller, in the tree of the build while that is under way.
  ///
  /// It is inlined because each link of a chain of builds has this on the stack.
  @inline(__always)
  private func asking<Result>(_ key: Key, _ body: (ResolutionContext) throws -> Result) throws -> Result {
    try core.begin(key, within: ownBuild.isActive)
    defer { core.leave() }
    let root = ownBuild.joinTree()
    defer { root?.leaveTree() }
    return try body(context(key))
  }

  /// Runs a closure for the caller, and awaits it.
  ///
  /// It is inlined because each function on the way takes a frame of the task.
  @inline(__always)
  private func asking<Result>(_ key: Key, _ body: (ResolutionContext) async throws -> Result) async throws -> Result {
    try await core.use(key, within: ownBuild.isActive) {
      let root = ownBuild.joinTree()
      defer { root?.leaveTree() }
      return try await body(context(key))
    }
  }

  // MARK: Resolving

  /// Resolves the product registered without a name.
  ///
  /// An existing singleton is taken without a lock.
  ///
  /// - Parameter type: The type of the product.
  /// - Throws: An ``AstrojectError``: ``AstrojectError/noRegistrationFound(_:)`` if nothing is registered,
  ///   ``AstrojectError/circularDependency(_:)`` if the product needs itself,
  ///   ``AstrojectError/asynchronousFactory(_:)`` if it has to be awaited, ``AstrojectError/isolationMismatch(_:)`` off
  ///   the main actor if it belongs there, ``AstrojectError/containerReleased(_:)`` after the end of the container, and
  ///   the errors of building it.
  @inlinable
  public func resolve<Product>(_ type: Product.Type = Product.self) throws -> Product {
    let hold = ReadHold.begin()
    defer { hold.end() }
    guard let published = published(forType: Key.word(of: Product.self), hold) else {
      hold.stay()
      return try resolve(type, name: nil)
    }
    if let instance = published.word.instance(of: type) { return instance.with { $0.value } }
    hold.stay()
    return try published.make(for: ownBuild)
  }

  /// Resolves the product registered without a name, asynchronously.
  ///
  /// An existing singleton is taken without a lock.
  ///
  /// The parameters are those of the synchronous form.
  ///
  /// - Throws: An ``AstrojectError``: ``AstrojectError/noRegistrationFound(_:)`` if nothing is registered,
  ///   ``AstrojectError/circularDependency(_:)`` if the product needs itself, ``AstrojectError/cancelled(_:)`` if the
  ///   task is cancelled while it waits, ``AstrojectError/containerReleased(_:)`` after the end of the container, and
  ///   the errors of building it.
  public func resolve<Product>(_ type: Product.Type = Product.self) async throws -> Product {
    // All in one function because each function on the way takes a frame of the task. The caller may be a task that the
    // factory has started and that outlives it.
    await CallerIsolation.enter()
    let key = Key(Product.self)
    try ownBuild.source.with { try $0.begin(key, within: ownBuild.isActive) }
    defer { ownBuild.source.with { $0.leave() } }
    var root: Build?
    defer { root?.leaveTree() }
    var found: LastingPlan?
    do {
      let hold = ReadHold.begin()
      defer { hold.end() }
      let published = ownBuild.published(forType: Key.word(of: Product.self), hold)
      if let kept = published?.kept(for: Borrowed(ownBuild), in: ownBuild.source) { return kept.value(as: type) }
      root = ownBuild.joinTree()
      // The code of a build that blocks runs on one thread. Another thread must not touch the record of that thread.
      let isItsCode = ownBuild.isActive && ownBuild.mayRun(on: ThreadContext.current)
      if isItsCode, let published {
        if !published.maySuspend(in: ownBuild.source, hold) {
          hold.stay()
          do { return try published.make(for: ownBuild) } catch
            where published.mustAwait(after: error, in: ownBuild.source)
          {}
        }
        found = LastingPlan(published)
      }
    }
    if let found = consume found {
      do { return try await found.answer(for: Borrowed(ownBuild), in: ownBuild.source) } catch is Again {}
    }
    return try await core.resolve(key, (), for: context(key))
  }

  /// Returns what is published for a type, for the code of the build that the resolver was made for.
  ///
  /// It has to run on the thread of that code because only there something is sure to hold the container.
  @usableFromInline
  func published(forType word: UInt, _ hold: ReadHold) -> Published? {
    ownBuild.runs(on: hold.thread) ? ownBuild.published(forType: word, hold) : nil
  }

  /// Resolves the product registered under a name.
  ///
  /// - Parameters:
  ///   - type: The type of the product.
  ///   - name: The name; nil for none.
  /// - Throws: An ``AstrojectError``, as the form without a name does.
  @inline(never)
  public func resolve<Product>(_ type: Product.Type, name: String?) throws -> Product {
    let key = Key(Product.self, label: Label(name: name, key: nil))
    return try asking(key) { try core.resolve(key, (), for: $0) }
  }

  /// Resolves the product registered under a name, asynchronously.
  ///
  /// The parameters are those of the synchronous form.
  ///
  /// - Throws: An ``AstrojectError``, as the form without a name does.
  public func resolve<Product>(_ type: Product.Type, name: String?) async throws -> Product {
    let key = Key(Product.self, label: Label(name: name, key: nil))
    return try await asking(key) { try await core.resolve(key, (), for: $0) }
  }

  /// Resolves the product that a request describes.
  ///
  /// - Parameter request: The key and the arguments.
  /// - Throws: An ``AstrojectError``, as the form without a name does, and ``AstrojectError/noRegistrationFound(_:)``
  ///   if an argument fits no parameter.
  public func resolve<Product, Argument>(_ request: ResolutionRequest<Product, Argument>) throws -> Product {
    try asking(request.key) { try core.resolve(request, for: $0) }
  }

  /// Resolves the product that a request describes, asynchronously.
  ///
  /// The parameters are those of the synchronous form.
  ///
  /// - Throws: An ``AstrojectError``, as the form without a name does, and ``AstrojectError/noRegistrationFound(_:)``
  ///   if an argument fits no parameter.
  public func resolve<Product, Argument>(_ request: ResolutionRequest<Product, Argument>) async throws -> Product {
    try await asking(request.key) { try await core.resolve(request, for: $0) }
  }

  /// Resolves the product that a request describes; nil if it is not registered.
  ///
  /// - Parameter request: The key and the arguments.
  /// - Throws: An ``AstrojectError`` if the product is registered and cannot be resolved.
  public func resolveOptional<Product, Argument>(_ request: ResolutionRequest<Product, Argument>) throws -> Product? {
    try asking(request.key) { try core.resolveOptional(request.key, request.argument, list: request.list, for: $0) }
  }

  /// Resolves the product that a request describes, asynchronously; nil if it is not registered.
  ///
  /// The parameters are those of the synchronous form.
  ///
  /// - Throws: An ``AstrojectError`` if the product is registered and cannot be resolved.
  public func resolveOptional<Product, Argument>(
    _ request: ResolutionRequest<Product, Argument>
  ) async throws -> Product? {
    try await asking(request.key) {
      try await core.resolveOptional(request.key, request.argument, list: request.list, for: $0)
    }
  }

  /// Resolves one product for each registration of a type; see ``Resolving/resolveAll()``.
  ///
  /// - Parameter type: The type of the products.
  /// - Throws: The ``AstrojectError`` of the first product that cannot be resolved.
  public func resolveAll<Product>(_ type: Product.Type) throws -> [Product] {
    try asking(Key(Product.self)) { try core.resolve(Key([Product].self), (), for: $0) }
  }

  /// Resolves one product for each registration of a type, asynchronously.
  ///
  /// The parameters are those of the synchronous form.
  ///
  /// - Throws: The ``AstrojectError`` of the first product that cannot be resolved.
  public func resolveAll<Product>(_ type: Product.Type) async throws -> [Product] {
    try await asking(Key(Product.self)) { try await core.resolve(Key([Product].self), (), for: $0) }
  }

  /// Resolves the products of a type by their keys of one type; see ``Container/resolveAll(_:by:)``.
  ///
  /// - Parameters:
  ///   - type: The type of the products.
  ///   - key: The type of the keys; `String` for names.
  /// - Throws: The ``AstrojectError`` of the first product that cannot be resolved.
  public func resolveAll<Product, Tag: Hashable>(_ type: Product.Type, by key: Tag.Type) throws -> [Tag: Product] {
    try asking(Key(Product.self)) { try core.resolveOptional(Key([Tag: Product].self), (), for: $0) ?? [:] }
  }

  /// Resolves the products of a type by their keys of one type, asynchronously.
  ///
  /// The parameters are those of the synchronous form.
  ///
  /// - Throws: The ``AstrojectError`` of the first product that cannot be resolved.
  public func resolveAll<Product, Tag: Hashable>(
    _ type: Product.Type, by key: Tag.Type
  ) async throws -> [Tag: Product] {
    try await asking(Key(Product.self)) { try await core.resolveOptional(Key([Tag: Product].self), (), for: $0) ?? [:] }
  }

  // MARK: Asking for registrations

  /// Returns true if a type is registered, in the container or its parents, or known to the fallback.
  ///
  /// It is false after the end of the container.
  ///
  /// - Parameters:
  ///   - type: The type of the product.
  ///   - name: The name; nil for none.
  public func isRegistered<Product>(_ type: Product.Type, name: String?) -> Bool {
    isRegistered(Key(Product.self, label: Label(name: name, key: nil)), as: type)
  }

  /// Returns true if a key is registered, in the container or its parents, or known to the fallback.
  ///
  /// It is false after the end of the container.
  ///
  /// - Parameters:
  ///   - key: The key of the product.
  ///   - type: The type of the product.
  public func isRegistered<Product>(_ key: Key, as type: Product.Type) -> Bool {
    core.ifOpen(else: false) { core.knows(key, type) }
  }
}

extension Resolver {
  /// Returns the product that a decorator decorates.
  package func decorated<Product>(as type: Product.Type = Product.self) throws -> Product {
    guard let build, let product = build.decorated else { throw AstrojectError.Cause.gone }
    if let conformance = product.misplacedConformance() {
      throw AstrojectError.isolationMismatch(build.failure(.isolatedConformance(conformance)))
    }
    return product.value(as: type)
  }
}
