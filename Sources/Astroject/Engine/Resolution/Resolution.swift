/// A resolve in progress, which decides the next step and lets a driver perform it.
///
/// There is a synchronous and an asynchronous driver, and everything that they share is here. A resolution is never
/// copied because it retains much. The functions that drivers call are mutating even if they change nothing: a borrowed
/// value is copied for each call, and each link of a chain of builds would have all these copies on the stack.
struct Resolution: ~Copyable {
  /// The next thing for a driver to do.
  enum Step {
    /// Nothing: this is the product.
    case product(AnyProduct)
    /// Build the product, as has been decided.
    case build
    case wait(Waiter)
    case forward(Forwarding, to: Match)
    /// Resolve the registration without arguments that accepts these.
    case supplied(SuppliedArguments, Match)
    /// Make the product of the registrations of another type.
    case derive(any DerivedForm.Type)
    /// Ask the fallback of the container.
    case ask(FallbackTrail)
  }

  let key: Key
  /// The arguments that are part of the key.
  let arguments: AnyArguments?
  /// The arguments that are not part of the key.
  let supplied: SuppliedArguments?
  private(set) var context: ResolutionContext
  /// The registration, if the key does not decide.
  private let target: Match?
  /// The result of looking the key up, as far as it is known.
  private(set) var lookup: Lookup
  /// True if a tree begins here, and so ends here.
  private let isRoot: Bool
  /// True if behaviors have to be told, or at least a trace.
  private(set) var isObserved: Bool
  /// True if only a trace has to be told. Behaviors are told of the resolution that this is a part of.
  let isQuiet: Bool
  /// The step as which, or below which, a trace records this; nil for the step of the context's build.
  private(set) var openStep: OpenStep?
  /// True if the step is this resolution's own.
  private(set) var isTraced = false
  /// True if the registration to be resolved was removed, so that the resolve fails.
  private(set) var isLost = false
  /// True if the driver blocks.
  private(set) var isSynchronous = false

  // MARK: The registration and its build

  /// The registration that answered last.
  private(set) var answer: Match?
  /// The plan for getting an instance of that registration.
  private(set) var plan: ResolutionPlan?
  private(set) var lifetime = Lifetime.graph
  private(set) var hooks: [Hook] = []
  /// The decorators, the outermost last.
  private(set) var decorators: [Blueprint] = []
  /// The origin of the decorated product, if the recipe does not make it.
  private(set) var inside: Inside?
  /// The container that the dependencies come from. If the scope caches, it is the container that caches.
  private(set) var source: Core
  /// The slot in which the product is shared, if it is.
  private(set) var slot: InstanceSlot?
  /// The build; nil for a recipe that takes nothing and has no hooks.
  private(set) var build: Build?
  /// The slot of the product that was made here and is held back.
  private var heldSlot: InstanceSlot?
  /// True if the caller gets the product, and not only has it built or converted.
  private(set) var isGivenOut = true
  /// The property that gets the product later, if that is still being built.
  private(set) var lateProperty: LateProperty?

  // MARK: -

  /// Creates the resolve of a key, by any registration that answers to it.
  init(
    _ context: ResolutionContext, key: Key, arguments: AnyArguments?, supplied: SuppliedArguments? = nil,
    from lookup: Lookup = .open,
    within openStep: OpenStep? = nil
  ) {
    self.context = context
    self.lookup = lookup
    self.key = key
    self.arguments = arguments
    self.supplied = supplied
    self.openStep = openStep
    source = context.core
    target = nil
    isRoot = context.isRoot
    isQuiet = false
    isObserved = context.core.observers.areListening
  }

  /// Creates the resolve of one registration, even if others answer to its key.
  ///
  /// - Throws: ``AstrojectError/noRegistrationFound(_:)`` if the registration was removed.
  init(
    _ context: ResolutionContext, of blueprint: Blueprint, in owner: Core, arguments: AnyArguments? = nil,
    supplied: SuppliedArguments? = nil, within openStep: OpenStep? = nil, quietly isQuiet: Bool = false
  ) throws {
    guard let match = owner.find(blueprint) else {
      throw AstrojectError.noRegistrationFound(context.failure(blueprint.key))
    }
    self.init(
      context, of: match, key: blueprint.key, arguments: arguments, supplied: supplied, within: openStep,
      quietly: isQuiet)
  }

