// The entrance of each resolve that is not answered by what an entry publishes.

extension Core {
  /// Resolves a key.
  ///
  /// - Parameter list: Splits the tuple of several arguments.
  package func resolve<Product, Argument>(
    _ key: Key, _ argument: Argument, list: ArgumentList<Argument>? = nil, for context: ResolutionContext
  ) throws -> Product {
    while context.rare == nil, !isObserved, let match = find(key) {
      if let product = match.instance { return product.value(as: Product.self) }
      defer { withExtendedLifetime(match) {} }
      do { return try match.plan(for: self).answer(argument, for: Ask(context, match)) } catch is Again {}
    }
    return try resolve(key, argument, .of(argument, list: list), for: context)
  }

  /// Resolves a key, asynchronously.
  package func resolve<Product, Argument>(
    _ key: Key, _ argument: Argument, list: ArgumentList<Argument>? = nil, for context: ResolutionContext
  ) async throws -> Product {
    while context.rare == nil, !isObserved, let match = find(key) {
      if let product = match.instance { return product.value(as: Product.self) }
      defer { withExtendedLifetime(match) {} }
      let plan = match.plan(for: self)
      if Argument.self != Void.self { try context.admit(.of(argument, list: list), to: match) }
      do {
        if plan.maySuspend { return try await plan.answerAwaiting(argument, for: Ask(context, match)) }
        return try plan.answer(argument, for: Ask(context, match))
      } catch is Again {}
    }
    return try await resolve(key, argument, .of(argument, list: list), for: context)
  }

  package func resolve<Product, Argument>(
    _ request: ResolutionRequest<Product, Argument>, for context: ResolutionContext
  ) throws -> Product { try resolve(request.key, request.argument, list: request.list, for: context) }

  package func resolve<Product, Argument>(
    _ request: ResolutionRequest<Product, Argument>, for context: ResolutionContext
  ) async throws -> Product { try await resolve(request.key, request.argument, list: request.list, for: context) }

  /// Resolves a key, or returns nil if nothing answers to it.
  func resolveOptional<Product, Argument>(
    _ key: Key, _ argument: Argument, list: ArgumentList<Argument>? = nil, for context: ResolutionContext
  ) throws -> Product? {
    guard try answers(key, Product.self, for: context) else { return nil }
    return .some(try resolve(key, argument, list: list, for: context))
  }

  /// Resolves a key asynchronously, or returns nil if nothing answers to it.
  func resolveOptional<Product, Argument>(
    _ key: Key, _ argument: Argument, list: ArgumentList<Argument>? = nil, for context: ResolutionContext
  ) async throws -> Product? {
    guard try answers(key, Product.self, for: context) else { return nil }
    return .some(try await resolve(key, argument, list: list, for: context))
  }

  /// Resolves a key with boxed arguments.
  package func resolve<Product>(
    _ key: Key, given arguments: AnyArguments?, for context: ResolutionContext
  ) throws -> Product {
    func resolve<Argument>(_ type: Argument.Type) throws -> Product {
      try self.resolve(key, AnyArguments.value(in: arguments, as: type), arguments, for: context)
    }
    guard let arguments else { return try self.resolve(key, (), for: context) }
    try context.admit(arguments, of: key)
    return try resolve(key.arguments)
  }

  /// Resolves a key with boxed arguments, asynchronously.
  package func resolve<Product>(
    _ key: Key, given arguments: AnyArguments?, for context: ResolutionContext
  ) async throws -> Product {
    func resolve<Argument>(_ type: Argument.Type) async throws -> Product {
      try await self.resolve(key, AnyArguments.value(in: arguments, as: type), arguments, for: context)
    }
    guard let arguments else { return try await self.resolve(key, (), for: context) }
    try context.admit(arguments, of: key)
    return try await resolve(key.arguments)
  }

  // MARK: In any circumstances

