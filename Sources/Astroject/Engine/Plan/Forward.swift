/// Gives the product of another registration: `implements`.
final class Forward: Stage, @unchecked Sendable {
  private let forwarding: Forwarding
  /// The container whose decorators the plan was made with, and the number of their changes before that.
  private let decoration: (core: Borrowed<Core>?, count: UInt)

  init(_ blueprint: Blueprint, _ forwarding: Forwarding, decoratedBy core: Borrowed<Core>?) {
    self.forwarding = forwarding
    decoration = (core, Forward.decorationCount(of: core))
    super.init(blueprint, maySuspend: true)
  }

  override func box<Argument, Product>(_ argument: Argument, as type: Product.Type, for ask: Ask) throws -> AnyProduct {
    guard beginsTree else { return try box(argument, for: ask, within: nil) }
    return try ask.inTree { ask, _ in try box(argument, for: ask, within: nil) }
  }

  override func boxAwaiting<Argument, Product>(
    _ argument: Argument, as type: Product.Type, for ask: Ask
  ) async throws -> AnyProduct {
    guard beginsTree else { return try await boxAwaiting(argument, for: ask, within: nil) }
    return try await ask.inTree { ask, _ in try await boxAwaiting(argument, for: ask, within: nil) }
  }

  /// True if a tree begins here at the latest: what a closure makes of the product is a part of the tree in which the
  /// target is shared.
  private var beginsTree: Bool { !forwarding.isCast && forwarding.target.flags.lifetime == .graph }

  /// Returns the converted product.
  ///
  /// - Parameter build: The build that decorates it, if there is one.
  func box<Argument>(_ argument: Argument, for ask: Ask, within build: Borrowed<Build>?) throws -> AnyProduct {
    func box<Target>(_ target: Target.Type, _ route: Route) throws -> AnyProduct {
      try route.plan.box(argument, as: target, for: route.ask)
    }
    let route = try Route(by: forwarding, of: blueprint, for: ask, within: build)
    defer { withExtendedLifetime(route) {} }
    do {
      let product = try box(route.aim.blueprint.product, route)
      if build == nil { try refuseDecorated(keeping: route.aim.blueprint, for: ask) }
      return try convert(product, argument, by: route, for: ask, publishing: build == nil)
    } catch {
      route.circumstances?.end(failingWith: error, of: route.aim.blueprint)
      throw error
    }
  }

  func boxAwaiting<Argument>(
    _ argument: Argument, for ask: Ask, within build: Borrowed<Build>?
  ) async throws -> AnyProduct {
    func box<Target>(_ target: Target.Type, _ route: Route) async throws -> AnyProduct {
      try await route.plan.boxAwaiting(argument, as: target, for: route.ask)
    }
    let route = try Route(by: forwarding, of: blueprint, for: ask, within: build)
    defer { withExtendedLifetime(route) {} }
    do {
      let product = try await box(route.aim.blueprint.product, route)
      if build == nil { try refuseDecorated(keeping: route.aim.blueprint, for: ask) }
      do { return try convert(product, argument, by: route, for: ask, publishing: build == nil) } catch {
        guard build == nil, let cast = await castOnMainActor(product, for: ask) else { throw error }
        return cast
      }
    } catch {
      route.circumstances?.end(failingWith: error, of: route.aim.blueprint)
      throw error
    }
  }

  /// Throws ``Again`` if this plan lacks a decorator that came before the target was built. The target is kept now, so
  /// that no further one comes.
  @inline(never)
  private func refuseDecorated(keeping target: Blueprint, for ask: Ask) throws {
    let lifetime = target.origin.flags.lifetime
    guard lifetime.keeps, lifetime.isSharedWhileBuilt else { return }
    let (asker, core) = (ask.core.object, ask.owner.object.nearestDecorated(to: ask.core.object))
    // A transaction has decorators of its own.
    if core?.word == decoration.core?.word, Forward.decorationCount(of: core) == decoration.count,
      asker.transaction == nil
    {
      return
    }
    guard ask.match(blueprint).plan(for: asker) is Forward else { throw Again() }
  }

  private static func decorationCount(of core: Borrowed<Core>?) -> UInt { core?.with { $0.decoration.load() } ?? 0 }

