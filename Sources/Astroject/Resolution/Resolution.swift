/// One resolve on its way: decides what is to be done next, and leaves the doing to a driver.
///
/// There is a synchronous and an asynchronous driver; everything they share is here.
struct Resolution<Product, Argument> {
  /// What a driver has to do.
  enum Step {
    /// Nothing: here it is.
    case product(Product)
    case build(Construction<Product, Argument>)
    case wait(Waiter<Product>)
    case forward(Forwarding<Product, Argument>, owner: Core)
    /// Resolve what is registered without arguments, and takes these.
    case supply(Supply)
    /// Make it of what is registered for another type.
    case derive(any DerivedForm.Type)
    /// Ask what stands behind the container.
    case ask(any Resolving & Sendable)
  }

  let key: Key
  let argument: Argument
  /// The arguments one by one, where they are several.
  let list: ArgumentList<Argument>?
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
  private(set) var answer: Blueprint<Product, Argument>?

  /// Resolves whatever answers to a key.
  init(
    _ inquiry: Inquiry, key: Key, argument: Argument, list: ArgumentList<Argument>? = nil,
    supply: Supply? = nil, within openStep: OpenStep? = nil
  ) {
    self.inquiry = inquiry
    self.key = key
    self.argument = argument
    self.list = list
    self.supply = supply
    self.openStep = openStep
    target = nil
    isRoot = inquiry.isRoot
    isQuiet = false
    isObserved = inquiry.core.observers.areListening
  }

  /// Resolves one registration, whatever else answers to its key.
  init(
    _ inquiry: Inquiry, of blueprint: Blueprint<Product, Argument>, in owner: Core, argument: Argument,
    supply: Supply? = nil, within openStep: OpenStep? = nil, quietly isQuiet: Bool = false
  ) throws {
    guard let found = owner.find(blueprint) else {
      throw AstrojectError.noRegistrationFound(inquiry.failure(blueprint.key))
    }
    self.init(
      inquiry, of: found, key: blueprint.key, argument: argument, supply: supply, within: openStep, quietly: isQuiet)
  }

  /// Resolves a registration that was found, whatever else answers to its key.
  init(
    _ inquiry: Inquiry, of found: Found, key: Key, argument: Argument, supply: Supply? = nil,
    within openStep: OpenStep? = nil, quietly isQuiet: Bool
  ) {
    self.inquiry = inquiry
    self.argument = argument
    self.key = key
    self.supply = supply
    self.openStep = openStep
    list = nil
    target = found
    isRoot = inquiry.isRoot
    self.isQuiet = isQuiet
    isObserved = (!isQuiet || openStep != nil) && inquiry.core.observers.areListening
  }

  // MARK: Deciding

