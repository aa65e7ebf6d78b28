// The entrance of each resolve that nothing published answers.

extension Core {
  /// Resolves a key: in one step if that is all there is to do, and otherwise step by step.
  package func resolve<Product, Argument>(
    _ key: Key, _ argument: Argument, list: ArgumentList<Argument>? = nil, for context: ResolutionContext
  ) throws -> Product {
    switch try firstStep(to: key, for: context, synchronously: true) {
    case .product(let product): return product.value(as: Product.self)
    case .construct(let blueprint):
      return try TypedBlueprint<Product, Argument>(blueprint).make(argument, for: context)
    case .further(let lookup):
      return try takeSteps(to: key, .of(argument, list: list), from: lookup, for: context).value(as: Product.self)
    }
  }

  /// Resolves a key, asynchronously: in one step if that is all there is to do.
  package func resolve<Product, Argument>(
    _ key: Key, _ argument: Argument, list: ArgumentList<Argument>? = nil, for context: ResolutionContext
  ) async throws -> Product {
    switch try firstStep(to: key, for: context, synchronously: false) {
    case .product(let product): return product.value(as: Product.self)
    case .construct(let blueprint):
      return try TypedBlueprint<Product, Argument>(blueprint).make(argument, for: context)
    case .further(let lookup):
      return try await take(
        steps: Resolution(context, key: key, arguments: .of(argument, list: list), from: lookup))
    }
  }

  /// Resolves without arguments for an awaiting caller that has taken the first step.
  func resolve<Product>(_ key: Key, by first: FirstStep, for context: ResolutionContext) async throws -> Product {
    switch first {
    case .product(let product): return product.value(as: Product.self)
    case .construct(let blueprint): return try TypedBlueprint<Product, Void>(blueprint).make((), for: context)
    case .further(let lookup):
      return try await take(steps: Resolution(context, key: key, arguments: nil, from: lookup))
    }
  }

  package func resolve<Product, Argument>(
    _ request: ResolutionRequest<Product, Argument>, for context: ResolutionContext
  ) throws -> Product { try resolve(request.key, request.argument, list: request.list, for: context) }

  package func resolve<Product, Argument>(
    _ request: ResolutionRequest<Product, Argument>, for context: ResolutionContext
  ) async throws -> Product { try await resolve(request.key, request.argument, list: request.list, for: context) }

  /// Resolves a key with boxed arguments.
  package func resolve<Product>(_ key: Key, given arguments: AnyArguments?, for context: ResolutionContext) throws
    -> Product
  {
    guard let arguments else { return try resolve(key, (), for: context) }
    return try takeSteps(to: key, arguments, from: .open, for: context).value(as: Product.self)
  }

  /// Resolves a key with boxed arguments, asynchronously.
  package func resolve<Product>(
    _ key: Key, given arguments: AnyArguments?, for context: ResolutionContext
  ) async throws -> Product {
    guard let arguments else { return try await resolve(key, (), for: context) }
    return try await take(steps: Resolution(context, key: key, arguments: arguments))
  }

  // MARK: By a fallback

  /// Resolves a key that is not registered here by the fallbacks that are known to lead to it.
  func resolve(_ key: Key, along trail: FallbackTrail, for context: ResolutionContext) throws -> AnyProduct {
    try takeSteps(to: key, nil, from: .fallback(trail), for: context)
  }

  /// Resolves a key that is not registered here, and awaits it, by the fallbacks that are known to lead to it.
  func resolve(_ key: Key, along trail: FallbackTrail, for context: ResolutionContext) async throws -> AnyProduct {
    var resolution = Resolution(context, key: key, arguments: nil, from: .fallback(trail))
    return try await resolution.run()
  }

  // MARK: By the container itself

  /// Runs a closure for code that resolves by the container, and not by a resolver.
  ///
  /// It is inlined because each link of a chain of builds may have this on the stack.
  @inline(__always)
  func asking<Result>(_ key: Key, _ body: (ResolutionContext) throws -> Result) throws -> Result {
    let (context, call) = try ResolutionContext.asking(self, key)
    defer { call?.end() }
    return try body(context)
  }

  /// Runs a closure for code that resolves by the container, and awaits it.
  ///
  /// It is inlined because each function on the way takes a frame of the task.
  @inline(__always)
  func asking<Result>(_ key: Key, _ body: (ResolutionContext) async throws -> Result) async throws -> Result {
    let (context, call) = try ResolutionContext.asking(self, key)
    defer { call?.end() }
    return try await body(context)
  }

  // MARK: Step by step

  // The registration that answers to a key is of the type that the key names, and the caller makes the key of the type
  // that it asks for.

  /// Runs a step-by-step resolution.
  ///
  /// It is created here because each function that it is passed through reserves stack for it.
  @inline(never)
  private func takeSteps(
    to key: Key, _ arguments: AnyArguments?, from lookup: Lookup, for context: ResolutionContext
  ) throws -> AnyProduct {
    var resolution = Resolution(context, key: key, arguments: arguments, from: lookup)
    return try resolution.run()
  }

  /// Runs a step-by-step resolution for a caller that knows the type.
  @inline(__always)
  private func take<Product>(steps resolution: consuming Resolution) async throws -> Product {
    try await resolution.run().value(as: Product.self)
  }
}
