/// What a registration says: how to make what, and for how long to keep it.
///
/// It holds no container and no instance that a container built, so that many containers can share it. It is of no
/// generic type, which the runtime would have to make for each registration: what takes the types of the product and of
/// the arguments is done by a ``TypedBlueprint``.
@usableFromInline
package final class Blueprint: @unchecked Sendable {
  /// A number that no other registration has, larger than those of all that were made before.
  package let id = Identity.next()
  package let location: CodeLocation
  /// The type of the product.
  package let product: Any.Type
  /// What the recipe runs; its kind is among the flags.
  let stored: StoredRecipe
  private let label: Label?
  private let flagsWord: AtomicWord
  /// Where a `RegistrationDetails` lies, once there is something to put into it; zero before. Written once, and let go
  /// of with the registration.
  private let detailsWord: AtomicWord

  private init(
    _ product: Any.Type, label: Label?, stored: StoredRecipe, location: CodeLocation, flags: RegistrationFlags,
    details: RegistrationDetails?
  ) {
    self.product = product
    self.label = label
    self.stored = stored
    self.location = location
    flagsWord = AtomicWord(flags.word)
    detailsWord = AtomicWord(details.map { UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) } ?? 0)
  }

  /// A registration of a recipe, or of one with a use that is noted.
  ///
  /// - Parameters:
  ///   - sequence: Its place in the order of registration, if that is not the last.
  ///   - alias: Its key, if that names other types than the recipe has.
  convenience init<Product, Argument>(
    _ recipe: consuming Recipe<Argument, Product>, label: Label? = nil,
    comparison: (@Sendable (Argument) -> ArgumentValue?)? = nil, parameterPlan: (any ParameterPlan)? = nil,
    usage: Usage? = nil,
    location: CodeLocation, isOverridable: Bool = true, isContribution: Bool = false, sequence: UInt? = nil,
    alias: Key? = nil, lifetime: Lifetime = .graph, ifRegistered: DuplicatePolicy = .replace,
    role: RegistrationFlags.Role = .plain
  ) {
    let flags = RegistrationFlags(
      lifetime: lifetime, isOverridable: isOverridable, isContribution: isContribution, kind: recipe.kind,
      isNoted: usage != nil, ifRegistered: ifRegistered, role: role)
    var details: RegistrationDetails?
    let isRare = Argument.self != Void.self || comparison != nil || sequence != nil || alias != nil || usage != nil
    if isRare || parameterPlan != nil {
      details = RegistrationDetails(parameterPlan: parameterPlan)
      if isRare {
        details?.rarities = RegistrationDetails.Rarities(
          arguments: Argument.self == Void.self ? nil : Argument.self, comparison: comparison.map(Comparison.init),
          sequence: sequence, alias: alias, usage: usage)
      }
    }
    self.init(Product.self, label: label, stored: recipe.store(), location: location, flags: flags, details: details)
  }

  /// A registration for one type that gives the instance of another registration.
  ///
  /// - Parameter isOfComposite: Whether it is what leads from the key of a composite to that.
  private convenience init(_ service: Any.Type, by forwarding: Forwarding, ofComposite isOfComposite: Bool = false) {
    let target = forwarding.target
    let key = target.key
    let details = RegistrationDetails()
    details.rarities = RegistrationDetails.Rarities(
      arguments: key.takesArguments ? key.arguments : nil, comparison: target.details?.comparison,
      forwarding: forwarding)
    self.init(
      service, label: key.label?.bare, stored: .none, location: target.location,
      flags: RegistrationFlags(
        lifetime: .forwarded, isOverridable: true, isContribution: false, kind: .forwarding, isNoted: false,
        role: isOfComposite ? .composite : .plain),
      details: details)
  }

  /// A copy that keeps nothing of what this one has kept.
  func copy(_ alteration: Alteration) -> Blueprint {
    let (usage, forwarding) = alteration.origin(of: self)
    let predecessor = alteration.predecessor
    let flags = RegistrationFlags(
      lifetime: .graph, isOverridable: predecessor?.isOverridable ?? isOverridable,
      isContribution: alteration.isContribution ?? isContribution, kind: kind, isNoted: usage != nil,
      role: self.flags.role)
    let new = RegistrationDetails(parameterPlan: details?.parameterPlan)
    new.rarities = RegistrationDetails.Rarities(
      arguments: details?.arguments, comparison: details?.comparison,
      sequence: alteration.sequence ?? predecessor?.sequence ?? sequence, alias: details?.alias,
      forwarding: forwarding, usage: usage)
    let label = alteration.key.map(\.label) ?? label
    let copy = Blueprint(
      product, label: label, stored: stored, location: forwarding?.target.location ?? location, flags: flags,
      details: new)
    if let group { copy.group = group }
    copy.adopt(self, alteration)
    return copy
  }

  deinit { detailsWord.object(RegistrationDetails.self)?.release() }

  // MARK: What it says

  /// What it is found by.
  package var key: Key {
    if let alias = detail({ $0.alias }) { return alias }
    return Key(product, label: label, arguments: detail { $0.arguments } ?? Void.self)
  }

  var isOverridable: Bool { flags.isOverridable }
  /// Whether no key finds it, only `resolveAll`.
  package var isContribution: Bool { flags.isContribution }
  /// What its recipe is, but for its types.
  var kind: RecipeKind { flags.kind }

  var details: RegistrationDetails? { detailsWord.object()?.takeUnretainedValue() }

  /// Something of the details, which is not counted for that: the registration holds it.
  private func detail<Value>(_ get: (RegistrationDetails) -> Value?) -> Value? {
    detailsWord.object()?._withUnsafeGuaranteedRef(get)
  }

  /// The details, made if there is none.
  private func makeDetails() -> RegistrationDetails { details ?? detailsWord.object(orPut: RegistrationDetails()) }

  /// What is known of the recipe, if that gets by itself what it needs.
  package var parameterPlan: (any ParameterPlan)? {
    detail { $0.parameterPlan } ?? (kind == .initializer ? stored.object.parameterPlan : nil)
  }
  /// Its place in the order of registration within its container.
  var sequence: UInt { detail { $0.sequence } ?? id }
  /// The assembly or module that has made it; set before anybody sees it.
  var group: Group? {
    get { detail { $0.group } }
    set { makeDetails().group = newValue }
  }

  var flags: RegistrationFlags { RegistrationFlags(word: flagsWord.load()) }

  /// Changes them, and returns the old ones.
  @discardableResult
  func changeFlags(_ change: @Sendable (inout RegistrationFlags) -> Void) -> RegistrationFlags {
    let old = flagsWord.update { word in
      var flags = RegistrationFlags(word: word)
      change(&flags)
      return flags.word
    }
    return RegistrationFlags(word: old)
  }

  /// Notes that readers without a lock may find something of it, and returns what is true of it then.
  ///
  /// Whoever changes the scope, or adds a hook, has either seen this note, and takes out of view what is there, or
  /// comes before it, and is seen by whoever made the note.
  func noteMayBePublished() -> RegistrationFlags {
    if !flags.mayBePublished { changeFlags { $0.mayBePublished = true } }
    return flags
  }

  var currentOptions: RegistrationOptions { details?.options ?? RegistrationOptions() }
  private func option<Value>(_ get: (RegistrationOptions) -> Value) -> Value? { detail { $0.option(get) } }
  func changeOptions(_ change: (inout RegistrationOptions) -> Void) { makeDetails().changeOptions(change) }

  /// Notes that it takes the place of another one.
  func noteReplaced(_ old: Blueprint) { changeOptions { $0.replaced = old.location } }

  /// The registration whose instance it gives, if it is a forwarding.
  package var forwardingTarget: Blueprint? { forwarding?.target }

  /// The registration whose instance it gives in the end; itself if it is no forwarding.
  var origin: Blueprint { Swift.sequence(first: self) { $0.forwardingTarget }.reduce(self) { $1 } }

  /// What keeps a synchronous caller on this thread from running the recipe, if anything does.
  var obstacle: Obstacle? { kind.obstacle }

  /// How it gives the instance of another registration, if it does.
  var forwarding: Forwarding? { detail { $0.forwarding } }

  /// The arguments as far as they can be compared; nil if they cannot.
  func value(of arguments: AnyArguments) -> ArgumentValue? {
    guard let comparison = detail({ $0.comparison }) else { return .void }
    return comparison.value(of: arguments)
  }

  /// The same for the argument, or the tuple of several, as a value of any type.
  func value(ofAny argument: Any) -> ArgumentValue? { detail { $0.comparison }?.value(ofAny: argument) }

  /// What is to be done when an instance is let go of.
  var releaseHooks: [ReleaseHook] { flags.hasReleaseHooks ? option { $0.onRelease } ?? [] : [] }

  /// Notes that an instance that was made elsewhere is let go of; false if it was before.
  func noteLetGo() -> Bool { !changeFlags { $0.isLetGo = true }.isLetGo }

  /// What is to be done when an instance was made.
  var hooks: [Hook] { flags.hasHooks ? option { $0.afterInit } ?? [] : [] }

  /// The custom scope that all containers share, if that is what keeps an instance.
  var sharedScope: CustomScope? { flags.lifetime == .shared ? (option { $0.custom } ?? nil)?() : nil }

  /// The name of the containers that keep an instance, where the scope says one.
  var containerName: String? { option { $0.containerName } ?? nil }

  /// Chooses a scope. Whoever changes a scope that has kept an instance spoils the registration: nobody could say
  /// which instance is the right one.
  func setLifetime(_ lifetime: Lifetime, forAnotherKeeper changesKeeper: Bool) {
    changeFlags { flags in
      let isOther = changesKeeper || lifetime != flags.lifetime
      if flags.hasKept, flags.lifetime.keeps, isOther { flags.isSpoiled = true }
      flags.isScopeChosen = true
      flags.lifetime = lifetime
    }
  }

  /// True where the recipe takes nothing, as far as is known by now. What it turns out to take all the same it resolves
  /// synchronously.
  var isLeaf: Bool {
    let flags = flags
    switch flags.kind {
    case _ where flags.isNoted: return false
    case .leaf: return true
    case .either, .initializer: return parameterPlan?.isLeaf ?? false
    default: return false
    }
  }

  /// What can be said of it without running anything.
  package var summary: Summary {
    var summary = Summary(of: self)
    let options = currentOptions
    for hook in options.afterInit {
      summary.effect.add(hook.effect)
      // A hook of both colours is no closure of the user's: it sets a property.
      if case .either = hook { continue }
      summary.closureEffect.add(hook.effect)
    }
    for dependency in options.dependencies {
      if dependency.site == .declared {
        summary.declared.append(dependency)
      } else {
        summary.afterwards.append(dependency)
      }
    }
    if summary.lifetime == .scoped { summary.containerName = options.containerName }
    summary.allowances = options.allowances
    summary.replaced = options.replaced
    return summary
  }

  /// Whether an instance is the main actor's to touch.
  package var isOnMainActor: Bool { kind.isOnMainActor }

  /// What accepts arguments that are not part of the key.
  package var acceptor: (any ParameterPlan)? { parameterPlan ?? usage?.acceptor ?? forwardingTarget?.acceptor }

  /// Where it is noted that it was asked for, if it is.
  package var usage: Usage? { detail { $0.usage } }

  /// Whether it is noted that it was asked for.
  var isNoted: Bool { flags.isNoted }

  /// Whether an instance can be had without arguments.
  package var isSelfContained: Bool { !key.takesArguments && acceptor?.needsArguments != true }

  /// Whether the product was made elsewhere.
  package var isInstance: Bool { flags.isInstance }

  /// Where it was registered, if anybody has registered it.
  package var knownLocation: CodeLocation? { location.isKnown ? location : nil }

  package var step: AstrojectError.Step {
    location.isKnown
      ? AstrojectError.Step(key: key, location: location, hasParameterPlan: parameterPlan != nil)
      : AstrojectError.Step(key: key, location: nil, isDeferred: true)
  }
}

extension Blueprint {
  /// Answers for another type in a container.
  func forward<Product, Service>(
    from type: Product.Type, in core: Core, isCast: Bool, convert: @escaping @Sendable (Product) throws -> Service
  ) {
    let forwarding = Forwarding(to: self, isCast: isCast, convert: convert)
    core.forward(Blueprint(Service.self, by: forwarding), as: Service.self, to: self)
  }

  /// Answers as a composite for the key that it was registered with.
  func leadToComposite<Product>(of type: Product.Type, in core: Core) {
    let forwarding = Forwarding(to: self, isCast: true) { (product: Product) in product }
    core.forward(Blueprint(Product.self, by: forwarding, ofComposite: true), as: Product.self, to: self)
  }

  /// Whether it is a composite, or leads to one.
  package var isComposite: Bool { flags.role == .composite }
  /// Whether it is a decorator.
  package var isDecorator: Bool { flags.role == .decorator }
}
