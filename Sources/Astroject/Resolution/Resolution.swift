/// One resolve on its way: decides what is to be done next, and leaves the doing to a driver.
///
/// There is a synchronous and an asynchronous driver; everything they share is here. It is never copied, as it holds on
/// to much. What the drivers call is mutating even where it changes nothing: what is borrowed is copied for each call,
/// and each link of a chain of builds would have all these copies on the stack.
struct Resolution: ~Copyable {
  /// What a driver has to do.
  enum Step {
    /// Nothing: here it is.
    case product(AnyProduct)
    /// Build it, as has been decided.
    case build
    case wait(Waiter)
    case forward(Forwarding, to: Match)
    /// Resolve what is registered without arguments, and takes these.
    case supplied(SuppliedArguments, Match)
    /// Make it of what is registered for another type.
    case derive(any DerivedForm.Type)
    /// Ask what stands behind the container.
    case ask(any Resolving & Sendable)
  }

  let key: Key
  /// Arguments that are part of the key.
  let arguments: AnyArguments?
  /// Arguments that are not part of the key.
  let supplied: SuppliedArguments?
  private(set) var context: ResolutionContext
  /// The registration, where it is not the key that decides.
  private let target: Match?
  /// What is known already of what answers to the key.
  private var lookup: Lookup
  /// Whether a tree begins here, and so ends here.
  private let isRoot: Bool
  /// Whether behaviors are to hear of it, or a trace at least.
  private(set) var isObserved: Bool
  /// Whether only a trace is to hear of it: behaviors hear of whoever it is a part of.
  let isQuiet: Bool
  /// What a trace records this as, or below, where that is not what the context's build makes, but a part of it.
  private(set) var openStep: OpenStep?
  /// Whether the step is its own.
  private(set) var isTraced = false
  /// Whether the registration that it was to resolve was taken away, so that it fails.
  private(set) var isLost = false
  /// Whether the driver blocks.
  private(set) var isSynchronous = false

  // MARK: What answers, and what is built of it

  /// The registration that answered last.
  private(set) var answer: Match?
  /// How an instance of it is come by.
  private(set) var plan: ResolutionPlan?
  private(set) var lifetime = Lifetime.graph
  private(set) var hooks: [Hook] = []
  /// What surrounds it, the outermost last.
  private(set) var decorators: [Blueprint] = []
  /// Where what they surround comes from, if it is not made by the recipe.
  private(set) var inside: Inside?
  /// The container that the dependencies come from; where the scope keeps, the one that keeps.
  private(set) var source: Core
  /// Where the product is shared, if it is.
  private(set) var slot: InstanceSlot?
  /// Nil for a recipe that takes nothing and has no hooks.
  private(set) var build: Build?
  /// Where the product is that was made here and is held back.
  private var heldSlot: InstanceSlot?
  /// The property that gets the product later, if that is still being built.
  private(set) var lateProperty: LateProperty?

  // MARK: -

  /// Resolves whatever answers to a key.
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

  /// Resolves one registration, whatever else answers to its key.
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

  /// Resolves a registration that was found, whatever else answers to its key.
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

