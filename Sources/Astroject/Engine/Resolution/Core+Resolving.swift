// The entrance of each resolve that is not answered by what an entry publishes.

extension Core {
  /// Resolves a key.
  ///
  /// - Parameter list: Splits the tuple of several arguments.
  package func resolve<Product, Argument>(
    _ key: Key, _ argument: Argument, list: ArgumentList<Argument>? = nil, for context: ResolutionContext
  ) throws -> Product {
    guard context.isUsual, !observers.areListening else {
      return try resolve(key, argument, .of(argument, list: list), for: context, within: Circumstances(of: context))
    }
    while let match = find(key) {
      if let product = match.instance { return product.value(as: Product.self) }
      defer { withExtendedLifetime(match) {} }
      do { return try match.plan(for: self).answer(argument, for: Ask(context, match, nil)) } catch is Again {}
    }
    return try resolve(key, argument, .of(argument, list: list), for: context, within: Circumstances())
  }

  /// Resolves a key, asynchronously.
  package func resolve<Product, Argument>(
    _ key: Key, _ argument: Argument, list: ArgumentList<Argument>? = nil, for context: ResolutionContext
  ) async throws -> Product {
    guard context.isUsual, !observers.areListening else {
      return try await resolve(
        key, argument, .of(argument, list: list), for: context, within: Circumstances(of: context))
    }
    while let match = find(key) {
      if let product = match.instance { return product.value(as: Product.self) }
      defer { withExtendedLifetime(match) {} }
      let plan = match.plan(for: self)
      do {
        if plan.maySuspend { return try await plan.answerAwaiting(argument, for: Ask(context, match, nil)) }
        return try plan.answer(argument, for: Ask(context, match, nil))
      } catch is Again {}
    }
    return try await resolve(key, argument, .of(argument, list: list), for: context, within: Circumstances())
  }

  package func resolve<Product, Argument>(
    _ request: ResolutionRequest<Product, Argument>, for context: ResolutionContext
  ) throws -> Product { try resolve(request.key, request.argument, list: request.list, for: context) }

  package func resolve<Product, Argument>(
    _ request: ResolutionRequest<Product, Argument>, for context: ResolutionContext
  ) async throws -> Product { try await resolve(request.key, request.argument, list: request.list, for: context) }

  /// Resolves a key with boxed arguments.
  package func resolve<Product>(
    _ key: Key, given arguments: AnyArguments?, for context: ResolutionContext, within step: OpenStep? = nil
  ) throws -> Product {
    func resolve<Argument>(_ type: Argument.Type) throws -> Product {
      let argument = AnyArguments.value(in: arguments, as: type)
      return try self.resolve(key, argument, arguments, for: context, within: Circumstances(of: context, step: step))
    }
    if arguments != nil { return try resolve(key.arguments) }
    return step == nil ? try self.resolve(key, (), for: context) : try resolve(Void.self)
  }

  /// Resolves a key with boxed arguments, asynchronously.
  package func resolve<Product>(
    _ key: Key, given arguments: AnyArguments?, for context: ResolutionContext, within step: OpenStep? = nil
  ) async throws -> Product {
    func resolve<Argument>(_ type: Argument.Type) async throws -> Product {
      let argument = AnyArguments.value(in: arguments, as: type)
      return try await self.resolve(
        key, argument, arguments, for: context, within: Circumstances(of: context, step: step))
    }
    if arguments != nil { return try await resolve(key.arguments) }
    return step == nil ? try await self.resolve(key, (), for: context) : try await resolve(Void.self)
  }

  // MARK: In any circumstances

