/// One resolve on its way: decides what is to be done next, and leaves the doing to a driver.
///
/// There is a synchronous and an asynchronous driver; everything they share is here.
struct Resolution {
  /// What a driver has to do.
  enum Step {
    /// Nothing: here it is.
    case product(AnyProduct)
    case build(Construction)
    case wait(Waiter)
    case forward(Forwarding, owner: Core)
    /// Resolve what is registered without arguments, and takes these.
    case supply(Supply)
    /// Make it of what is registered for another type.
    case derive(any DerivedForm.Type)
    /// Ask what stands behind the container.
    case ask(any Resolving & Sendable)
  }

  let key: Key
  /// Arguments that are part of the key.
  let arguments: AnyArguments?
  /// Arguments that are not part of the key.
  let supply: Supply?
  private(set) var inquiry: Inquiry
  /// The registration, where it is not the key that decides.
  private let target: Found?
  /// Whether a tree begins here, and so ends here.
  private let isRoot: Bool
  /// Whether behaviors are to hear of it, or a trace at least.
  private(set) var isObserved: Bool
  /// Whether only a trace is to hear of it: behaviors hear of whoever it is a part of.
  let isQuiet: Bool
  /// What a trace records this as, or below, where that is not what the inquiry's build makes, but a part of it.
  private(set) var openStep: OpenStep?
  /// Whether the step is its own.
  private(set) var isTraced = false
  /// The registration that answered last.
  private(set) var answer: AnyBlueprint?

  /// Resolves whatever answers to a key.
  init(
    _ inquiry: Inquiry, key: Key, arguments: AnyArguments?, supply: Supply? = nil, within openStep: OpenStep? = nil
  ) {
    self.inquiry = inquiry
    self.key = key
    self.arguments = arguments
    self.supply = supply
    self.openStep = openStep
    target = nil
    isRoot = inquiry.tree == nil
    isQuiet = false
    isObserved = inquiry.core.observers.areListening
  }

  /// Resolves one registration, whatever else answers to its key.
  init(
    _ inquiry: Inquiry, of blueprint: AnyBlueprint, in owner: Core, arguments: AnyArguments? = nil,
    supply: Supply? = nil, within openStep: OpenStep? = nil, quietly isQuiet: Bool = false
  ) throws {
    guard let found = owner.find(blueprint) else {
      throw AstrojectError.noRegistrationFound(inquiry.failure(blueprint.key))
    }
    self.init(
      inquiry, of: found, key: blueprint.key, arguments: arguments, supply: supply, within: openStep, quietly: isQuiet)
  }

  /// Resolves a registration that was found, whatever else answers to its key.
  init(
    _ inquiry: Inquiry, of found: Found, key: Key, arguments: AnyArguments? = nil, supply: Supply? = nil,
    within openStep: OpenStep? = nil, quietly isQuiet: Bool
  ) {
    self.inquiry = inquiry
    self.arguments = arguments
    self.key = key
    self.supply = supply
    self.openStep = openStep
    target = found
    isRoot = inquiry.tree == nil
    self.isQuiet = isQuiet
    isObserved = (!isQuiet || openStep != nil) && inquiry.core.observers.areListening
  }

  // MARK: Deciding

  /// What has to be done next.
  mutating func next(synchronously isSynchronous: Bool) throws -> Step {
    while let found = target ?? inquiry.core.find(key) {
      let blueprint = found.blueprint
      answer = blueprint
      switch blueprint.effect {
      case .noted, .other:
        if let forwarding = blueprint.forwarding { return .forward(forwarding, owner: found.owner) }
        blueprint.usage?.note()
      case .leaf, .sync, .either: break
      }
      let traits = blueprint.traits
      if traits.isSpoiled { throw invalid(.scopeChanged, at: blueprint) }
      if supply == nil, traits.lifetime == .singleton, let product = found.entry.instance { return .product(product) }

      let plan = Plan(
        hooks: traits.hasHooks ? blueprint.hooks : [], blueprint: blueprint, found: found, lifetime: traits.lifetime,
        isSynchronous: isSynchronous)
      switch traits.lifetime {
      case .transient, .forwarded:
        return .build(try begin(plan, for: inquiry.core))
      case .graph:
        // Nobody could share what the root makes of nothing.
        let isAlone = isRoot && plan.isLeaf && !isTraced
        guard !isAlone, let value = self.value(of: blueprint) else {
          return .build(try begin(plan, for: inquiry.core))
        }
        let tree = beginTree()
        let node = Tree.Node(blueprint: blueprint.id, container: inquiry.core.id, argument: value)
        if let step = try claim(tree.slot(for: node), plan, for: inquiry.core) { return step }
      case .singleton, .disposable, .weak, .shared:
        let slots = found.entry.slots(of: blueprint, lifetime: traits.lifetime)
        if let step = try claim(slots, plan, for: found.owner) { return step }
      case .container, .perContainer:
        let keeper = try keeper(of: plan)
        let slots = keeper.slots(of: found, lifetime: traits.lifetime)
        if let step = try claim(slots, plan, for: keeper) { return step }
      }
      // The registration was taken away meanwhile: whatever has come in its place answers.
      if target != nil, found.owner.find(blueprint) == nil {
        throw AstrojectError.noRegistrationFound(inquiry.failure(key, place: blueprint.place))
      }
    }
    return try elsewhere()
  }

