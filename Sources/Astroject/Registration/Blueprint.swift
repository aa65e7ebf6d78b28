/// What a registration says: how to make what, and for how long to keep it.
///
/// It holds no container and no instance that a container built, so that many containers can share it.
package class AnyBlueprint: @unchecked Sendable {
  /// What kind of recipe it has, as far as that decides on the way of a resolve.
  enum Effect: UInt {
    case leaf
    case sync
    /// Like `sync` for a caller that blocks.
    case either
    /// Whoever asks is noted, and so takes no short way; it does not suspend.
    case noted
    /// It may suspend, or belongs to another registration.
    case other
  }

  /// A number that no other registration has, larger than those of all that were made before.
  package final let id = Identity.next()
  package final let place: SourcePlace
  private let label: Label?
  private let traitsWord: AtomicWord
  /// Where a `Supplement` lies, once there is something to put into it; zero before. Written once, and let go of with the
  /// registration.
  private let supplementWord: AtomicWord

  fileprivate init(
    label: Label?, place: SourcePlace, isOverridable: Bool, isContribution: Bool, effect: Effect, lifetime: Lifetime,
    supplement: Supplement?
  ) {
    self.label = label
    self.place = place
    let traits = Traits(
      lifetime: lifetime, isOverridable: isOverridable, isContribution: isContribution, effect: effect)
    traitsWord = AtomicWord(traits.word)
    supplementWord = AtomicWord(supplement.map { UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) } ?? 0)
  }

  deinit { if let supplement { Unmanaged.passUnretained(supplement).release() } }

  // MARK: What it says

  /// What it is found by.
  package final var key: Key {
    if let alias = supplement?.alias { return alias }
    let types = types
    return Key(types.product, label: label, arguments: types.arguments)
  }

  /// The types that its key is made of; which, only a blueprint of known types knows.
  fileprivate var types: (product: Any.Type, arguments: Any.Type) { (Never.self, Void.self) }

  final var isOverridable: Bool { traits.isOverridable }
  /// Whether no key finds it, only `resolveAll`.
  package final var isContribution: Bool { traits.isContribution }
  final var effect: Effect { traits.effect }

  final var supplement: Supplement? {
    UnsafeRawPointer(bitPattern: supplementWord.load()).map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }

  /// The supplement, made if there is none.
  fileprivate final func makeSupplement() -> Supplement { supplement ?? supplementWord.object(orPut: Supplement()) }

  /// What is known of the recipe, if that gets by itself what it needs.
  package final var wiring: (any Wiring)? { supplement?.wiring ?? recipeWiring }
  /// Its place in the order of registration within its container.
  final var sequence: UInt { supplement?.sequence ?? id }
  /// The assembly or module that has made it; set before anybody sees it.
  final var group: Group? {
    get { supplement?.group }
    set { makeSupplement().group = newValue }
  }

  final var traits: Traits { Traits(word: traitsWord.load()) }

  final func changeTraits(_ change: @Sendable (inout Traits) -> Void) {
    traitsWord.update { word in
      var traits = Traits(word: word)
      change(&traits)
      return traits.word
    }
  }

  /// Notes that readers without a lock may find something of it, and returns what is true of it then.
  ///
  /// Whoever changes the scope, or adds a hook, has either seen this note, and takes out of view what is there, or comes
  /// before it, and is seen by whoever made the note.
  final func putInView() -> Traits {
    if !traits.isInView { changeTraits { $0.isInView = true } }
    return traits
  }

  final var currentTerms: Terms { supplement?.terms ?? Terms() }
  final func changeTerms(_ change: (inout Terms) -> Void) { makeSupplement().changeTerms(change) }

  /// What makes instances for readers without a lock, a ``Maker`` or an ``AwaitedMaker`` of the product's type; nil where
  /// more is to be done than it does. Whoever asks holds the lock of the entry.
  final var maker: AnyObject? {
    let lifetime = traits.lifetime
    // Somebody may be using the first one as long as the registration is there.
    if let known = supplement?.maker { return known.lifetime == lifetime ? known.object : nil }
    let new = makeMaker()
    makeSupplement().maker = new.map { ($0, lifetime) }
    return new
  }

  fileprivate func makeMaker() -> AnyObject? { nil }

  /// The registration whose instance it gives, if it is a forwarding.
  package final var forwardingTarget: AnyBlueprint? { forwarding?.target }

  // MARK: What takes the types, and so is the subclasses' affair

  /// How it gives the instance of another registration, if it does.
  var forwarding: Forwarding? { nil }

  /// What keeps a synchronous caller on this thread from running the recipe, if anything does.
  var obstacle: Obstacle? { nil }

  /// Runs the recipe; throws an ``Obstacle`` where there is one.
  func run(_ resolver: Resolver, _ arguments: AnyArguments?) throws -> AnyProduct { throw Obstacle.mustBeAwaited }
  func run(_ resolver: Resolver, _ arguments: AnyArguments?) async throws -> AnyProduct { throw Obstacle.mustBeAwaited }

  /// Makes an instance of nothing, for whoever asks alone; nil if there is more to do.
  func makeLeaf(for inquiry: Inquiry) throws -> AnyProduct? { nil }

  /// The arguments as far as they can be compared; nil if they cannot.
  func value(of arguments: AnyArguments) -> ArgumentValue? { nil }

  /// Tells that an instance was built.
  func tell(_ witness: any BuildWitness, of product: AnyProduct) {}

  /// Tells behaviors that it was resolved.
  func tellResolved(in core: Core) {}

  // MARK: -

  /// Whether something is to be done when an instance is let go of.
  final var hasReleaseHooks: Bool { !(supplement?.terms?.onRelease.isEmpty ?? true) }

  /// Chooses a scope. Whoever changes a scope that has kept an instance spoils the registration: nobody could say
  /// which instance is the right one.
  final func setLifetime(_ lifetime: Lifetime, forAnotherKeeper changesKeeper: Bool) {
    changeTraits { traits in
      let isOther = changesKeeper || lifetime != traits.lifetime
      if traits.hasKept, traits.lifetime.keeps, isOther { traits.isSpoiled = true }
      traits.isScopeChosen = true
      traits.lifetime = lifetime
    }
  }

  /// Whether the recipe takes nothing, as far as is known by now. Where that may turn out wrong, an awaiting caller goes
  /// the way on which everything can be awaited.
  final func isLeaf(synchronously isSynchronous: Bool) -> Bool {
    switch effect {
    case .leaf: true
    case .either: isSynchronous && wiring?.isLeaf ?? false
    case .sync, .noted, .other: false
    }
  }

  /// Whether building an instance may have to be awaited, whatever it depends on.
  final var mayHaveToBeAwaited: Bool {
    effect == .other || traits.hasHooks && currentTerms.afterInit.contains(where: \.maySuspend)
  }

  /// The wiring, where the recipe has it.
  fileprivate var recipeWiring: (any Wiring)? { nil }

  /// What running its recipe takes.
  var recipeEffect: Summary.Effect { Summary.Effect() }

  /// What can be said of it without running anything.
  package final var summary: Summary {
    var summary = Summary(of: self)
    let terms = currentTerms
    for hook in terms.afterInit {
      summary.effect.add(hook.effect)
      // A hook of both colours is no closure of the user's: it sets a property.
      if case .either = hook { continue }
      summary.closureEffect.add(hook.effect)
    }
    for dependency in terms.dependencies {
      if dependency.site == .declared {
        summary.declared.append(dependency)
      } else {
        summary.afterwards.append(dependency)
      }
    }
    if summary.lifetime == .container { summary.containerName = terms.containerName }
    summary.allowances = terms.allowances
    return summary
  }

  /// Whether an instance is the main actor's to touch.
  package var isOnMainActor: Bool { false }

  /// What accepts arguments that are not part of the key.
  package final var acceptor: (any Wiring)? { wiring ?? usage?.acceptor ?? forwardingTarget?.acceptor }

  /// Keeps the product at once, where that was made elsewhere and given to a container.
  func keepInstance(in core: Core) {}

  /// Where it is noted that it was asked for, if it is.
  package var usage: Usage? { nil }

  /// A copy that keeps nothing of what this one has kept.
  func copy(_ alteration: Alteration) -> AnyBlueprint { self }

  /// Whether an instance can be had without arguments.
  package final var isSelfContained: Bool { !key.takesArguments && acceptor?.needsArguments != true }

  /// Whether the product was made elsewhere.
  package final var isInstance: Bool { traits.isInstance }

  /// Where it was registered, if anybody has registered it.
  package final var knownPlace: SourcePlace? { place.isKnown ? place : nil }

  package final var step: AstrojectError.Step {
    place.isKnown
      ? AstrojectError.Step(key: key, place: place, isWired: wiring != nil)
      : AstrojectError.Step(key: key, place: nil, isDeferred: true)
  }
}