  /// Creates the resolve of a registration that was found, even if others answer to its key.
  init(
    _ context: ResolutionContext, of match: Match, key: Key, arguments: AnyArguments? = nil,
    supplied: SuppliedArguments? = nil,
    within openStep: OpenStep? = nil, quietly isQuiet: Bool
  ) {
    self.context = context
    self.arguments = arguments
    self.key = key
    self.supplied = supplied
    self.openStep = openStep
    source = context.core
    target = match
    lookup = .open
    isRoot = context.isRoot
    self.isQuiet = isQuiet
    isObserved = (!isQuiet || openStep != nil) && context.core.observers.areListening
  }

  // MARK: Deciding

  /// Returns the next thing to do.
  mutating func next(synchronously isSynchronous: Bool) throws -> Step {
    self.isSynchronous = isSynchronous
    if let slot = heldSlot.take(), let step = try claim(slot, isNew: false, asBuilder: true) { return step }
    while let match = target ?? look() {
      answer = match
      let blueprint = match.blueprint
      let plan = match.plan
      self.plan = plan
      lifetime = plan.lifetime
      inside = nil
      if let forwarding = blueprint.forwarding {
        if let aim = match.owner.find(forwarding.target) {
          guard try decorateForwarding(match, by: forwarding, to: aim) else { return .forward(forwarding, to: aim) }
          if let step = try claimFacet(of: match) { return step }
        }
        // The target was removed since the forwarding was found. Its replacement answers.
        if target != nil { throw lose(forwarding.target.key, at: blueprint.location) }
        continue
      }
      if plan.takesSteps { blueprint.observer?.didAsk() }
      if supplied == nil, lifetime == .singleton, !match.isSpoiledHere, let product = match.entry.instance {
        return .product(product)
      }
      hooks = blueprint.hooks
      source = context.core
      decorators = source.decorators(of: blueprint)
      switch plan.source {
      case .spoiled:
        if match.owner.isMended(blueprint) { continue }
        throw invalid(blueprint.refusalCause)
      case .construction, .forwarding: return try begin()
      case .tree:
        // Nothing else could share a product without dependencies that the root builds.
        let isAlone = isRoot && isLeaf && !isTraced
        guard !isAlone, let value = value(for: blueprint) else { return try begin(isAlone: isAlone) }
        // From now on other callers need not come here.
        if isForAll, plan.factory != nil, match.entry.publishesNothing { match.publishFactory() }
        if let step = try claimInTree(value, of: blueprint) { return step }
      case .cache(let keeper), .custom(let keeper):
        source = try container(keeper, of: match)
        try decorateCached(blueprint)
        if let product = ready(match) {
          guard !decorators.isEmpty else { return .product(product) }
          inside = .made(product)
          if let step = try claimFacet(of: match) { return step }
        } else if let step = try claim(source.storage(of: match, lifetime: lifetime)) {
          return step
        }
      }
      // The registration was removed meanwhile. Its replacement answers.
      if target != nil, !match.isLive { throw lose(key, at: blueprint.location) }
    }
    answer = nil
    plan = nil
    return try elsewhere()
  }

  /// Looks the key up, unless the result is known from before.
  private mutating func look() -> Match? {
    // Nothing is asked again after a fallback.
    if case .fallback = lookup { return nil }
    defer { lookup = .open }
    return switch lookup {
    case .open: context.core.find(key)
    case .match(let match): match
    case .missing, .fallback: nil
    }
  }

  /// Returns the error for the removal of the only registration that would do.
  private mutating func lose(_ key: Key, at location: CodeLocation) -> AstrojectError {
    isLost = true
    return .noRegistrationFound(context.failure(key, location: location))
  }

