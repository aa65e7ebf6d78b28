// The answer to a key. The substitutes for a missing registration are one without arguments that accepts the given
// ones, a form that is derived from other registrations, and the fallback.

/// The answer to a key: a registration, its product, or a substitute for a missing one.
enum Answer {
  case registration(Match)
  /// The arguments, as a registration without arguments accepts them.
  case supplied(SuppliedArguments)
  /// A derived form of another registration.
  case form(any DerivedForm.Type)
  /// The fallbacks that lead to the key.
  case trail(FallbackTrail)
  /// The published instance of a registration, or the product that the delegate supplies.
  case product(AnyProduct)
}

extension Core {
  /// Returns what answers to a key, and tells the report of it.
  ///
  /// - Parameters:
  ///   - trail: The fallbacks that are known to lead to the key, which is not registered here then.
  ///   - known: The registration that is meant, if others may answer to the key.
  /// - Throws: ``AstrojectError/noRegistrationFound(_:)`` if there is nothing;
  ///   ``AstrojectError/isolationMismatch(_:)`` for a key that is Hashable on one global actor only.
  func answer<Product>(
    to key: Key, _ type: Product.Type, _ arguments: AnyArguments?, along trail: FallbackTrail?, by known: Match?,
    _ report: ResolveReport
  ) throws -> Answer {
    let context = report.context
    report.answer = nil
    if let trail { return try follow(trail, to: key, context) }
    if let match = known ?? find(key) {
      report.answer = match.blueprint
      // A forwarding is run, because its trace shows the target, and so is what gets arguments.
      if known == nil, context.rare?.supplied == nil, match.blueprint.flags.lifetime != .forwarded,
        let instance = match.entry.instance
      {
        context.rare?.note(.found, of: match.blueprint)
        return .product(instance)
      }
      return .registration(match)
    }
    try context.admit(key)
    let form = DerivedForms.form(for: key)
    let (found, isCutOff) = try Question.watch { () throws -> Answer? in
      if let supplied = try accepted(key, arguments, for: context) { return .supplied(supplied) }
      if let form, form.isKnown(in: self, for: key) { return .form(form) }
      return fallback(for: key, type).map { .trail($0) }
    }
    if case .trail(let trail)? = found { return try follow(trail, to: key, context) }
    if let found { return found }
    if isCutOff { throw AstrojectError.tooDeep(context.failure(key, cause: .fallback)) }
    if let form, form.mayBeEmpty { return .form(form) }
    if let product = try supplied(key, as: type, for: context) { return .product(product) }
    throw AstrojectError.noRegistrationFound(context.failure(key, cause: absence, suggestions: suggestions(for: key)))
  }

  /// Returns the arguments as a registration without arguments accepts them; nil if there is no such registration.
  ///
  /// - Throws: ``AstrojectError/noRegistrationFound(_:)`` if the registration does not accept them.
  private func accepted(
    _ key: Key, _ arguments: AnyArguments?, for context: ResolutionContext
  ) throws -> SuppliedArguments? {
    guard key.takesArguments, let match = find(key.withoutArguments), let acceptor = match.blueprint.acceptor
    else { return nil }
    do {
      return try acceptor.accept(arguments?.list ?? [])
    } catch let cause as AstrojectError.Cause {
      throw context.refusal(key.withoutArguments, by: match.blueprint, cause)
    }
  }

  /// Returns the product that the delegate supplies for an unregistered key, if it supplies one.
  private func supplied<Product>(
    _ key: Key, as type: Product.Type, for context: ResolutionContext
  ) throws -> AnyProduct? {
    guard let delegate, delegate.suppliesProducts else { return nil }
    if ThreadContext.current.pointee.isNearEndOfStack { throw AstrojectError.tooDeep(context.failure(key)) }
    // The product is made on behalf of the build that needs it.
    guard let any = CurrentBuild.lead(context.parent, { delegate.product(for: key) }) else { return nil }
    guard let product = any as? Product else {
      throw AstrojectError.typeMismatch(context.failure(key, cause: .supplied(Swift.type(of: any))))
    }
    return ProductBox(product)
  }

  // MARK: Fallbacks

  /// Returns a trail that is about to be followed, and notes that in the step of a trace.
  private func follow(_ trail: FallbackTrail, to key: Key, _ context: ResolutionContext) throws -> Answer {
    if ThreadContext.current.pointee.isNearEndOfStack {
      throw AstrojectError.tooDeep(context.failure(key, cause: .fallback))
    }
    delegate?.didAskFallback(for: key)
    context.rare?.note(.fallback, of: nil)
    return .trail(trail)
  }

  /// Asks the fallback of a trail.
  func ask<Product>(_ trail: FallbackTrail, for key: Key, _ context: ResolutionContext) throws -> Product {
    if let (context, rest) = try trail.request(for: key) {
      return try context.core.resolve(key, (), nil, for: context, along: rest)
    }
    do { return try trail.fallback.resolve(Product.self, name: key.name) } catch { throw asked(key, context, error) }
  }

  /// Asks the fallback of a trail, and awaits it.
  func ask<Product>(_ trail: FallbackTrail, for key: Key, _ context: ResolutionContext) async throws -> Product {
    if let (context, rest) = try trail.request(for: key) {
      return try await context.core.resolve(key, (), nil, for: context, along: rest)
    }
    let depth = FallbackDepth.current + 1
    if depth > FallbackDepth.most { throw AstrojectError.tooDeep(context.failure(key, cause: .fallback)) }
    do {
      return try await FallbackDepth.$current.withValue(depth, isolation: #isolation) {
        Unchecked(try await trail.fallback.resolve(Product.self, name: key.name))
      }.value
    } catch {
      throw asked(key, context, error)
    }
  }

  /// Returns the error of a fallback, as an error of the container.
  private func asked(_ key: Key, _ context: ResolutionContext, _ error: any Error) -> any Error {
    if error is AstrojectError { return error }
    let failure = context.failure(key, cause: .fallback, underlyingError: error)
    return error is CancellationError && Task.isCancelled
      ? AstrojectError.cancelled(failure) : AstrojectError.factoryFailed(failure)
  }
}