/// A blueprint with the type of the boxes that its products lie in.
///
/// The runtime keeps that type with the class. Otherwise it would have to look it up for each product.
package class BoxingBlueprint<Box: AnyProduct>: AnyBlueprint, @unchecked Sendable {
  // Not optimized, as otherwise the type is found to be known by another name, and that is looked up.
  @_optimize(none) fileprivate final var boxType: AnyProduct.Type { Box.self }
}

/// A blueprint with the type of its product.
package class ProductBlueprint<Product>: BoxingBlueprint<ProductBox<Product>>, @unchecked Sendable {
  /// A product as the engine takes it.
  final func box(_ product: Product) -> AnyProduct {
    // That is what it is; see the superclass.
    unsafeBitCast(boxType, to: ProductBox<Product>.Type.self).init(product)
  }

  override final func tell(_ witness: any BuildWitness, of product: AnyProduct) {
    witness.didBuild(product.value(as: Product.self), of: self)
  }

  override final func tellResolved(in core: Core) { core.tellResolved(self) }

  /// Answers for another type in a container; the type of the arguments is the subclass's affair.
  func forward<Service>(in core: Core, convert: @escaping @Sendable (Product) throws -> Service) {}
}

/// A blueprint with the types of its product and of its argument: `Void`, one type, or the tuple of several.
package final class Blueprint<Product, Argument>: ProductBlueprint<Product>, @unchecked Sendable {
  /// Where the product comes from.
  enum Source {
    case recipe(Recipe<Argument, Product>)
    /// The same where it matters whether it is asked for.
    indirect case noted(Recipe<Argument, Product>, Usage)
    // Apart, as it would make every blueprint larger.
    indirect case forwarding(Forwarding)

    var recipe: Recipe<Argument, Product>? {
      switch self {
      case .recipe(let recipe), .noted(let recipe, _): recipe
      case .forwarding: nil
      }
    }

    var effect: Effect {
      switch self {
      case .noted(let recipe, _): recipe.maySuspend ? .other : .noted
      case .recipe(.leaf): .leaf
      case .recipe(.resolving), .recipe(.sync): .sync
      case .recipe(.either(let ways)) where !ways.isOnMainActor: .either
      case .recipe, .forwarding: .other
      }
    }
  }

  let source: Source

  /// - Parameter sequence: Its place in the order of registration, if that is not the last.
  init(
    key: Key, source: Source, comparison: (@Sendable (Argument) -> ArgumentValue?)? = nil,
    wiring: (any Wiring)? = nil, place: SourcePlace, isOverridable: Bool = true, isContribution: Bool = false,
    sequence: UInt? = nil, lifetime: Lifetime = .graph
  ) {
    self.source = source
    let isOfTypes = key.product == Product.self && key.arguments == Argument.self
    var comparator: Comparison<Argument>?
    if let comparison { comparator = Comparison(comparison) }
    super.init(
      label: key.label, place: place, isOverridable: isOverridable, isContribution: isContribution,
      effect: source.effect, lifetime: lifetime,
      supplement: .of(
        wiring: wiring, comparison: comparator, sequence: sequence, alias: isOfTypes ? nil : key))
  }

  override fileprivate var types: (product: Any.Type, arguments: Any.Type) { (Product.self, Argument.self) }

  /// How arguments are compared, where there are some.
  private var comparison: (@Sendable (Argument) -> ArgumentValue?)? {
    // It was made by the initializer.
    guard let comparison = supplement?.comparison else { return nil }
    return unsafeDowncast(comparison, to: Comparison<Argument>.self).value
  }

  fileprivate override func makeMaker() -> AnyObject? {
    switch source {
    case .recipe(.leaf(let body)):
      if traits.lifetime == .transient { LeafMaker(self, body) } else { leafMaker(body) }
    case .recipe(.resolving(let body)): nodeMaker(body)
    case .recipe(.sync(let body)): nodeMaker { resolver in try body(resolver, Self.nothing) }
    case .recipe(.either(let ways)):
      if let bare = ways.bare, wiring?.isLeaf == true {
        leafMaker(bare, twin: AwaitedEitherLeafMaker(self, bare))
      } else {
        eitherMaker(EitherWay(ways.ways))
      }
    case .recipe(.asyncLeaf(let body)): AwaitedLeafMaker(self, body)
    case .recipe(.asyncResolving(let body)): AwaitedNodeMaker(self, body)
    case .recipe, .noted, .forwarding: nil
    }
  }

  private func leafMaker(
    _ body: @escaping @Sendable () throws -> Product, twin: @autoclosure () -> AwaitedMaker<Product>? = nil
  ) -> Maker<Product> {
    let alone = CarefulLeafMaker(self, twin: traits.lifetime == .transient ? twin() : nil, body)
    return traits.lifetime == .graph ? SharedMaker(self, alone: alone) { _ in try body() } : alone
  }

  private func nodeMaker(_ body: @escaping @Sendable (Resolver) throws -> Product) -> Maker<Product> {
    traits.lifetime == .graph ? SharedMaker(self, body) : NodeMaker(self, body)
  }

  /// The key takes no arguments.
  private func eitherMaker(_ ways: EitherWay<Void, Product>) -> Maker<Product> {
    let body = NodeMaker.body(of: ways)
    return traits.lifetime == .graph
      ? SharedMaker(self, body) : NodeMaker(self, twin: AwaitedEitherNodeMaker(self, ways), body)
  }

  /// No argument. The key takes none, so that `Argument` is `Void`, which is nothing to look at.
  private static var nothing: Argument { unsafeBitCast((), to: Argument.self) }

  override func forward<Service>(in core: Core, convert: @escaping @Sendable (Product) throws -> Service) {
    let forwarding = Blueprint<Service, Argument>(
      key: Key(Service.self, label: key.label, arguments: key.arguments),
      source: .forwarding(Forwarding(to: self, convert: convert)), comparison: comparison, place: place,
      lifetime: .forwarded)
    core.forward(forwarding, to: self)
  }

  override package var isOnMainActor: Bool {
    switch source.recipe {
    case .mainActor, .mainActorAsync: true
    case .either(let ways): ways.isOnMainActor
    case .leaf, .resolving, .sync, .asyncLeaf, .asyncResolving, .async, nil: false
    }
  }

  override fileprivate var recipeWiring: (any Wiring)? {
    if case .either(let ways) = source.recipe { ways.wiring } else { nil }
  }

  override var recipeEffect: Summary.Effect { source.recipe?.effect ?? super.recipeEffect }

  override package var usage: Usage? { if case .noted(_, let usage) = source { usage } else { nil } }

  override func keepInstance(in core: Core) {
    guard isInstance, traits.lifetime == .singleton, case .leaf(let body) = source.recipe else { return }
    // One that is gone is what a resolve fails for.
    if let product = try? body() { core.keep(product, of: self) }
  }

  override func copy(_ alteration: Alteration) -> AnyBlueprint {
    let predecessor = alteration.predecessor
    let copy = Blueprint(
      key: alteration.key ?? key, source: alteration.source(of: self), comparison: comparison, wiring: wiring,
      place: place, isOverridable: predecessor?.isOverridable ?? isOverridable,
      isContribution: alteration.isContribution ?? isContribution,
      sequence: alteration.sequence ?? predecessor?.sequence ?? sequence)
    if let group { copy.group = group }
    copy.adopt(self, alteration)
    return copy
  }

  // MARK: Building

  override var forwarding: Forwarding? { if case .forwarding(let forwarding) = source { forwarding } else { nil } }

  override var obstacle: Obstacle? { source.recipe?.obstacle }

  override func run(_ resolver: Resolver, _ arguments: AnyArguments?) throws -> AnyProduct {
    guard let recipe = source.recipe else { return try super.run(resolver, arguments) }
    return box(try recipe.run(resolver, AnyArguments.value(in: arguments, as: Argument.self)))
  }

  override func run(_ resolver: Resolver, _ arguments: AnyArguments?) async throws -> AnyProduct {
    guard let recipe = source.recipe else { return try await super.run(resolver, arguments) }
    return box(try await recipe.run(resolver, AnyArguments.value(in: arguments, as: Argument.self)))
  }

  override func makeLeaf(for inquiry: Inquiry) throws -> AnyProduct? {
    guard let body = source.recipe?.leaf else { return nil }
    return box(try run(body, LeafBuild(of: self, for: inquiry)))
  }

  override func value(of arguments: AnyArguments) -> ArgumentValue? {
    guard let comparison else { return .void }
    return comparison(AnyArguments.value(in: arguments, as: Argument.self))
  }
}
