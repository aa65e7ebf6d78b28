// Published instances and plans are not retained, so each of these functions uses them within a hold (see
// ``ReadHold``). The functions are inlined into code that may release the container after its last use, so each holds
// the container to its own end.

extension Container {
  /// Resolves the product of a type, registered without a name.
  ///
  /// A singleton that was built before is taken without a lock. May be called from any thread.
  ///
  /// - Parameter type: The type. It may be left out if the result has a type.
  /// - Returns: The product, whose lifetime the registration's scope decides.
  /// - Throws: An ``AstrojectError``: ``AstrojectError/noRegistrationFound(_:)`` if nothing is registered,
  ///   ``AstrojectError/asynchronousFactory(_:)`` if the product has to be awaited,
  ///   ``AstrojectError/isolationMismatch(_:)`` off the main actor if a factory or hook is isolated to it, and the
  ///   errors of building the product.
  @inlinable
  public func resolve<Product>(_ type: Product.Type = Product.self) throws -> Product { try resolve(type, named: nil) }

  /// Resolves the product of a type, registered without a name, and awaits it if necessary.
  ///
  /// The parameters are those of the synchronous form.
  ///
  /// - Throws: An ``AstrojectError``: ``AstrojectError/noRegistrationFound(_:)`` if nothing is registered,
  ///   ``AstrojectError/cancelled(_:)`` if the task is cancelled while it waits, and the errors of building the
  ///   product.
  @inlinable
  public func resolve<Product>(_ type: Product.Type = Product.self) async throws -> Product {
    defer { withExtendedLifetime(self) {} }
    if let instance = publishedInstance(of: type, named: nil) { return instance }
    return try await resolveAwaiting(type)
  }

  /// Resolves the product of a type and a name.
  ///
  /// A singleton that was built before is taken without a lock.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - name: The name of the registration, or nil for the one without a name.
  /// - Returns: The product.
  /// - Throws: The errors of `resolve` without a name.
  @inlinable
  public func resolve<Product>(_ type: Product.Type, name: String?) throws -> Product { try resolve(type, named: name) }

  /// Resolves the product of a type and a name, and awaits it if necessary.
  ///
  /// The parameters are those of the synchronous form.
  ///
  /// - Throws: The errors of the asynchronous `resolve` without a name.
  @inlinable
  public func resolve<Product>(_ type: Product.Type, name: String?) async throws -> Product {
    defer { withExtendedLifetime(self) {} }
    if let instance = publishedInstance(of: type, named: name) { return instance }
    return try await resolveStepwise(type, name: name)
  }

  /// Resolves the product of a request.
  ///
  /// - Parameter request: The type, the name or key, and the arguments.
  /// - Returns: The product.
  /// - Throws: The errors of `resolve` without a name.
  @inlinable
  public func resolve<Product, Argument>(_ request: ResolutionRequest<Product, Argument>) throws -> Product {
    // In parts, because code that knows no types would ask the runtime for that of the request.
    try resolve(request.key, request.argument, list: request.list)
  }

  /// Resolves the product of a request, and awaits it if necessary.
  ///
  /// The parameters are those of the synchronous form.
  ///
  /// - Throws: The errors of the asynchronous `resolve` without a name.
  public func resolve<Product, Argument>(_ request: ResolutionRequest<Product, Argument>) async throws -> Product {
    try await asking(request.key) { try await core.resolve(request, for: $0) }
  }

  /// Resolves the product of a request, or returns nil if nothing is registered for it.
  ///
  /// - Parameter request: The type, the name or key, and the arguments.
  /// - Returns: The product, or nil.
  /// - Throws: The errors of building the product, and ``AstrojectError/containerReleased(_:)``.
  public func resolveOptional<Product, Argument>(_ request: ResolutionRequest<Product, Argument>) throws -> Product? {
    try asking(request.key) { try core.resolveOptional(request.key, request.argument, list: request.list, for: $0) }
  }

  /// Resolves the product of a request and awaits it, or returns nil if nothing is registered for it.
  ///
  /// The parameters are those of the synchronous form.
  ///
  /// - Throws: The errors of building the product, and ``AstrojectError/containerReleased(_:)``.
  public func resolveOptional<Product, Argument>(
    _ request: ResolutionRequest<Product, Argument>
  ) async throws -> Product? {
    try await asking(request.key) {
      try await core.resolveOptional(request.key, request.argument, list: request.list, for: $0)
    }
  }

  /// Resolves one product for each registration of a type; see ``Resolving/resolveAll()``.
  ///
  /// - Parameter type: The type of the registrations and contributions.
  /// - Returns: The products, this container's first, in order of registration.
  /// - Throws: The ``AstrojectError`` of the first product that cannot be built.
  public func resolveAll<Product>(_ type: Product.Type) throws -> [Product] {
    try asking(Key(Product.self)) { try core.resolve(Key([Product].self), (), for: $0) }
  }

