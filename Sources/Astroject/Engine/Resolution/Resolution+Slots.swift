// Slots of shared products, and the obstacles to building them.

extension Resolution {
  /// True if the product takes nothing, and has no hooks, decorators or arguments.
  var isLeaf: Bool { hooks.isEmpty && decorators.isEmpty && supplied == nil && plan?.making == .ofNothing }

  /// True if there is one instance, and not one for each value of the arguments.
  var isForAll: Bool { supplied == nil && !key.takesArguments }

  /// Returns the argument value that a registration's instance is shared for; nil if the arguments cannot be compared.
  func value(for blueprint: Blueprint) -> ArgumentValue? {
    if let supplied { return supplied.value }
    let blueprint = blueprint.origin
    return if let arguments { blueprint.value(of: arguments) } else { .void }
  }

  // MARK: Claiming

  /// Returns the next step for the slot of the arguments; nil if there is none because the registration was removed.
  mutating func claim(_ storage: InstanceStorage?) throws -> Step? {
    guard let storage else { return nil }
    if lifetime == .shared, !isForAll { throw invalid(.sharedWithArguments) }
    guard let blueprint = answer?.blueprint, let value = value(for: blueprint) else {
      throw invalid(.incomparableArguments)
    }
    return try claim(storage.slot(for: value), isNew: false)
  }

  /// Returns the next step for a slot; nil if it was abandoned.
  ///
  /// - Parameters:
  ///   - isNew: True if the slot was created just now.
  ///   - isBuilder: True if the product was built here and is held back.
  mutating func claim(_ slot: InstanceSlot, isNew: Bool, asBuilder isBuilder: Bool = false) throws -> Step? {
    if let kept = try kept(beside: slot) { return .product(kept) }
    let property = slot.custom == nil ? lateProperty : nil
    let claim =
      isNew
      ? .vacant
      : slot.claim(by: context.parent, synchronously: isSynchronous, for: property, asBuilder: isBuilder)
    guard case .vacant = claim else { return try step(for: claim, to: slot) }
    // A custom scope may have the product. Only if it has none, the obstacles to a build matter.
    if slot.custom == nil { try check() }
    let build = try makeBuild(in: slot)
    // The build was created while no lock was held. Another thread may have been faster.
    let second = slot.claim(by: context.parent, synchronously: isSynchronous, with: build, for: property)
    guard case .build = second else { return try step(for: second, to: slot) }
    enter(build, in: slot)
    guard slot.custom != nil else { return .build }
    if let kept = try kept() { return .product(kept) }
    do {
      try check()
    } catch {
      build.end()
      throw fail(error, at: .factory)
    }
    return .build
  }

  /// Returns the next step for a slot that is not vacant.
  private mutating func step(for claim: SlotState.Claim, to slot: InstanceSlot) throws -> Step? {
    // A build for another tree may have begun just now.
    if let kept = try kept(beside: slot) {
      if case .wait(let waiter) = claim { waiter.withdraw() }
      return .product(kept)
    }
    switch claim {
    case .product(let product):
      if lifetime == .singleton, isForAll { answer?.publishInstance(in: slot) }
      return .product(product)
    case .wait(let waiter):
      // The builder may wait for the custom scope that is being called here.
      guard !isSynchronous || !InstanceCall.noteViolation() else {
        waiter.withdraw()
        throw invalid(.resolving)
      }
      return .wait(waiter)
    case .refused: throw AstrojectError.asynchronousFactory(failure(.beingBuiltAsynchronously))
    case .heldDraft(let product): return .product(product)
    case .later(let suspends):
      if suspends { context.parent?.suspend() }
      throw PutOff()
    case .loop(let builds):
      let way = (context.parent?.way ?? []) + builds
      let path = Build.pathOfLoop(way)
      let breakingPoint = context.core.breakingPoint(of: path, hooks: way.hooks)
      throw AstrojectError.circularDependency(
        AstrojectError.Failure(
          key: path.last?.key ?? key, path: path, location: path.last?.location,
          cause: builds.count == 1 ? .loop(breakingPoint) : .wait(breakingPoint)))
    case .abandoned, .vacant, .build: return nil
    }
  }

  /// Begins a build that is not shared.
  mutating func begin(isAlone: Bool = false) throws -> Step {
    try check()
    // In a trace, a dependency that a leaf turns out to resolve must be found below the step of its build.
    if isAlone || isLeaf && !isTraced { return .build }
    enter(try makeBuild(in: nil), in: nil)
    return .build
  }

  private func makeBuild(in slot: InstanceSlot?) throws -> Build {
    guard let blueprint = answer?.blueprint else { throw AstrojectError.noRegistrationFound(failure(nil)) }
    for decorator in decorators { decorator.observer?.didAsk() }
    return try Build(
      of: blueprint, for: context, through: source, argument: arguments?.any, supplied: supplied, slot: slot,
      within: openStep)
  }

  /// Returns the container that caches an instance of the registration that answers.
  ///
  /// - Throws: ``AstrojectError/containerNotFound(_:)`` if no container has the name that the scope gives.
  func container(_ keeper: ResolutionPlan.Keeper, of match: Match) throws -> Core {
    if let container = keeper.container(for: context.core, of: match) { return container }
    throw AstrojectError.containerNotFound(
      failure(
        .noContainer(
          named: match.blueprint.containerName ?? "", among: context.core.namesAround,
          keptBy: context.parent?.nearestSingleton)))
  }

  // MARK: Refusing

  /// Throws if the product conforms to its protocol on one global actor only, and the caller is elsewhere.
  @inline(never)
  mutating func admit(_ product: AnyProduct) throws {
    // The caller's product may be this one. Then it is cached where it was made, and asked for elsewhere.
    context.parent?.noteConfinement()
    guard let conformance = product.misplacedConformance(for: context.parent) else { return }
    throw AstrojectError.isolationMismatch(failure(.isolatedConformance(conformance)))
  }

  /// Throws if a hook would get a product elsewhere than where it conforms to its protocol.
  func refuseHooks(on product: AnyProduct) throws {
    guard !hooks.isEmpty, product.isConfined else { return }
    for hook in hooks {
      guard let conformance = product.misplacedConformance(onMainActor: hook.kind.isOnMainActor) else { continue }
      throw AstrojectError.isolationMismatch(failure(.isolatedConformance(conformance)))
    }
  }

  /// Throws if a synchronous caller cannot build the product, or if the stack is near its end.
  private func check() throws {
    if ThreadContext.current.pointee.isNearEndOfStack { throw AstrojectError.tooDeep(failure(nil)) }
    guard isSynchronous, let blueprint = answer?.blueprint else { return }
    switch blueprint.obstacle {
    case .mustBeAwaited: throw AstrojectError.asynchronousFactory(failure(.asynchronousProduct))
    case .mustBeOnMainActor: throw AstrojectError.isolationMismatch(failure(.mainActorFactory))
    case nil: break
    }
    for hook in hooks {
      switch hook.obstacle {
      case .mustBeAwaited: throw AstrojectError.asynchronousFactory(failure(.asynchronousHook))
      case .mustBeOnMainActor: throw AstrojectError.isolationMismatch(failure(.mainActorHook))
      case nil: break
      }
    }
    for decorator in decorators {
      switch decorator.obstacle {
      case .mustBeAwaited: throw AstrojectError.asynchronousFactory(failure(.asynchronousDecorator(decorator.location)))
      case .mustBeOnMainActor: throw AstrojectError.isolationMismatch(failure(.mainActorDecorator(decorator.location)))
      case nil: break
      }
    }
  }
}
