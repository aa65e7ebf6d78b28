// Where a product comes from that is not what answers: a forwarding's target, or what is not registered.

extension Resolution {
  // MARK: Forwardings

  /// The same within the build of what surrounds it.
  func innerResolution(of aim: Match, for forwarding: Forwarding) -> Resolution {
    Resolution(
      build.map { ResolutionContext(of: $0, in: source) } ?? context, of: aim, key: aim.blueprint.key,
      arguments: arguments, supplied: supplied, quietly: true)
  }

  /// The resolution of what a forwarding gives the instance of.
  mutating func resolution(of aim: Match, for forwarding: Forwarding) -> Resolution {
    // What the conversion makes is of the same tree, where the target is shared in one.
    if !forwarding.isCast, aim.blueprint.flags.lifetime == .graph { _ = beginTree() }
    var resolution = Resolution(
      context, of: aim, key: aim.blueprint.key, arguments: arguments, supplied: supplied, within: openStep,
      quietly: true)
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

  /// What a forwarding makes of a product.
  func converted(_ product: AnyProduct, by forwarding: Forwarding) throws -> AnyProduct {
    do {
      guard !forwarding.isCast, let blueprint = answer?.blueprint else { return try forwarding.product(of: product) }
      // What it asks of a container that it has captured is a part of it, and so is an object with properties.
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

  // MARK: What is not registered

  /// Where a product comes from that is not registered: what it can be made of, or the fallback.
  mutating func elsewhere() throws -> Step {
    let core = context.core
    let form = DerivedForms.form(of: key.product).flatMap { $0.isAvailable(for: key) ? $0 : nil }
    var accepted: (supplied: SuppliedArguments, match: Match)?
    var fallback: (any Resolving & Sendable)?
    let substitute = try Planner.substitute {
      accepted = try self.accepted()
      return accepted != nil
    } isFormKnown: {
      form.flatMap { form in
        let isKnown = form.isKnown(in: core, for: key)
        return isKnown || form.mayBeEmpty ? isKnown : nil
      }
    } fallbackKnows: {
      fallback = core.fallback(for: key, key.product)
      return fallback != nil
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
      core.fork?.noteFallback(askedFor: key)
      return .ask(fallback)
    case .none: break
    }
    if let product = try standIn(as: key.product) { return .product(product) }
    throw AstrojectError.noRegistrationFound(
      context.failure(
        key, cause: core.absence,
        suggestions: Suggestions(for: key, in: core)))
  }

  /// What a test has for what nobody has registered.
  private func standIn<Product>(as type: Product.Type) throws -> AnyProduct? {
    guard let standIns = context.core.fork?.standIns, standIns.isThere else { return nil }
    if ThreadContext.current.pointee.isNearEndOfStack { throw AstrojectError.tooDeep(context.failure(key)) }
    // What it makes is made on behalf of whoever needs it.
    let made = CurrentBuild.lead(context.parent) { standIns.product(for: key) }
    guard let any = made else { return nil }
    guard let product = any as? Product else {
      throw AstrojectError.typeMismatch(context.failure(key, cause: .supplied(Swift.type(of: any))))
    }
    return ProductBox(product)
  }

  /// What a fallback throws, as an error of the container's.
  func asked(_ error: any Error) -> AstrojectError {
    if let error = error as? AstrojectError { return error }
    let failure = context.failure(key, cause: .fallback, underlyingError: error)
    return error is CancellationError && Task.isCancelled ? .cancelled(failure) : .factoryFailed(failure)
  }
}

extension ResolutionContext {
  /// What to throw where a forwarding could not make something of its target's product.
  fileprivate func failed(to forwarding: Forwarding, as service: Any.Type, _ error: any Error) -> AstrojectError {
    let target = forwarding.target
    switch error {
    case let error as AstrojectError: return error
    case let mismatch as Mismatch:
      return .typeMismatch(
        failure(target.key.asking(for: service), location: target.location, cause: .produces(mismatch.type)))
    default:
      return .factoryFailed(failure(target.key, location: target.location, cause: .conversion, underlyingError: error))
    }
  }
}