  /// Resolves a key in any circumstances, and tells behaviors and traces.
  ///
  /// - Parameters:
  ///   - arguments: The arguments in a box, for a form or a registration that takes them by type.
  ///   - trail: The fallbacks that are known to lead to the key, which is not registered here then.
  ///   - known: The registration that is meant, if others may answer to its key.
  /// - Throws: ``Again`` if the registration that is meant was removed.
  @inline(never)
  func resolve<Product, Argument>(
    _ key: Key, _ argument: Argument, _ arguments: AnyArguments?, for context: ResolutionContext,
    along trail: FallbackTrail? = nil, by known: Match? = nil
  ) throws -> Product {
    let report = ResolveReport(of: key, for: context)
    while true {
      do {
        let answer = try answer(to: key, Product.self, arguments, along: trail, by: known, report)
        let product: Product = try product(of: answer, to: key, argument, arguments, report)
        return try report.give(product, of: answer)
      } catch is Again where known?.answers ?? true {
      } catch {
        throw report.fail(error)
      }
    }
  }

  /// Resolves a key in any circumstances, asynchronously, and tells behaviors and traces.
  ///
  /// - Throws: ``Again`` if the registration that is meant was removed.
  func resolve<Product, Argument>(
    _ key: Key, _ argument: Argument, _ arguments: AnyArguments?, for context: ResolutionContext,
    along trail: FallbackTrail? = nil, by known: Match? = nil
  ) async throws -> Product {
    let report = ResolveReport(of: key, for: context)
    while true {
      do {
        let answer = try answer(to: key, Product.self, arguments, along: trail, by: known, report)
        // The compiler repeats the loop after each await in it, so there is one.
        let product: Product = try await product(of: answer, to: key, argument, arguments, report)
        return try report.give(product, of: answer)
      } catch is Again where known?.answers ?? true {
      } catch {
        throw report.fail(error)
      }
    }
  }

  private func product<Product, Argument>(
    of answer: Answer, to key: Key, _ argument: Argument, _ arguments: AnyArguments?, _ report: ResolveReport
  ) throws -> Product {
    let context = report.context
    switch answer {
    case .product(let product): return product.value(as: Product.self)
    case .registration(let match):
      defer { withExtendedLifetime((match, context)) {} }
      return try match.plan(for: self).answer(argument, for: Ask(context, match))
    case .supplied(let supplied):
      return try resolve(key.withoutArguments, (), nil, for: report.handOver(supplying: supplied))
    case .form(let form):
      let (context, tree) = context.ofParts
      defer { tree?.endRoot() }
      func box<Form: DerivedForm>(_ form: Form.Type) throws -> AnyProduct {
        ProductBox(try form.derive(context, key, arguments))
      }
      do { return try box(form).value(as: Product.self) } catch let error as AstrojectError where !form.isOfOne {
        throw error.about(collection: key, at: context.path.count)
      }
    case .trail(let trail): return try ask(trail, for: key, context)
    }
  }

  private func product<Product, Argument>(
    of answer: Answer, to key: Key, _ argument: Argument, _ arguments: AnyArguments?, _ report: ResolveReport
  ) async throws -> Product {
    let context = report.context
    switch answer {
    case .product(let product): return product.value(as: Product.self)
    case .registration(let match):
      defer { withExtendedLifetime((match, context)) {} }
      if Argument.self != Void.self { try context.admit(arguments, to: match) }
      return try await match.plan(for: self).answerAwaiting(argument, for: Ask(context, match))
    case .supplied(let supplied):
      return try await resolve(key.withoutArguments, (), nil, for: report.handOver(supplying: supplied))
    case .form(let form):
      let (context, tree) = context.ofParts
      defer { tree?.endRoot() }
      func box<Form: DerivedForm>(_ form: Form.Type) async throws -> AnyProduct {
        ProductBox(try await form.derive(context, key, arguments))
      }
      return try await box(form).value(as: Product.self)
    case .trail(let trail):
      context.parent?.suspend()
      return try await ask(trail, for: key, context)
    }
  }
}
