// What is published is uncounted, so each of these functions uses it within a hold (see ``ReadHold``). They are inlined
// into code that may drop its last reference to the container as soon as nothing uses it any more, so each keeps the
// container to its end.

extension Container {
  /// Resolves the product that is registered without a name.
  ///
  /// A singleton that is there is taken without a lock.
  ///
  /// - Throws: An ``AstrojectError``: ``AstrojectError/noRegistrationFound(_:)`` where nothing is registered,
  ///   ``AstrojectError/asynchronousFactory(_:)`` for what has to be awaited,
  ///   ``AstrojectError/isolationMismatch(_:)`` for what is the main actor's, off it, and what building it throws.
  @inlinable
  public func resolve<Product>(_ type: Product.Type = Product.self) throws -> Product {
    let hold = ReadHold.begin()
    defer {
      hold.end()
      withExtendedLifetime(self) {}
    }
    let published = store.planCache(forType: Key.word(of: type), hold)
    guard published.word != 0 else { return try resolveFurther(type, hold) }
    if let instance = published.instance(of: type) { return instance._withUnsafeGuaranteedRef { $0.value } }
    hold.stay()
    guard let factory = published.factory(of: type) else { return try resolveStepwise(type, name: nil) }
    return try factory._withUnsafeGuaranteedRef { try $0.make(in: core) }
  }

  /// Resolves the product that is registered without a name, and awaits what has to be awaited.
  ///
  /// - Throws: An ``AstrojectError``: ``AstrojectError/noRegistrationFound(_:)`` where nothing is registered,
  ///   ``AstrojectError/cancelled(_:)`` if the task is cancelled while it waits, and what building it throws.
  @inlinable
  public func resolve<Product>(_ type: Product.Type = Product.self) async throws -> Product {
    defer { withExtendedLifetime(self) {} }
    do {
      let hold = ReadHold.begin()
      defer { hold.end() }
      let published = planCache(of: type, hold)
      if let instance = published.instance(of: type) { return instance._withUnsafeGuaranteedRef { $0.value } }
    }
    return try await resolveAwaiting(type)
  }

  /// Awaits what is no instance that may be taken without a lock. Out of line, as it would be a part of each function
  /// that resolves.
  @usableFromInline
  func resolveAwaiting<Product>(_ type: Product.Type) async throws -> Product {
    let awaited: InstanceFactory<Product>?
    do {
      let hold = ReadHold.begin()
      defer { hold.end() }
      let published = planCache(of: type, hold)
      if let kept = published.kept(in: .passUnretained(core)) { return kept.value(as: type) }
      if let factory = published.factoryAtOnce(of: type) {
        hold.stay()
        return try factory._withUnsafeGuaranteedRef { try $0.make(in: core) }
      }
      awaited = published.awaitedFactory(of: type)?.takeUnretainedValue()
    }
    if let awaited { return try await awaited.make(in: core, for: nil) }
    return try await resolveStepwise(type, name: nil)
  }

  /// Resolves the product that is registered under a name.
  ///
  /// A singleton that is there is taken without a lock.
  @inlinable
  public func resolve<Product>(_ type: Product.Type, name: String?) throws -> Product {
    let hold = ReadHold.begin()
    defer {
      hold.end()
      withExtendedLifetime(self) {}
    }
    let published = planCache(of: type, named: name, hold)
    if let instance = published.instance(of: type) { return instance._withUnsafeGuaranteedRef { $0.value } }
    hold.stay()
    return try resolveStepwise(type, name: name)
  }

  /// Resolves the product that is registered under a name, and awaits what has to be awaited.
  @inlinable
  public func resolve<Product>(_ type: Product.Type, name: String?) async throws -> Product {
    defer { withExtendedLifetime(self) {} }
    do {
      let hold = ReadHold.begin()
      defer { hold.end() }
      let published = planCache(of: type, named: name, hold)
      if let instance = published.instance(of: type) { return instance._withUnsafeGuaranteedRef { $0.value } }
    }
    return try await resolveStepwise(type, name: name)
  }

  /// Resolves what is not published here.
  @usableFromInline
  func resolveFurther<Product>(_ type: Product.Type, _ hold: ReadHold) throws -> Product {
    // Without a parent there is nowhere else to look.
    guard core.parentCore != nil else {
      hold.stay()
      return try resolveStepwise(type, name: nil)
    }
    let published = core.planCache(forType: Key.word(of: type), hold)
    if let instance = published.instance(of: type) { return instance._withUnsafeGuaranteedRef { $0.value } }
    hold.stay()
    guard let factory = published.factory(of: type) else { return try resolveStepwise(type, name: nil) }
    return try factory._withUnsafeGuaranteedRef { try $0.make(in: core) }
  }

  /// Resolves what is not there for the taking.
  @usableFromInline
  func resolveStepwise<Product>(_ type: Product.Type, name: String?) throws -> Product {
    let key = Key(Product.self, label: Label(name: name, key: nil))
    return try withExtendedLifetime(self) { try core.resolve(key, (), for: ResolutionContext(root: core, key: key)) }
  }