  /// The product that a wait ended with; nil to ask anew.
  func settle(_ outcome: Waiter.Outcome) throws -> AnyProduct? {
    switch outcome {
    case .product(let product): return product
    case .again: return nil
    case .failure(let error): throw error
    case .refused: throw AstrojectError.asynchronousFactory(failure(.beingBuiltAsynchronously, answer?.place))
    case .cancelled: throw AstrojectError.cancelled(failure(nil, answer?.place))
    }
  }

  /// Goes on within a step, which ends with this.
  mutating func enter(_ step: OpenStep) {
    isTraced = true
    openStep = step
  }

  /// Ends the tree if it began here.
  func end() { if isRoot { inquiry.tree?.end() } }

  /// The resolution of what a forwarding gives the instance of.
  func resolution(of forwarding: Forwarding, in owner: Core) throws -> Resolution {
    try Resolution(
      inquiry, of: forwarding.target, in: owner, arguments: arguments, supply: supply, within: openStep, quietly: true)
  }

  /// What a forwarding makes of a product.
  func converted(_ product: AnyProduct, by forwarding: Forwarding) throws -> AnyProduct {
    let target = forwarding.target
    do {
      return try forwarding.product(of: product)
    } catch let mismatch as Mismatch {
      throw AstrojectError.typeMismatch(
        inquiry.failure(target.key.asking(for: key.product), place: target.place, cause: .produces(mismatch.type)))
    } catch let error as AstrojectError {
      throw error
    } catch {
      throw AstrojectError.factoryFailed(
        inquiry.failure(target.key, place: target.place, cause: .conversion, underlyingError: error))
    }
  }

  // MARK: Slots

  private struct Plan {
    let hooks: [Hook]
    let blueprint: AnyBlueprint
    let found: Found
    let lifetime: Lifetime
    let isSynchronous: Bool

    /// Whether it is made of nothing, and nothing is done about it.
    var isLeaf: Bool { hooks.isEmpty && blueprint.isLeaf(synchronously: isSynchronous) }
  }

  /// Whether there is one instance, and not one for each value of the arguments.
  private var isForAll: Bool { supply == nil && !key.takesArguments }

  private func value(of blueprint: AnyBlueprint) -> ArgumentValue? {
    if let supply { return supply.value }
    return if let arguments { blueprint.value(of: arguments) } else { .void }
  }

  private mutating func beginTree() -> Tree {
    let tree = inquiry.tree ?? Tree()
    inquiry = inquiry.within(tree)
    return tree
  }

  /// What to do about the slot for the argument; nil if there is none, as the registration is gone.
  private mutating func claim(_ slots: Slots?, _ plan: Plan, for source: Core) throws -> Step? {
    guard let slots else { return nil }
    return try claim(slots.slot(for: value(for: plan)), plan, for: source)
  }

  /// What to do about a slot; nil if it no longer belongs to anybody.
  private mutating func claim(_ slot: Slot, _ plan: Plan, for source: Core) throws -> Step? {
    var frame: Frame?
    let claim = try slot.claim(by: inquiry.parent, synchronously: plan.isSynchronous) {
      // A custom scope may have the product; only if not does it matter how it is built.
      if slot.custom == nil { try check(plan) }
      let new = try self.frame(plan, for: source, slot: slot)
      frame = new
      return new
    }
    switch claim {
    case .product(let product):
      if plan.lifetime == .singleton, isForAll { plan.found.entry.publish(slot, of: plan.blueprint) }
      return .product(product)
    case .wait(let waiter): return .wait(waiter)
    case .abandoned: return nil
    case .refused:
      throw AstrojectError.asynchronousFactory(failure(.beingBuiltAsynchronously, plan.blueprint.place))
    case .loop(let steps):
      throw AstrojectError.circularDependency(
        AstrojectError.Failure(
          key: key, path: inquiry.path + steps, place: plan.blueprint.place,
          cause: steps.count == 1 ? .loop : .wait))
    case .build:
      guard let frame else { return nil }
      inquiry = inquiry.within(frame.tree)
      let construction = construction(plan, for: source, slot: slot, frame: frame)
      guard slot.custom != nil else { return .build(construction) }
      if let kept = try construction.kept() { return .product(kept) }
      do {
        try check(plan)
      } catch {
        frame.end()
        throw construction.fail(error, at: .factory, synchronously: plan.isSynchronous)
      }
      return .build(construction)
    }
  }