  /// Returns the product of a cast that has failed here, because the conformance holds on the main actor alone; nil if
  /// that is not so, or if the product does not go there.
  private func castOnMainActor(_ product: AnyProduct, for ask: Ask) async -> AnyProduct? {
    guard let parent = ask.context.parent, parent.recipient == .mainActor, forwarding.isCast,
      IsolatedConformance(of: type(of: product.any), hiddenFromCastTo: blueprint.product)?.isOnMainActor ?? false
    else { return nil }
    let converted = await MainActor.run { [forwarding] in try? forwarding.convert(product) }
    if converted != nil { blueprint.noteConfinement(below: ask.core.object) }
    return converted
  }

  /// Ends a request to the target, and returns its product as the forwarding converts it.
  @inline(never)
  private func convert<Argument>(
    _ product: AnyProduct, _ argument: Argument, by route: Route, for ask: Ask, publishing isPublished: Bool
  ) throws -> AnyProduct {
    // A cast does not use the product, which may conform to the other type everywhere.
    if !forwarding.isCast, product.isConfined {
      try ask.context.admit(product, as: route.aim.blueprint.key, of: route.aim.blueprint.location)
    }
    route.circumstances?.end(of: route.aim.blueprint)
    let converted: AnyProduct
    do {
      converted = try forwarding.isCast ? forwarding.convert(product) : convertByClosure(product, argument, ask)
    } catch {
      throw ask.context.failed(to: forwarding, as: blueprint.product, error)
    }
    if converted.isConfined { blueprint.noteConfinement(below: ask.core.object) }
    // What a cast makes of the instance of a plain singleton is published, so that readers take it without a lock.
    if isPublished, forwarding.isCast, Argument.self == Void.self,
      route.aim.blueprint.origin.flags.lifetime == .singleton
    {
      ask.match(blueprint).publish(converted, of: product, publishedIn: route.aim.entry)
    }
    return converted
  }

  @inline(never)
  private func convertByClosure<Argument>(_ product: AnyProduct, _ argument: Argument, _ ask: Ask) throws -> AnyProduct
  {
    // A resolve by the conversion, in a container that it has captured, is a part of this build. So is an object with
    // injected properties.
    let build = beginFurther(argument, for: ask, through: ask.core)
    let thread = ThreadContext.current
    defer { thread.giveBack(build) }
    try build.with { try $0.refuseLoop() }
    let converted = try thread.run(build) { _ in try forwarding.convert(product) }
    try build.with { try $0.finishProperties() }
    return converted
  }
}

/// The request to the target of a forwarding.
private struct Route {
  let aim: Match
  let plan: Stage
  /// The request to the target, which `circumstances` belong to.
  let ask: Ask
  let circumstances: Circumstances?

  /// Finds the way to the target.
  ///
  /// - Throws: ``Again`` if the target was removed since the forwarding was found. Its replacement answers.
  init(by forwarding: Forwarding, of blueprint: Blueprint, for ask: Ask, within build: Borrowed<Build>?) throws {
    if build == nil { ask.note(.forwarded, of: blueprint) }
    guard let aim = ask.owner.object.find(forwarding.target) else { throw Again() }
    self.aim = aim
    // What a build decorates is asked for on its behalf, and it is the decorated product that a property gets.
    let own = build.map { build in Ask(build.with { $0.source }, for: build, at: ask.entry, of: ask.owner) } ?? ask
    plan = aim.plan(for: own.core.object)
    // Of the circumstances of a build's product, the target has the arguments alone.
    let supplied = ask.circumstances?.supplied
    let known = build == nil ? ask.circumstances : nil
    // The step of the target lies below that of the forwarding, or of the build.
    let key = aim.blueprint.key
    let step =
      build.map { $0.object.openStep(for: key) }
      ?? known?.step.flatMap { OpenStep(key, for: ask.context, within: $0) }
    circumstances =
      known == nil && supplied == nil && step == nil
      ? nil
      : Circumstances(
        tree: known?.tree, supplied: supplied, step: step ?? known?.step, isTraced: step != nil,
        property: known?.property?.by { [context = ask.context] product in
          do { return try forwarding.convert(product) } catch {
            throw context.failed(to: forwarding, as: blueprint.product, error)
          }
        })
    self.ask = own.for(aim, circumstances)
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