  /// Resolves one product for each registration of a type, and awaits them; see ``Resolving/resolveAll()``.
  ///
  /// The parameters are those of the synchronous form.
  ///
  /// - Throws: The ``AstrojectError`` of the first product that cannot be built.
  public func resolveAll<Product>(_ type: Product.Type) async throws -> [Product] {
    try await asking(Key(Product.self)) { try await core.resolve(Key([Product].self), (), for: $0) }
  }

  /// Resolves the products of a type that are registered or contributed under keys of one type, as a dictionary.
  ///
  /// ```swift
  /// let painters = try container.resolveAll(Painter.self, by: Theme.self)  // [Theme: Painter]
  /// ```
  /// If a container has several under one key, the latest counts. A child's product goes before that of a parent.
  ///
  /// - Parameters:
  ///   - type: The type of the products.
  ///   - key: The type of the keys. `String` is that of names.
  /// - Returns: The products by key.
  /// - Throws: The ``AstrojectError`` of the first product that cannot be built.
  public func resolveAll<Product, Tag: Hashable>(_ type: Product.Type, by key: Tag.Type) throws -> [Tag: Product] {
    try asking(Key(Product.self)) { try core.resolveOptional(Key([Tag: Product].self), (), for: $0) ?? [:] }
  }

  /// Resolves the products of a type under keys of one type as a dictionary, and awaits them.
  ///
  /// The parameters are those of the synchronous form.
  ///
  /// - Throws: The ``AstrojectError`` of the first product that cannot be built.
  public func resolveAll<Product, Tag: Hashable>(
    _ type: Product.Type, by key: Tag.Type
  ) async throws -> [Tag: Product] {
    try await asking(Key(Product.self)) { try await core.resolveOptional(Key([Tag: Product].self), (), for: $0) ?? [:] }
  }

  /// Returns true if a type is registered here or in a parent, known to the fallback, or a derived form of such a type.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - name: The name of the registration, or nil for the one without a name.
  /// - Returns: False also if the container has ended, or if the stack ends while fallbacks ask each other.
  public func isRegistered<Product>(_ type: Product.Type, name: String?) -> Bool {
    isRegistered(Key(Product.self, label: Label(name: name, key: nil)), as: type)
  }

  /// Returns true if a key is registered here or in a parent, known to the fallback, or that of a derived form.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - type: The type of the key's product.
  /// - Returns: False also if the container has ended, or if the stack ends while fallbacks ask each other.
  public func isRegistered<Product>(_ key: Key, as type: Product.Type) -> Bool {
    !core.hasEnded && core.knows(key, type)
  }

  // MARK: The ways of resolving

  /// Resolves a type and a name.
  @inlinable
  @inline(__always)
  func resolve<Product>(_ type: Product.Type, named name: String?) throws -> Product {
    let hold = ReadHold.begin(for: copy)
    defer {
      hold.end()
      withExtendedLifetime(self) {}
    }
    let entry = visibleEntry(of: type, named: name, hold)
    if let entry, let instance = entry.with({ $0.publishedWord(hold) }).instance(of: type) {
      return instance.with { $0.value }
    }
    return try resolveFurther(type, named: name, at: entry, hold)
  }

  /// Resolves the product of the parts of a request.
  @usableFromInline
  func resolve<Product, Argument>(_ key: Key, _ argument: Argument, list: ArgumentList<Argument>?) throws -> Product {
    let hold = ReadHold.begin()
    defer {
      hold.end()
      withExtendedLifetime(self) {}
    }
    let published = core.published(for: key, hold)
    if let instance = published?.word.instance(of: Product.self) { return instance.with { $0.value } }
    return try answer(argument, by: published, in: Borrowed(core), hold) {
      try asking(key) { try core.resolve(key, argument, list: list, for: $0) }
    }
  }

  /// Returns the instance that is published for a type and a name in this container, if there is one.
  @inlinable
  func publishedInstance<Product>(of type: Product.Type, named name: String?) -> Product? {
    let hold = ReadHold.begin(for: copy)
    defer { hold.end() }
    let entry = visibleEntry(of: type, named: name, hold)
    return entry?.with { $0.publishedWord(hold) }.instance(of: type)?.with { $0.value }
  }

  /// Resolves a type and a name for which no instance is published in this container.
  ///
  /// - Parameter entry: The entry here, if there is one.
  @usableFromInline
  func resolveFurther<Product>(
    _ type: Product.Type, named name: String?, at entry: Borrowed<Entry>?, _ hold: ReadHold
  ) throws -> Product {
    let asked = Borrowed(core)
    var published = entry.map { Published($0, of: asked, hold) }
    // Without a parent there is nowhere else to look.
    if entry == nil, name == nil, asked.with({ $0.parentCore != nil }) {
      published = asked.with { $0.published(forType: Key.word(of: Product.self), hold) }
      if let instance = published?.word.instance(of: type) { return instance.with { $0.value } }
    }
    return try answer((), by: published, in: asked, hold) { try resolveStepwise(type, name: name) }
  }