  /// Returns the product that a wait ended with; nil to ask again.
  func settle(_ outcome: Waiter.Outcome, of waiter: Waiter) throws -> AnyProduct? {
    switch outcome {
    case .product(let product): return product
    case .again: return nil
    case .failure(let error):
      throw error.seen(from: context.path, asking: answer?.blueprint.key, at: waiter.target.depth)
    case .refused: throw AstrojectError.asynchronousFactory(failure(.beingBuiltAsynchronously))
    case .cancelled: throw AstrojectError.cancelled(failure(nil))
    case .putOff:
      switch waiter.slot?.putOff(waiter.property, by: context.parent) {
      case .product(let product): return product
      case .later(let suspends):
        if suspends { context.parent?.suspend() }
        throw PutOff()
      default: return nil
      }
    }
  }

  /// Returns the contents of an error about the registration that answers.
  func failure(_ cause: AstrojectError.Cause?) -> AstrojectError.Failure {
    context.failure(key, location: answer?.blueprint.location, cause: cause)
  }

  func invalid(_ cause: AstrojectError.Cause) -> AstrojectError { .invalidInstance(failure(cause)) }

  /// Returns the next step for the slot of a product that is shared in the tree; nil to ask again.
  mutating func claimInTree(_ value: ArgumentValue, of blueprint: Blueprint) throws -> Step? {
    let node = Tree.Node(blueprint: blueprint.id, container: source.id, argument: value)
    let (slot, isNew) = beginTree().slot(for: node)
    return try claim(slot, isNew: isNew)
  }

  /// Notes the decorators of a product that comes from elsewhere, and is cached for as long as that product.
  mutating func beginFacet(
    around inside: Inside, in source: Core, by decorators: [Blueprint], keptFor lifetime: Lifetime
  ) {
    self.inside = inside
    self.source = source
    self.decorators = decorators
    self.lifetime = lifetime
    hooks = []
  }

  /// Makes the product shared within the tree, and cached nowhere.
  mutating func shareInTree() { lifetime = .graph }

  /// Looks for the decorators of a product that `source` caches.
  ///
  /// - Throws: ``AstrojectError/invalidInstance(_:)`` if an instance was cached before its decorator came.
  mutating func decorateCached(_ blueprint: Blueprint) throws {
    if source !== context.core { decorators = source.decorators(of: blueprint) }
    if !decorators.isEmpty, source.isSpoiled(blueprint) { throw invalid(.decoratedTooLate) }
  }

  // MARK: The tree

  /// Returns the tree, which begins here if there is none yet.
  mutating func beginTree() -> Tree {
    if let tree = context.tree { return tree }
    let tree = Tree()
    context = context.within(tree)
    return tree
  }

  /// Goes on within a build that begins.
  mutating func enter(_ build: Build, in slot: InstanceSlot?) {
    self.build = build
    self.slot = slot
    if context.isRoot { context = context.within(build) }
  }

  /// Ends the build, if there is one, and the tree that begins with it.
  @inline(never)
  mutating func endBuild() {
    guard let reference = build.map(Unmanaged.passRetained) else { return }
    if context.trunk === build { context = context.outside }
    build = nil
    Build.end(reference)
  }

  /// Ends the tree if it began here.
  func end() { if isRoot { context.endTree() } }

  /// Handles an error that the driver ends with.
  @inline(never)
  mutating func noteEnd(by error: any Error) {
    forgetArguments()
    if error is PutOff {
      note(.waited)
      endStep()
    } else if isObserved {
      tellFailed(error)
    }
  }

  // MARK: The arguments

  /// Removes the slot for the arguments of a product that has failed, or came too late to be cached.
  @inline(never)
  func forgetArguments() {
    guard !isForAll, lifetime.keeps, let answer, let value = value(for: answer.blueprint) else { return }
    source.knownStorage(of: answer)?.forgetIdle(value)
  }

  // MARK: Behaviors

  /// Goes on within a step of a trace, which ends with this resolution.
  mutating func enter(_ step: OpenStep) {
    isTraced = true
    openStep = step
  }

  /// Notes that the product was made here and is held back.
  mutating func noteHeld(in slot: InstanceSlot) { heldSlot = slot }

  /// Lets a property get the product later, if that is still being built. The resolve then ends with ``PutOff``.
  mutating func allowPuttingOff(for property: LateProperty) { lateProperty = property }

  /// Has the product built or converted, wherever it belongs.
  mutating func keepWithin() { isGivenOut = false }

  /// Leaves it to another resolution to tell behaviors.
  mutating func keepQuiet() { isObserved = false }
}
