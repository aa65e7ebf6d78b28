/// Keeps a product in a container: the scopes whose instances outlive the resolve.
///
/// A custom scope is told of the tree, so that begins before the scope is asked.
final class Keep: Shared, @unchecked Sendable {
  private let keeper: Keeper
  /// The place of the gift, if the containers are given the instance; see `Core.gifts`.
  private let giftPlace: UInt?
  /// True if what is kept is made of an instance that another scope keeps, or that was made elsewhere.
  private let isFacet: Bool

  init(_ inner: Make, _ lifetime: Lifetime, by keeper: Keeper, asFacet isFacet: Bool = false) {
    self.keeper = keeper
    self.isFacet = isFacet
    giftPlace = inner.blueprint.flags.isGiven && inner.runsOnlyRecipe ? inner.blueprint.sequence : nil
    super.init(inner, lifetime)
  }

  override func box<Argument, Product>(
    _ argument: Argument, as type: Product.Type, for ask: Ask
  ) throws -> AnyProduct {
    if Argument.self == Void.self, let kept = found(for: ask) { return kept }
    switch try place(argument, for: ask) {
    case .product(let product): return product
    // One case, because a `where` clause would copy the place.
    case .place(let place):
      if place.slot.custom == nil { return try take(place, argument, as: type, for: ask) }
      return try takeInTree(place, argument, as: type, for: ask)
    }
  }

  /// Asks a custom scope. It is not inlined, because that would make the way of all other scopes longer.
  @inline(never)
  private func takeInTree<Argument, Product>(
    _ place: Place, _ argument: Argument, as type: Product.Type, for ask: Ask
  ) throws -> AnyProduct {
    try ask.inTree { ask, _ in try take(place, argument, as: type, for: ask) }
  }

  override func boxAwaiting<Argument, Product>(
    _ argument: Argument, as type: Product.Type, for ask: Ask
  ) async throws -> AnyProduct {
    if Argument.self == Void.self, let kept = found(for: ask) { return kept }
    switch try place(argument, for: ask) {
    case .product(let product): return product
    case .place(let place):
      if place.slot.custom == nil { return try await takeAwaiting(place, argument, as: type, for: ask) }
      return try await ask.inTree { ask, _ in try await takeAwaiting(place, argument, as: type, for: ask) }
    }
  }

  override func kept(for ask: Ask) -> AnyProduct? { blueprint.flags[.isConfined] ? nil : known(for: ask) }

  /// Returns the instance that is kept for all callers, if there is one, and publishes that of a singleton.
  private func found(for ask: Ask) -> AnyProduct? {
    guard ask.rare == nil || giftPlace != nil, let product = known(for: ask) else { return nil }
    ask.note(.found, of: blueprint)
    // So that readers take it without a lock from now on.
    if !isFacet, blueprint.flags.publishesInstance, let storage = ask.entry.object.storage {
      ask.match(blueprint).publishInstance(in: storage)
    }
    return product
  }

  /// Returns the instance that is kept for all callers, if there is one.
  @inline(__always)
  private func known(for ask: Ask) -> AnyProduct? {
    guard let core = keeper.core(for: ask) else { return nil }
    return core.with { core in
      if let giftPlace { return core.gift(at: giftPlace) }
      if isFacet || core !== ask.owner.object {
        return core.inheritedStorage(of: blueprint)?.product
      }
      return ask.entry.with { $0.product(of: blueprint, for: lifetime) }
    }
  }

  private enum Found {
    case product(AnyProduct)
    case place(Place)
  }

  /// Finds the instance, or its place.
  ///
  /// - Throws: ``Again`` if the registration was removed, ``AstrojectError/containerNotFound(_:)`` if no container has
  ///   the name, and ``AstrojectError/invalidInstance(_:)`` if the arguments cannot be compared.
  @inline(never)
  private func place<Argument>(_ argument: Argument, for ask: Ask) throws -> Found {
    guard let core = keeper.core(for: ask) else { throw missing(for: ask) }
    let storage =
      if isFacet || core.address != ask.owner.address {
        core.with { $0.inheritedStorage(of: ask.match(blueprint), lifetime: lifetime, asFacet: isFacet) }
      } else {
        ask.entry.with { $0.storage(of: blueprint, lifetime: lifetime) }
      }
    guard let storage else { throw Again() }
    let hasArguments = Argument.self != Void.self || ask.circumstances?.supplied != nil
    if lifetime == .shared, hasArguments {
      throw AstrojectError.invalidInstance(failure(.sharedWithArguments, for: ask))
    }
    guard let value = value(of: argument, for: ask) else {
      throw AstrojectError.invalidInstance(failure(.incomparableArguments, for: ask))
    }
    let slot = storage.slot(for: value)
    // Most arguments were given before.
    if hasArguments, ask.rare == nil, let kept = slot.product { return .product(kept) }
    return .place(Place(slot: slot, source: core.object, value: value, storage: storage))
  }

  private func missing(for ask: Ask) -> AstrojectError {
    let context = ask.context
    return .containerNotFound(
      failure(
        .noContainer(
          named: blueprint.containerName ?? "", among: context.core.namesAround,
          keptBy: context.parent?.nearestSingleton, isGiven: blueprint.flags.isGiven), for: ask))
  }
}