  /// What has to be done next.
  mutating func next(synchronously isSynchronous: Bool) throws -> Step {
    self.isSynchronous = isSynchronous
    if let slot = heldSlot.take(), let step = try claim(slot, isNew: false) { return step }
    while let match = target ?? look() {
      answer = match
      let blueprint = match.blueprint
      let plan = match.plan
      self.plan = plan
      lifetime = plan.lifetime
      inside = nil
      if let forwarding = blueprint.forwarding {
        if let aim = match.owner.find(forwarding.target) {
          guard try surroundForwarding(match, by: forwarding, to: aim) else { return .forward(forwarding, to: aim) }
          if let step = try claimFacet(of: match) { return step }
        }
        // Taken away since the forwarding was found: whatever has come in its place answers.
        if target != nil { throw lose(forwarding.target.key, at: blueprint.location) }
        continue
      }
      if plan.isNoted { blueprint.usage?.note() }
      if supplied == nil, lifetime == .singleton, !match.isSpoiledHere, let product = match.entry.instance {
        return .product(product)
      }
      hooks = blueprint.hooks
      source = context.core
      decorators = source.decorators(of: blueprint)
      switch plan.source {
      case .spoiled: throw invalid(blueprint.flags.isSurrounded ? .decoratedTooLate : .scopeChanged)
      case .construction, .forwarding: return try begin()
      case .tree:
        // Nobody could share what the root makes of nothing.
        let isAlone = isRoot && isLeaf && !isTraced
        guard !isAlone, let value = value(for: blueprint) else { return try begin(isAlone: isAlone) }
        // From now on others need not come here.
        if isForAll, plan.factory != nil, match.entry.publishesNothing { match.publishFactory() }
        if let step = try claimInTree(value, of: blueprint) { return step }
      case .cache(let keeper), .custom(let keeper):
        source = try container(keeper, of: match)
        try surroundKept(blueprint)
        if let product = ready(match) {
          guard !decorators.isEmpty else { return .product(product) }
          inside = .made(product)
          if let step = try claimFacet(of: match) { return step }
        } else if let step = try claim(source.slots(of: match, lifetime: lifetime)) {
          return step
        }
      }
      // The registration was taken away meanwhile: whatever has come in its place answers.
      if target != nil, !match.isLive { throw lose(key, at: blueprint.location) }
    }
    answer = nil
    plan = nil
    return try elsewhere()
  }

  /// What answers to the key: what is known of it, and after that what is found anew.
  private mutating func look() -> Match? {
    defer { lookup = .open }
    return switch lookup {
    case .open: context.core.find(key)
    case .match(let match): match
    case .missing: nil
    }
  }

  /// The error where a registration is gone that is the only one that would do.
  private mutating func lose(_ key: Key, at location: CodeLocation) -> AstrojectError {
    isLost = true
    return .noRegistrationFound(context.failure(key, location: location))
  }

  /// The product that a wait ended with; nil to ask anew.
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

  /// What goes into an error about what answers.
  func failure(_ cause: AstrojectError.Cause?) -> AstrojectError.Failure {
    context.failure(key, location: answer?.blueprint.location, cause: cause)
  }

  func invalid(_ cause: AstrojectError.Cause) -> AstrojectError { .invalidInstance(failure(cause)) }

  /// What to do about the slot of a product that is shared in the tree.
  mutating func claimInTree(_ value: ArgumentValue, of blueprint: Blueprint) throws -> Step? {
    let node = Tree.Node(blueprint: blueprint.id, container: source.id, argument: value)
    let (slot, isNew) = beginTree().slot(for: node)
    return try claim(slot, isNew: isNew)
  }

  /// Notes what surrounds a product, which comes from elsewhere and is kept as long as that is.
  mutating func beginFacet(
    around inside: Inside, in source: Core, by decorators: [Blueprint], keptFor lifetime: Lifetime
  ) {
    self.inside = inside
    self.source = source
    self.decorators = decorators
    self.lifetime = lifetime
    hooks = []
  }

  /// Has all share it who ask within the tree, and nobody keep it.
  mutating func shareInTree() { lifetime = .graph }

  /// Looks for what surrounds a product that `source` keeps.
  mutating func surroundKept(_ blueprint: Blueprint) throws {
    if source !== context.core { decorators = source.decorators(of: blueprint) }
    if !decorators.isEmpty, source.isSpoiled(blueprint) { throw invalid(.decoratedTooLate) }
  }

  // MARK: The tree

  /// The tree, which begins here if none has yet.
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

  /// Notes an error that the driver ends with.
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

  /// Has nobody hold arguments for what has failed, or came too late to be kept.
  @inline(never)
  func forgetArguments() {
    guard !isForAll, lifetime.keeps, let answer, let value = value(for: answer.blueprint) else { return }
    source.knownSlots(of: answer)?.forgetIdle(value)
  }

  // MARK: Behaviors

  /// Goes on within a step of a trace, which ends with this.
  mutating func enter(_ step: OpenStep) {
    isTraced = true
    openStep = step
  }

  /// Notes that the product was made here and is held back.
  mutating func noteHeld(in slot: InstanceSlot) { heldSlot = slot }

  /// Has a property get the product later, if that is still being built: the resolve ends with ``PutOff`` then.
  mutating func allowPuttingOff(for property: LateProperty) { lateProperty = property }

  /// Leaves it to another resolution to tell behaviors.
  mutating func keepQuiet() { isObserved = false }
}