  /// Begins a build that nobody shares.
  private mutating func begin(_ plan: Plan, for source: Core) throws -> Construction {
    try check(plan)
    // What turns out to resolve all the same is to be found below its step.
    guard !plan.isLeaf || isTraced else {
      return construction(plan, for: source, slot: nil, frame: nil)
    }
    let frame = try frame(plan, for: source, slot: nil)
    inquiry = inquiry.within(frame.tree)
    return construction(plan, for: source, slot: nil, frame: frame)
  }

  private func construction(
    _ plan: Plan, for source: Core, slot: Slot?, frame: Frame?
  ) -> Construction {
    Construction(
      hooks: plan.hooks, blueprint: plan.blueprint, entry: plan.found.entry, arguments: arguments, isForAll: isForAll,
      lifetime: plan.lifetime, inquiry: inquiry, source: source, slot: slot, frame: frame)
  }

  private func frame(_ plan: Plan, for source: Core, slot: Slot?) throws -> Frame {
    try Frame(
      of: plan.blueprint, for: inquiry, through: source, argument: arguments?.any ?? (), supply: supply, slot: slot,
      within: openStep)
  }

  private func keeper(of plan: Plan) throws -> Core {
    guard plan.lifetime == .container, let name = plan.blueprint.containerName else {
      return inquiry.core
    }
    guard let keeper = inquiry.core.nearest(named: name) else {
      throw invalid(.noContainer(named: name), at: plan.blueprint)
    }
    return keeper
  }

  private func value(for plan: Plan) throws -> ArgumentValue {
    if plan.lifetime == .shared, !isForAll { throw invalid(.sharedWithArguments, at: plan.blueprint) }
    guard let value = self.value(of: plan.blueprint) else {
      throw invalid(.incomparableArguments, at: plan.blueprint)
    }
    return value
  }

  // MARK: Refusing

  /// Throws if a synchronous caller cannot build this, or the stack is at its end.
  private func check(_ plan: Plan) throws {
    let place = plan.blueprint.place
    if Stack.remaining() < Stack.reserve { throw AstrojectError.tooDeep(inquiry.failure(key, place: place)) }
    guard plan.isSynchronous else { return }
    switch plan.blueprint.effect == .other ? plan.blueprint.obstacle : nil {
    case .mustBeAwaited: throw AstrojectError.asynchronousFactory(failure(.asynchronousProduct, place))
    case .mustBeOnMainActor: throw AstrojectError.isolationMismatch(failure(.mainActorFactory, place))
    case nil: break
    }
    for hook in plan.hooks {
      switch hook.obstacle {
      case .mustBeAwaited: throw AstrojectError.asynchronousFactory(failure(.asynchronousHook, place))
      case .mustBeOnMainActor: throw AstrojectError.isolationMismatch(failure(.mainActorHook, place))
      case nil: break
      }
    }
  }

  private func failure(
    _ cause: AstrojectError.Cause?, _ place: SourcePlace? = nil
  ) -> AstrojectError.Failure { inquiry.failure(key, place: place, cause: cause) }

  private func invalid(_ cause: AstrojectError.Cause, at blueprint: AnyBlueprint) -> AstrojectError {
    .invalidInstance(inquiry.failure(key, place: blueprint.place, cause: cause))
  }

  // MARK: Other sources

  /// Where a product comes from that is not registered: what it can be made of, or the fallback.
  private mutating func elsewhere() throws -> Step {
    let core = inquiry.core
    if key.takesArguments, let supply = try accepted() {
      isObserved = false
      return .supply(supply)
    }
    let form = (key.product as? any DerivedForm.Type).flatMap { $0.isAvailable(for: key) ? $0 : nil }
    let isKnown = form?.isKnown(in: core, for: key) ?? false
    if !isKnown, let fallback = core.fallback(for: key, key.product) { return .ask(fallback) }
    if let form {
      _ = beginTree()
      return .derive(form)
    }
    if let product = try standIn(as: key.product) { return .product(product) }
    throw AstrojectError.noRegistrationFound(
      inquiry.failure(
        key, cause: core === Container.missing.core ? .noCurrentContainer : nil,
        nearMatches: NearMatches(core).like(key)))
  }

  /// What a test has for what nobody has registered.
  private func standIn<Product>(as type: Product.Type) throws -> AnyProduct? {
    guard let standIns = inquiry.core.fork?.standIns, standIns.isThere else { return nil }
    if Stack.remaining() < Stack.reserve { throw AstrojectError.tooDeep(inquiry.failure(key)) }
    // What it makes is made on behalf of whoever needs it.
    let made = Ambient.lead(inquiry.parent as? Frame) { standIns.product(for: key) }
    guard let any = made else { return nil }
    guard let product = any as? Product else {
      throw AstrojectError.typeMismatch(inquiry.failure(key, cause: .supplied(Swift.type(of: any))))
    }
    return ProductBox(product)
  }

  /// What a fallback throws, as an error of the container's.
  func asked(_ error: any Error) -> AstrojectError {
    if let error = error as? AstrojectError { return error }
    let failure = inquiry.failure(key, cause: .fallback, underlyingError: error)
    return error is CancellationError && Task.isCancelled ? .cancelled(failure) : .factoryFailed(failure)
  }
}