  /// Resolves a key in any circumstances, and tells behaviors and traces.
  ///
  /// - Parameters:
  ///   - arguments: The arguments in a box, for a form or a registration that takes them by type.
  ///   - trail: The fallbacks that are known to lead to the key, which is not registered here then.
  ///   - known: The registration that is meant, if others may answer to its key.
  @inline(never)
  func resolve<Product, Argument>(
    _ key: Key, _ argument: Argument, _ arguments: AnyArguments?, for context: ResolutionContext,
    within circumstances: Circumstances, along trail: FallbackTrail? = nil, by known: Match? = nil
  ) throws -> Product {
    var report = ResolveReport(of: key, for: context, within: circumstances)
    do {
      while trail == nil, let match = known ?? find(key) {
        report.answer = match.blueprint
        if known == nil, let product = match.instance(within: circumstances) {
          report.end(.found)
          return product.value(as: Product.self)
        }
        defer { withExtendedLifetime((match, report.circumstances)) {} }
        do {
          let product: Product = try match.plan(for: self)
            .answer(argument, for: Ask(context, match, report.circumstances))
          report.end()
          return product
        } catch is Again where known == nil || match.answers {}
      }
      let product: Product
      switch try substitute(for: key, as: Product.self, arguments, along: trail, context, &report) {
      case .supplied(let supplied):
        return try resolve(
          key.withoutArguments, (), nil, for: context, within: report.handOver(supplying: supplied))
      case .form(let form):
        let (context, tree) = context.withTree
        defer { tree?.endRoot() }
        product = try form.box(context, key, arguments, within: report.circumstances.step).value(as: Product.self)
      case .trail(let trail):
        product = try ask(trail, for: key, context)
      case .product(let supplied): product = supplied
      }
      return try report.give(product)
    } catch {
      throw report.fail(error)
    }
  }

  /// Resolves a key in any circumstances, asynchronously, and tells behaviors and traces.
  func resolve<Product, Argument>(
    _ key: Key, _ argument: Argument, _ arguments: AnyArguments?, for context: ResolutionContext,
    within circumstances: Circumstances, along trail: FallbackTrail? = nil, by known: Match? = nil
  ) async throws -> Product {
    var report = ResolveReport(of: key, for: context, within: circumstances)
    do {
      while trail == nil, let match = known ?? find(key) {
        report.answer = match.blueprint
        if known == nil, let product = match.instance(within: circumstances) {
          report.end(.found)
          return product.value(as: Product.self)
        }
        defer { withExtendedLifetime((match, report.circumstances)) {} }
        do {
          let product: Product = try await match.plan(for: self)
            .answerAwaiting(argument, for: Ask(context, match, report.circumstances))
          report.end()
          return product
        } catch is Again where known == nil || match.answers {}
      }
      let product: Product
      switch try substitute(for: key, as: Product.self, arguments, along: trail, context, &report) {
      case .supplied(let supplied):
        return try await resolve(
          key.withoutArguments, (), nil, for: context, within: report.handOver(supplying: supplied))
      case .form(let form):
        let (context, tree) = context.withTree
        defer { tree?.endRoot() }
        product = try await form.boxAwaiting(context, key, arguments, within: report.circumstances.step)
          .value(as: Product.self)
      case .trail(let trail):
        context.parent?.suspend()
        product = try await ask(trail, for: key, context)
      case .product(let supplied): product = supplied
      }
      return try report.give(product)
    } catch {
      throw report.fail(error)
    }
  }

  // MARK: One registration

  /// Resolves a registration that was found, even if others answer to its key.
  ///
  /// - Throws: ``Again`` if the registration was removed.
  func resolve<Product>(
    _ match: Match, for context: ResolutionContext, within circumstances: Circumstances? = nil
  ) throws -> Product {
    try resolve(
      match.blueprint.key, (), nil, for: context, within: circumstances ?? Circumstances(of: context), by: match)
  }

  /// Resolves a registration that was found, even if others answer to its key, asynchronously.
  ///
  /// - Throws: ``Again`` if the registration was removed.
  func resolve<Product>(
    _ match: Match, for context: ResolutionContext, within circumstances: Circumstances? = nil
  ) async throws -> Product {
    try await resolve(
      match.blueprint.key, (), nil, for: context, within: circumstances ?? Circumstances(of: context), by: match)
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
}

extension Match {
  /// The published instance; nil if the plan has to be run, if only for its trace or the arguments.
  fileprivate func instance(within circumstances: Circumstances) -> AnyProduct? {
    // A forwarding is run, because its trace shows the target.
    circumstances.supplied == nil && blueprint.flags.lifetime != .forwarded ? entry.instance : nil
  }
}