  /// What has to be done next.
  mutating func next(synchronously isSynchronous: Bool) throws -> Step {
    while let found = target ?? inquiry.core.find(key) {
      // What answers to the key is of the types that the key names.
      let blueprint = unsafeDowncast(found.blueprint, to: Blueprint<Product, Argument>.self)
      answer = blueprint
      let recipe: Recipe<Argument, Product>
      switch blueprint.source {
      case .forwarding(let forwarding): return .forward(forwarding, owner: found.owner)
      case .recipe(let known): recipe = known
      case .noted(let known, let usage):
        usage.note()
        recipe = known
      }
      let traits = blueprint.traits
      if traits.isSpoiled { throw invalid(.scopeChanged, at: blueprint) }
      if supply == nil, traits.lifetime == .singleton, let product = found.entry.publication.instance(of: Product.self)?.pointee {
        return .product(product)
      }

      let plan = Plan(
        recipe: recipe, hooks: traits.hasHooks ? blueprint.currentTerms.afterInit : [], blueprint: blueprint,
        found: found,
        lifetime: traits.lifetime, isSynchronous: isSynchronous)
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
  func settle(_ outcome: Waiter<Product>.Outcome) throws -> Product? {
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
  func end() { if isRoot { inquiry.knownTree?.end() } }

  /// What a forwarding makes of a product.
  func converted<Service>(_ product: Product, by convert: (Product) throws -> Service) throws -> Service {
    do {
      return try convert(product)
    } catch let mismatch as Mismatch {
      throw AstrojectError.typeMismatch(
        inquiry.failure(
          Key(Service.self, label: key.label, arguments: key.arguments), place: target?.blueprint.place,
          cause: .produces(mismatch.type)))
    } catch let error as AstrojectError {
      throw error
    } catch {
      throw AstrojectError.factoryFailed(
        inquiry.failure(key, place: target?.blueprint.place, cause: .conversion, underlyingError: error))
    }
  }

  // MARK: Slots

  private struct Plan {
    let recipe: Recipe<Argument, Product>
    let hooks: [Recipe<Product, Product?>]
    let blueprint: Blueprint<Product, Argument>
    let found: Found
    let lifetime: Lifetime
    let isSynchronous: Bool

    /// Whether it is made of nothing, and nothing is done about it.
    var isLeaf: Bool { hooks.isEmpty && blueprint.isLeaf(synchronously: isSynchronous) }
  }

  /// Whether there is one instance, and not one for each value of the arguments.
  private var isForAll: Bool { supply == nil && !key.takesArguments }

  private func value(of blueprint: Blueprint<Product, Argument>) -> ArgumentValue? {
    if let supply { return supply.value }
    return blueprint.value(of: argument)
  }

  private mutating func beginTree() -> Tree {
    let tree = inquiry.tree ?? Tree()
    inquiry = inquiry.within(tree)
    return tree
  }

  /// What to do about the slot for the argument; nil if there is none, as the registration is gone.
  private mutating func claim(_ slots: AnySlots?, _ plan: Plan, for source: Core) throws -> Step? {
    guard let slots else { return nil }
    // The slots are of the blueprint's type.
    let slot = unsafeDowncast(slots, to: Slots<Product>.self).slot(for: try value(for: plan))
    return try claim(slot, plan, for: source)
  }

  /// What to do about a slot; nil if it no longer belongs to anybody.
  private mutating func claim(_ slot: Slot<Product>, _ plan: Plan, for source: Core) throws -> Step? {
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
      inquiry = inquiry.within(frame)
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
  private mutating func begin(_ plan: Plan, for source: Core) throws -> Construction<Product, Argument> {
    try check(plan)
    // What turns out to resolve all the same is to be found below its step.
    guard !plan.isLeaf || isTraced else {
      return construction(plan, for: source, slot: nil, frame: nil)
    }
    let frame = try frame(plan, for: source, slot: nil)
    inquiry = inquiry.within(frame)
    return construction(plan, for: source, slot: nil, frame: frame)
  }

  private func construction(
    _ plan: Plan, for source: Core, slot: Slot<Product>?, frame: Frame?
  ) -> Construction<Product, Argument> {
    Construction(
      recipe: plan.recipe, hooks: plan.hooks, blueprint: plan.blueprint, entry: plan.found.entry, argument: argument,
      isForAll: isForAll, lifetime: plan.lifetime, inquiry: inquiry, source: source, slot: slot, frame: frame)
  }

  private func frame(_ plan: Plan, for source: Core, slot: AnySlot?) throws -> Frame {
    try Frame(
      of: plan.blueprint, for: inquiry, through: source, argument: argument, supply: supply, slot: slot,
      within: openStep)
  }

  private func keeper(of plan: Plan) throws -> Core {
    guard plan.lifetime == .container, let name = plan.blueprint.currentTerms.containerName else {
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
    if ThreadRecord.current.pointee.isNearEndOfStack { throw AstrojectError.tooDeep(inquiry.failure(key, place: place)) }
    guard plan.isSynchronous else { return }
    switch plan.recipe.obstacle {
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
    let form = (Product.self as? any DerivedForm.Type).flatMap { $0.isAvailable(for: key) ? $0 : nil }
    let isKnown = form?.isKnown(in: core, for: key) ?? false
    if !isKnown, let fallback = core.fallback(for: key, Product.self) { return .ask(fallback) }
    if let form {
      _ = beginTree()
      return .derive(form)
    }
    if let product = try standIn() { return .product(product) }
    throw AstrojectError.noRegistrationFound(
      inquiry.failure(
        key, cause: core === Container.missing.core ? .noCurrentContainer : nil,
        nearMatches: NearMatches(core).like(key)))
  }

  /// What a test has for what nobody has registered.
  private func standIn() throws -> Product? {
    guard let standIns = inquiry.core.fork?.standIns, standIns.isThere else { return nil }
    if ThreadRecord.current.pointee.isNearEndOfStack { throw AstrojectError.tooDeep(inquiry.failure(key)) }
    // What it makes is made on behalf of whoever needs it.
    let made = Ambient.lead(inquiry.parent as? Frame) { standIns.product(for: key) }
    guard let any = made else { return nil }
    guard let product = any as? Product else {
      throw AstrojectError.typeMismatch(inquiry.failure(key, cause: .supplied(type(of: any))))
    }
    return product
  }
}