  /// Resolves a type by what is published. It is not inlined into asynchronous code, where the memory of the task would
  /// have to provide each place for a product.
  @inline(never)
  private func answerAtOnce<Product>(by published: Published, _ hold: ReadHold) throws -> Product {
    try answer((), by: published, in: Borrowed(core), hold) { try resolveStepwise(Product.self, name: nil) }
  }

  /// Resolves by a published plan, or by a closure if that does not do.
  @inline(__always)
  private func answer<Product, Argument>(
    _ argument: Argument, by published: Published?, in asked: Borrowed<Core>, _ hold: ReadHold,
    orElse resolve: () throws -> Product
  ) throws -> Product {
    hold.stay()
    // A caller within other code that a container runs is a part of that code.
    guard let published, CurrentBuild.isNone(hold) else { return try resolve() }
    let ask = Ask(asked, for: nil, at: published.entry, of: published.owner, on: hold.thread)
    do {
      if let plan = published.word.plan { return try plan.with { try $0.answer(argument, for: ask) } }
      // Mostly this is the first request.
      if let plan = asked.with({ $0.plan(at: published.entry) }) { return try plan.answer(argument, for: ask) }
    } catch is Again {}
    return try resolve()
  }

  /// Resolves a key for which nothing usable is published.
  @inline(never)
  private func resolveStepwise<Product>(_ type: Product.Type, name: String?) throws -> Product {
    let key = Key(Product.self, label: Label(name: name, key: nil))
    return try asking(key) { try core.resolve(key, (), for: $0) }
  }

  /// Resolves a key for which nothing usable is published, and awaits it.
  @usableFromInline
  func resolveStepwise<Product>(_ type: Product.Type, name: String?) async throws -> Product {
    let key = Key(Product.self, label: Label(name: name, key: nil))
    return try await asking(key) { try await core.resolve(key, (), for: $0) }
  }

  /// Runs a closure for code that resolves by the container, and not by a resolver.
  ///
  /// It is inlined because each link of a chain of builds may have this on the stack.
  @inline(__always)
  private func asking<Result>(_ key: Key, _ body: (ResolutionContext) throws -> Result) throws -> Result {
    defer { withExtendedLifetime(self) {} }
    let (context, root) = try ResolutionContext.asking(core, key)
    defer { root?.leaveTree() }
    return try body(context)
  }

  /// Runs a closure for code that resolves by the container, and awaits it.
  ///
  /// It is inlined because each function on the way takes a frame of the task.
  @inline(__always)
  private func asking<Result>(_ key: Key, _ body: (ResolutionContext) async throws -> Result) async throws -> Result {
    await CallerIsolation.enter()
    let core = core
    core.enter()
    defer { core.leave() }
    let (context, root) = try ResolutionContext.asking(core, key)
    defer { root?.leaveTree() }
    return try await body(context)
  }

  /// Resolves a type for which no instance is published, and awaits it.
  ///
  /// It is not inlined, because it would become a part of each function that resolves.
  @usableFromInline
  func resolveAwaiting<Product>(_ type: Product.Type) async throws -> Product {
    await CallerIsolation.enter()
    let asked = Borrowed(core)
    var found: LastingPlan?
    do {
      let hold = ReadHold.begin()
      defer { hold.end() }
      if let published = asked.with({ $0.published(forType: Key.word(of: Product.self), hold) }) {
        if let kept = published.kept(for: nil, in: asked) { return kept.value(as: type) }
        if CurrentBuild.isNone(hold) {
          if !published.maySuspend(in: asked, beginsTree: true, hold) {
            do {
              return try answerAtOnce(by: published, hold)
            } catch let error where published.mustAwait(after: error, in: asked, beginsTree: true) {}
          }
          found = LastingPlan(published)
        }
      }
    }
    if let found = consume found {
      asked.with { $0.enter() }
      defer { asked.with { $0.leave() } }
      do { return try await found.answer(for: nil, in: asked) } catch is Again {}
    }
    return try await resolveStepwise(type, name: nil)
  }

  /// Returns the entry of a type and a name in this container; nil if that is of another copy of the library.
  @inlinable
  @inline(__always)
  func visibleEntry<Product>(of type: Product.Type, named name: String?, _ hold: ReadHold) -> Borrowed<Entry>? {
    if hold.isOfForeignContainer { return nil }
    guard let name else { return ownCore.visibleEntry(forType: Key.word(of: Product.self)) }
    return ownCore.visibleEntry(of: Product.self, named: name)
  }
}