  /// Resolves what is not there for the taking, and awaits what has to be awaited.
  @usableFromInline
  func resolveStepwise<Product>(_ type: Product.Type, name: String?) async throws -> Product {
    let key = Key(Product.self, label: Label(name: name, key: nil))
    let context = try ResolutionContext(root: core, key: key)
    let first = try withExtendedLifetime(self) { try core.firstStep(to: key, for: context, synchronously: false) }
    if case .product(let product) = first { return product.value(as: type) }
    return try await core.use(key, within: context.parent) {
      try await core.resolve(key, by: first, for: context)
    }
  }

  /// Resolves what a request describes.
  public func resolve<Product, Argument>(_ request: ResolutionRequest<Product, Argument>) throws -> Product {
    try withExtendedLifetime(self) {
      try core.resolve(request, for: ResolutionContext(root: core, key: request.key))
    }
  }

  /// Resolves what a request describes, and awaits what has to be awaited.
  public func resolve<Product, Argument>(_ request: ResolutionRequest<Product, Argument>) async throws -> Product {
    // An asynchronous caller may let go of the container while it waits; whoever is inside keeps it open.
    try await core.use(request.key) {
      try await core.resolve(request, for: ResolutionContext(root: core, key: request.key))
    }
  }

  /// Resolves what a request describes, or gives nil if it is not registered.
  public func resolveOptional<Product, Argument>(
    _ request: ResolutionRequest<Product, Argument>
  ) throws -> Product? {
    guard core.hasEnded || core.answers(request.key, Product.self) else { return nil }
    let product: Product = try resolve(request)
    return product
  }

  /// Resolves what a request describes, or gives nil if it is not registered.
  public func resolveOptional<Product, Argument>(
    _ request: ResolutionRequest<Product, Argument>
  ) async throws -> Product? {
    guard core.hasEnded || core.answers(request.key, Product.self) else { return nil }
    let product: Product = try await resolve(request)
    return product
  }

  /// Resolves one product for each registration of a type; see ``Resolving/resolveAll()``.
  public func resolveAll<Product>(_ type: Product.Type) throws -> [Product] {
    try withExtendedLifetime(self) { try [Product].collect(ResolutionContext(root: core, key: Key(Product.self))) }
  }

  /// Resolves one product for each registration of a type; see ``Resolving/resolveAll()``.
  public func resolveAll<Product>(_ type: Product.Type) async throws -> [Product] {
    try await core.use(Key(Product.self)) {
      try await [Product].collect(ResolutionContext(root: core, key: Key(Product.self)))
    }
  }

  /// Resolves the products of a type that are registered or contributed under keys of one type, by these: `String` is
  /// that of names.
  ///
  /// ```swift
  /// let painters = try container.resolveAll(Painter.self, by: Theme.self)  // [Theme: Painter]
  /// ```
  /// Of several under one key in a container the latest counts, and a child's goes before its parents'.
  ///
  /// - Throws: An ``AstrojectError`` of the first one that cannot be had.
  public func resolveAll<Product, Tag: Hashable>(
    _ type: Product.Type, by key: Tag.Type
  ) throws -> [Tag: Product] {
    try withExtendedLifetime(self) {
      try [Tag: Product].collect(ResolutionContext(root: core, key: Key(Product.self)))
    }
  }

  /// Resolves the products of a type by their keys of one type, and awaits what has to be awaited.
  ///
  /// - Throws: An ``AstrojectError`` of the first one that cannot be had.
  public func resolveAll<Product, Tag: Hashable>(
    _ type: Product.Type, by key: Tag.Type
  ) async throws -> [Tag: Product] {
    try await core.use(Key(Product.self)) {
      try await [Tag: Product].collect(ResolutionContext(root: core, key: Key(Product.self)))
    }
  }

  /// Whether the type is registered, here or in a parent, or known to the fallback.
  public func isRegistered<Product>(_ type: Product.Type, name: String?) -> Bool {
    isRegistered(Key(Product.self, label: Label(name: name, key: nil)), as: type)
  }

  /// Whether a key is registered, here or in a parent, or known to the fallback.
  public func isRegistered<Product>(_ key: Key, as type: Product.Type) -> Bool {
    !core.hasEnded && core.knows(key, type)
  }
}

// MARK: - What may be taken without a lock

extension Container {
  /// What may be taken without a lock for a type, here or from a parent.
  @inlinable
  @inline(__always)
  func planCache<Product>(of type: Product.Type, _ hold: ReadHold) -> PlanCache {
    let own = store.planCache(forType: Key.word(of: type), hold)
    return own.word != 0 ? own : core.planCache(forType: Key.word(of: type), hold)
  }

  /// What may be taken without a lock for a type and a name, here.
  @inlinable
  func planCache<Product>(of type: Product.Type, named name: String?, _ hold: ReadHold) -> PlanCache {
    guard let name else { return planCache(of: type, hold) }
    return store.planCache(of: type, named: name, hold)
  }
}
