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
    if let product = store.singleton(type) { return product }
    return try resolveStepwise(type, name: nil)
  }

  /// Resolves the product that is registered without a name, and awaits what has to be awaited.
  ///
  /// - Throws: An ``AstrojectError``: ``AstrojectError/noRegistrationFound(_:)`` where nothing is registered,
  ///   ``AstrojectError/cancelled(_:)`` if the task is cancelled while it waits, and what building it throws.
  @inlinable
  public func resolve<Product>(_ type: Product.Type = Product.self) async throws -> Product {
    if let product = store.singleton(type) { return product }
    return try await resolveStepwise(type, name: nil)
  }

  /// Resolves the product that is registered under a name.
  ///
  /// A singleton that is there is taken without a lock.
  @inlinable
  public func resolve<Product>(_ type: Product.Type, name: String?) throws -> Product {
    if let product = store.singleton(type, named: name) { return product }
    return try resolveStepwise(type, name: name)
  }

  /// Resolves the product that is registered under a name, and awaits what has to be awaited.
  @inlinable
  public func resolve<Product>(_ type: Product.Type, name: String?) async throws -> Product {
    if let product = store.singleton(type, named: name) { return product }
    return try await resolveStepwise(type, name: name)
  }

  /// Resolves what is not there for the taking.
  @usableFromInline
  func resolveStepwise<Product>(_ type: Product.Type, name: String?) throws -> Product {
    let key = Key(Product.self, label: Label(name: name, key: nil))
    return try withExtendedLifetime(self) { try core.resolve(key, (), for: Inquiry(root: core, key: key)) }
  }

  /// Resolves what is not there for the taking, and awaits what has to be awaited.
  @usableFromInline
  func resolveStepwise<Product>(_ type: Product.Type, name: String?) async throws -> Product {
    let key = Key(Product.self, label: Label(name: name, key: nil))
    return try await core.use(key) { try await core.resolve(key, (), for: Inquiry(root: core, key: key)) }
  }

  /// Resolves what a request describes.
  public func resolve<Product, Argument>(_ request: ResolutionRequest<Product, Argument>) throws -> Product {
    try withExtendedLifetime(self) {
      try core.resolve(request, for: Inquiry(root: core, key: request.key))
    }
  }

  /// Resolves what a request describes, and awaits what has to be awaited.
  public func resolve<Product, Argument>(_ request: ResolutionRequest<Product, Argument>) async throws -> Product {
    // An asynchronous caller may let go of the container while it waits; whoever is inside keeps it open.
    try await core.use(request.key) {
      try await core.resolve(request, for: Inquiry(root: core, key: request.key))
    }
  }

  /// Resolves what a request describes, or gives nil if it is not registered.
  public func resolveOptional<Product, Argument>(
    _ request: ResolutionRequest<Product, Argument>
  ) throws -> Product? {
    guard core.answers(request.key, Product.self) else { return nil }
    let product: Product = try resolve(request)
    return product
  }

  /// Resolves what a request describes, or gives nil if it is not registered.
  public func resolveOptional<Product, Argument>(
    _ request: ResolutionRequest<Product, Argument>
  ) async throws -> Product? {
    guard core.answers(request.key, Product.self) else { return nil }
    let product: Product = try await resolve(request)
    return product
  }

  /// Resolves one product for each registration of a type; see ``Resolving/resolveAll()``.
  public func resolveAll<Product>(_ type: Product.Type) throws -> [Product] {
    try withExtendedLifetime(self) { try [Product].collect(Inquiry(root: core, key: Key(Product.self))) }
  }

  /// Resolves one product for each registration of a type; see ``Resolving/resolveAll()``.
  public func resolveAll<Product>(_ type: Product.Type) async throws -> [Product] {
    try await core.use(Key(Product.self)) { try await [Product].collect(Inquiry(root: core, key: Key(Product.self))) }
  }

  /// Whether the type is registered, here or in a parent, or known to the fallback.
  public func isRegistered<Product>(_ type: Product.Type, name: String?) -> Bool {
    isRegistered(Key(Product.self, label: Label(name: name, key: nil)), as: type)
  }

  /// Whether a key is registered, here or in a parent, or known to the fallback.
  public func isRegistered<Product>(_ key: Key, as type: Product.Type) -> Bool { core.knows(key, type) }
}

extension Store {
  /// The instance of a plain singleton that is there, without a lock.
  @inlinable
  @inline(__always)
  func singleton<Product>(_ type: Product.Type) -> Product? {
    Table(address: visible.load())?.entry(forType: Key.word(of: Product.self))?._withUnsafeGuaranteedRef { entry in
      entry.singleton(type)
    }
  }

  /// The same under a name.
  @inlinable
  func singleton<Product>(_ type: Product.Type, named name: String?) -> Product? {
    guard let name else { return singleton(type) }
    return entry(for: Product.self, named: name)?._withUnsafeGuaranteedRef { $0.singleton(type) }
  }

  /// What is in the place of a type and a name, where readers without a lock look.
  @usableFromInline
  func entry(for product: Any.Type, named name: String) -> Unmanaged<Entry>? {
    Table(address: visible.load())?.entry(for: product, named: name)
  }
}

extension Entry {
  /// The published instance, if there is one. The entry's key is of this type.
  @inlinable
  @inline(__always)
  func singleton<Product>(_ type: Product.Type) -> Product? {
    // What was published stays in memory; see `published`.
    UnsafePointer<Product>(bitPattern: published.load())?.pointee
  }
}
