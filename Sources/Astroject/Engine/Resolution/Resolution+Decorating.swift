// Decorators. Each has a build of its own within that of the product, which is handed on when the last one has
// returned. So nothing else gets the undecorated product, and the scope of the product caches the outermost one.
//
// A product that comes from elsewhere is decorated in a slot of its own, a facet: the instance of another registration,
// which a forwarding gives, and one that was made elsewhere.

extension Resolution {
  /// The origin of the decorated product, if the recipe does not make it.
  enum Inside {
    /// The product was made elsewhere.
    case made(AnyProduct)
    /// Another registration has the product.
    case forwarded(Forwarding, Match)
  }

  /// Prepares to decorate the product of a forwarding; returns false if there are no decorators.
  mutating func decorateForwarding(_ match: Match, by forwarding: Forwarding, to aim: Match) throws -> Bool {
    guard context.core.mayDecorate, match.blueprint.flags.role == .plain else { return false }
    var plan = aim.plan
    if plan.source == .spoiled, aim.owner.isMended(aim.blueprint) { plan = aim.plan }
    let keeper: Core? =
      switch plan.source {
      case .cache(let keeper), .custom(let keeper): keeper.container(for: context.core, of: aim)
      case .forwarding, .construction, .tree: context.core
      case .spoiled: nil
      }
    // If there is no container, forwarding to the target says so.
    guard let source = keeper else { return false }
    let decorators = source.decorators(of: match.blueprint)
    if decorators.isEmpty { return false }
    if match.blueprint.flags.isSpoiled || source.isSpoiled(match.blueprint) { throw invalid(.decoratedTooLate) }
    beginFacet(around: .forwarded(forwarding, aim), in: source, by: decorators, keptFor: plan.lifetime)
    return true
  }

  /// Returns the instance that needs no build: one that a container was given, or one that is registered.
  func ready(_ match: Match) -> AnyProduct? {
    let flags = match.blueprint.flags
    guard flags.isInstance else { return nil }
    if flags.isGiven { return source.gift(Gift.Mark(of: match.blueprint)) }
    // A copy of a container has no storage of the registrations that it shares.
    return decorators.isEmpty ? nil : match.blueprint.makeStorageOfInstance()?.product
  }

  /// Returns the next step for the slot of a decorated product from elsewhere; nil if that was removed.
  mutating func claimFacet(of match: Match) throws -> Step? {
    switch lifetime {
    case .transient: return try begin()
    case .singleton, .disposable, .weak, .scoped: return try claim(source.facets(of: match, lifetime: lifetime))
    // A custom scope caches the product that it is given, and none that is made of it.
    case .graph, .shared, .perContainer, .forwarded:
      shareInTree()
      guard let value = value(for: match.blueprint) else { return try begin() }
      return try claimInTree(value, of: match.blueprint)
    }
  }
}

extension Resolver {
  /// Returns the product that a decorator decorates.
  package func decorated<Product>(as type: Product.Type = Product.self) throws -> Product {
    guard let build, let product = build.decorated else { throw AstrojectError.Cause.gone }
    if let conformance = product.misplacedConformance(for: build) {
      let step = build.step
      throw AstrojectError.isolationMismatch(
        AstrojectError.Failure(
          key: step.key, path: build.path, location: step.location, cause: .isolatedConformance(conformance)))
    }
    return product.value(as: type)
  }
}
