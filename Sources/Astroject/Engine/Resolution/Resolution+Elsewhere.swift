// Products that the registration that answers does not make: those of a forwarding's target, and unregistered ones.

extension Resolution {
  // MARK: Forwardings

  /// Returns the resolution of a forwarding's target within the build that decorates its product.
  func innerResolution(of aim: Match, for forwarding: Forwarding) -> Resolution {
    var resolution = Resolution(
      build.map { ResolutionContext(of: $0, in: source) } ?? context, of: aim, key: aim.blueprint.key,
      arguments: arguments, supplied: supplied, quietly: true)
    if forwarding.isCast { resolution.keepWithin() }
    return resolution
  }

  /// Returns the resolution of a forwarding's target.
  mutating func resolution(of aim: Match, for forwarding: Forwarding) -> Resolution {
    // The converted product is a part of the tree in which its target is shared.
    if !forwarding.isCast, aim.blueprint.flags.lifetime == .graph { _ = beginTree() }
    var resolution = Resolution(
      context, of: aim, key: aim.blueprint.key, arguments: arguments, supplied: supplied, within: openStep,
      quietly: true)
    // A cast does not use the product, which may conform to the other type everywhere.
    if forwarding.isCast { resolution.keepWithin() }
    if let lateProperty {
      let name = key.product
      resolution.allowPuttingOff(
        for: lateProperty.by { [context] product in
          do { return try forwarding.product(of: product) } catch {
            throw context.failed(to: forwarding, as: name, error)
          }
        })
    }
    return resolution
  }

  /// Returns a product as a forwarding converts it.
  func converted(_ product: AnyProduct, by forwarding: Forwarding) throws -> AnyProduct {
    do {
      guard !forwarding.isCast, let blueprint = answer?.blueprint else { return try forwarding.product(of: product) }
      // A resolve by the conversion, in a container that it has captured, is a part of this build. So is an object
      // with injected properties.
      let build = Unmanaged.passRetained(
        try Build(
          of: blueprint, for: context, through: context.core, argument: arguments?.any, supplied: supplied,
          within: openStep))
      defer { Build.end(build) }
      return try CurrentBuild.lead(build.takeUnretainedValue()) { try forwarding.product(of: product) }
    } catch {
      throw context.failed(to: forwarding, as: key.product, error)
    }
  }

  // MARK: Unregistered keys

  /// Returns the next step for an unregistered key: make the product of other registrations, or ask the fallback.
  ///
  /// - Throws: ``AstrojectError/noRegistrationFound(_:)`` if there is neither.
  mutating func elsewhere() throws -> Step {
    if case .fallback(let trail) = lookup { return try step(to: trail) }
    let core = context.core
    let form = DerivedForms.form(of: key.product).flatMap { $0.isAvailable(for: key) ? $0 : nil }
    var accepted: (supplied: SuppliedArguments, match: Match)?
    var isFormKnown = false
    var fallback: FallbackTrail?
    let (substitute, isCutOff) = try Question.watch {
      try Planner.substitute {
        accepted = try self.accepted()
        return accepted != nil
      } isFormKnown: {
        form.flatMap { form in
          isFormKnown = form.isKnown(in: core, for: key)
          return isFormKnown || form.mayBeEmpty ? isFormKnown : nil
        }
      } fallbackKnows: {
        fallback = core.fallback(for: key, key.product)
        return fallback != nil
      }
    }
    if isCutOff, accepted == nil, !isFormKnown, fallback == nil {
      throw AstrojectError.tooDeep(context.failure(key, cause: .fallback))
    }
    switch substitute {
    case .acceptor:
      guard let accepted else { break }
      keepQuiet()
      return .supplied(accepted.supplied, accepted.match)
    case .form:
      guard let form else { break }
      _ = beginTree()
      return .derive(form)
    case .fallback:
      guard let fallback else { break }
      return try step(to: fallback)
    case .none: break
    }
    if let product = try supplied(as: key.product) { return .product(product) }
    throw AstrojectError.noRegistrationFound(
      context.failure(
        key, cause: core.absence, suggestions: Suggestions(for: key, in: core).find))
  }

  /// Returns the step that asks a fallback.
  private func step(to trail: FallbackTrail) throws -> Step {
    if ThreadContext.current.pointee.isNearEndOfStack {
      throw AstrojectError.tooDeep(context.failure(key, cause: .fallback))
    }
    context.core.delegate?.didAskFallback(for: key)
    return .ask(trail)
  }

  /// Returns the product that the delegate supplies for an unregistered key, if it supplies one.
  private func supplied<Product>(as type: Product.Type) throws -> AnyProduct? {
    guard let delegate = context.core.delegate, delegate.suppliesProducts else { return nil }
    if ThreadContext.current.pointee.isNearEndOfStack { throw AstrojectError.tooDeep(context.failure(key)) }
    // The product is made on behalf of the build that needs it.
    let made = CurrentBuild.lead(context.parent) { delegate.product(for: key) }
    guard let any = made else { return nil }
    guard let product = any as? Product else {
      throw AstrojectError.typeMismatch(context.failure(key, cause: .supplied(Swift.type(of: any))))
    }
    return ProductBox(product)
  }

  /// Returns the error of a fallback, as an error of the container.
  func asked(_ error: any Error) -> AstrojectError {
    if let error = error as? AstrojectError { return error }
    let failure = context.failure(key, cause: .fallback, underlyingError: error)
    return error is CancellationError && Task.isCancelled ? .cancelled(failure) : .factoryFailed(failure)
  }
}

extension ResolutionContext {
  /// Returns the error to throw if a forwarding could not convert its target's product.
  fileprivate func failed(to forwarding: Forwarding, as service: Any.Type, _ error: any Error) -> AstrojectError {
    let target = forwarding.target
    switch error {
    case let error as AstrojectError: return error
    case let mismatch as Mismatch:
      let key = target.key.asking(for: service)
      if let conformance = IsolatedConformance(of: mismatch.type, hiddenFromCastTo: service) {
        return .isolationMismatch(failure(key, location: target.location, cause: .isolatedConformance(conformance)))
      }
      return .typeMismatch(failure(key, location: target.location, cause: .produces(mismatch.type)))
    default:
      return .factoryFailed(failure(target.key, location: target.location, cause: .conversion, underlyingError: error))
    }
  }
}
