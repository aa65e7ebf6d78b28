/// The contents of a registration: the recipe of the product, and its scope.
///
/// It holds no container and no instance that a container has built, so that many containers can share it. Its type is
/// not generic because the runtime would have to make such a type for each registration. The methods of the stages that
/// it is compiled into know the types of the product and of the arguments; see ``Stage``.
@usableFromInline
package final class Blueprint: @unchecked Sendable {
  /// The function of the recipe. Its kind is among the flags. It comes first, as in the objects that a registration is
  /// seen as to call it; see ``Recipe``.
  let stored: StoredRecipe
  /// A number that no other registration has, larger than those of all earlier registrations.
  package let id = Identity.next()
  package let location: CodeLocation
  /// The type of the product.
  package let product: Any.Type
  let label: Label?
  private let flagsWord: AtomicWord
  /// The address of the `RegistrationDetails`; zero while there are none. It is written once, and the details are
  /// released with the registration.
  private let detailsWord: AtomicWord

  init(
    _ product: Any.Type, label: Label?, stored: StoredRecipe, location: CodeLocation, flags: RegistrationFlags,
    details: RegistrationDetails? = nil
  ) {
    self.product = product
    self.label = label
    self.stored = stored
    self.location = location
    flagsWord = AtomicWord(flags.word)
    detailsWord = AtomicWord(details.map { Borrowed(retaining: $0).word } ?? 0)
  }

  /// Creates the registration of a recipe.
  ///
  /// - Parameters:
  ///   - parameterPlan: The known parameters of a recipe that resolves them itself.
  ///   - observer: The observer of the requests, if they are observed.
  package convenience init<Product, Argument>(
    _ recipe: consuming Recipe<Argument, Product>, _ placement: Placement, parameterPlan: (any ParameterPlan)? = nil,
    observer: (any RegistrationObserver)? = nil, isContribution: Bool = false, isDecorator: Bool = false,
    lifetime: Lifetime = .graph
  ) {
    var flags = RegistrationFlags(isDecorator ? .forwarded : lifetime, recipe.kind)
    flags[.isOverridable] = placement.isOverridable
    flags[.isContribution] = isContribution
    flags[.isDecorator] = isDecorator
    flags[.isWatched] = observer != nil
    let hasDetails = Argument.self != Void.self || parameterPlan != nil || observer != nil
    let details = hasDetails ? RegistrationDetails(arguments: Argument.self) : nil
    details?.parameterPlan = parameterPlan
    details?.observer = observer
    self.init(
      Product.self, label: placement.label, stored: recipe.stored, location: placement.location, flags: flags,
      details: details)
  }

  /// Creates a registration for one type that gives the instance of another registration.
  ///
  /// - Parameter isOfComposite: True if it leads from the key of a composite to the composite.
  convenience init(_ service: Any.Type, by forwarding: Forwarding, ofComposite isOfComposite: Bool = false) {
    let target = forwarding.target
    let key = target.key
    var flags = RegistrationFlags(.forwarded, .forwarding)
    flags[.isComposite] = isOfComposite
    let details = RegistrationDetails(arguments: key.arguments)
    details.forwarding = forwarding
    self.init(service, label: key.label?.bare, stored: .none, location: target.location, flags: flags, details: details)
  }

  deinit { detailsWord.object(RegistrationDetails.self)?.release() }

  // MARK: Properties

  /// The key of the registration.
  package var key: Key { Key(product, label: label, arguments: arguments) }
  /// The types of the arguments that its key has.
  var arguments: Any.Type { detail { $0.arguments } ?? Void.self }

  /// True if no key finds it, but only `resolveAll`.
  package var isContribution: Bool { flags[.isContribution] }
  /// The kind of its recipe.
  package var kind: RecipeKind { flags.kind }

  var details: RegistrationDetails? { detailsWord.object()?.object }

  /// Returns a part of the details without retaining them because the registration holds them.
  private func detail<Value>(_ get: (RegistrationDetails) -> Value?) -> Value? { detailsWord.object()?.with(get) }

  /// Returns the details, created if there are none.
  private func makeDetails() -> RegistrationDetails { details ?? detailsWord.object(orPut: RegistrationDetails()) }

  /// The parameters of a recipe that gets its dependencies by itself; nil for any other recipe.
  package var parameterPlan: (any ParameterPlan)? {
    detail { $0.parameterPlan } ?? (kind == .initializer ? stored.object.parameterPlan : nil)
  }
  /// Its place in the order of registration within its container. A copy has that of its original.
  package var sequence: UInt { detail { $0.sequence } ?? id }
  /// The assembly or module that has made it. It is set before the registration is shared.
  package internal(set) var group: Group? {
    get { detail { $0.group } }
    set { makeDetails().group = newValue }
  }

  package var flags: RegistrationFlags { RegistrationFlags(word: flagsWord.load()) }

  /// Changes the flags, and returns the old ones.
  @discardableResult
  package func changeFlags(_ change: @Sendable (inout RegistrationFlags) -> Void) -> RegistrationFlags {
    let old = flagsWord.update { word in
      var flags = RegistrationFlags(word: word)
      change(&flags)
      return flags.word
    }
    return RegistrationFlags(word: old)
  }

  /// Notes that lock-free readers may find something of it, and returns the flags after that.
  ///
  /// A thread that changes the scope or adds a hook may see this note. Then it unpublishes the object. If it does
  /// not see the note, its change came first, and the returned flags show it.
  func noteMayBePublished() -> RegistrationFlags {
    if !flags[.mayBePublished] { changeFlags { $0[.mayBePublished] = true } }
    return flags
  }

  var currentOptions: RegistrationOptions { option { $0 } ?? RegistrationOptions() }

  /// Returns one of the options without copying the others.
  private func option<Value>(_ get: (RegistrationOptions) -> Value) -> Value? {
    detail { $0.options.withLock { get($0) } }
  }

  @inline(never)
  func changeOptions(_ change: (inout RegistrationOptions) -> Void) {
    makeDetails().options.change { options in
      change(&options)
      // All change under one lock, so that the flags always tell whether there is a hook or a reason.
      let (hasReleaseHooks, isSpoiled) = (!options.onRelease.isEmpty, !options.refusal.isEmpty)
      changeFlags { ($0[.hasReleaseHooks], $0[.isSpoiled]) = (hasReleaseHooks, isSpoiled) }
    }
  }

  /// Notes that it takes the place of another registration.
  func noteReplaced(_ old: Blueprint) { changeOptions { $0.replaced = old.location } }

  /// The registration whose instance it gives; nil if it is no forwarding.
  package var forwardingTarget: Blueprint? { forwarding?.target }

  /// The registration whose instance it gives in the end; itself if it is no forwarding.
  package var origin: Blueprint {
    var origin = self
    while origin.flags.lifetime == .forwarded, let target = origin.forwardingTarget { origin = target }
    return origin
  }

  /// The forwarding to the registration whose instance it gives; nil if it is none.
  package var forwarding: Forwarding? { detail { $0.forwarding } }

  /// The hooks that run when an instance is released.
  var releaseHooks: [ReleaseHook] { hasReleaseHooks ? option { $0.onRelease } ?? [] : [] }
  /// True if there are such hooks.
  package var hasReleaseHooks: Bool { flags[.hasReleaseHooks] }

  /// Notes that an instance that was made elsewhere is released; returns false if it was before.
  func noteReleased() -> Bool { !changeFlags { $0[.isReleased] = true }[.isReleased] }

  /// The hooks that run when an instance was built.
  var hooks: [Hook] { flags[.hasHooks] ? option { $0.afterInit } ?? [] : [] }

  /// The name of the containers that cache an instance, if the scope gives one.
  var containerName: String? { option { $0.containerName } ?? nil }
  /// Identifies the custom scope, if there is one.
  var customIdentity: AnyObject? { option { $0.customIdentity } ?? nil }

  /// Takes the scope of its container, if it has none of its own.
  ///
  /// No other code knows of the registration yet.
  package func takeScope(_ scope: DefaultScope) {
    if scope == .graph || flags.lifetime != .graph || flags[.isScopeChosen] { return }
    changeFlags { $0.lifetime = scope.lifetime }
  }

  /// True if the recipe has no known dependencies. Those that it turns out to have are resolved synchronously.
  var isLeaf: Bool {
    let flags = flags
    if flags[.isWatched] { return false }
    let mayBeLeaf = flags.kind == .either || flags.kind == .initializer
    return flags.kind == .leaf || mayBeLeaf && parameterPlan?.isLeaf ?? false
  }

  /// The summary of the registration, which is made without running anything.
  package var summary: Summary { Summary(of: self) }

  /// The part that accepts arguments beyond the key; nil if there is none.
  package var acceptor: (any ParameterPlan)? { parameterPlan ?? detail { $0.acceptor } ?? forwardingTarget?.acceptor }

  /// The observer of the requests for it, if they are observed.
  package var observer: (any RegistrationObserver)? { detail { $0.observer } }

  /// True if it stands for another registration that was replaced, with that one's forwardings.
  var isSubstitute: Bool { detail { $0.isSubstitute } ?? false }

  /// True if an instance can be resolved without arguments.
  package var isSelfContained: Bool { !key.takesArguments && acceptor?.needsArguments != true }

  /// True if the product was made elsewhere.
  package var isInstance: Bool { flags[.isInstance] }

  /// The location of the registration; nil if no call has made it.
  package var knownLocation: CodeLocation? { location.isKnown ? location : nil }

  package var step: AstrojectError.Step {
    AstrojectError.Step(
      key: isSubstitute ? key.bare : key, location: knownLocation, rulePlace: rulePlace, part: part)
  }

  private var part: AstrojectError.Step.Part? {
    if !location.isKnown { return .deferred }
    if isDecorator { return .decorator }
    if forwarding != nil { return .forwarding }
    return isContribution ? .contribution : isInstance ? .instance : nil
  }

  /// Returns the contents of an error about its product that no request has met.
  func failure(_ underlyingError: (any Error)? = nil) -> AstrojectError.Failure {
    AstrojectError.Failure(key: key, path: [step], location: location, underlyingError: underlyingError)
  }

  /// True if it is a composite, or leads to one.
  package var isComposite: Bool { flags[.isComposite] }
  /// True if it is a decorator.
  package var isDecorator: Bool { flags[.isDecorator] }
  /// True if it is a decorator or a contribution, to which no caller gives arguments.
  package var isPart: Bool { isDecorator || isContribution }
  /// The place of the rules of its initializer's parameters; nil if these are not known.
  package var rulePlace: AstrojectError.RulePlace? {
    if parameterPlan == nil { return nil }
    switch location.form {
    case .file: return .file
    case .injectable, .discovery: return .type
    case .call, .gift: break
    }
    if key.isOfComposite, !isSubstitute { return .composite }
    if isPart { return .part }
    return kind.effect == .none ? .registration : .injection
  }
}

extension [Blueprint] {
  /// The registrations in the order in which they were made.
  @inline(never)
  package var inSequence: [Blueprint] { ordered { Int(bitPattern: $0.sequence) } }
}
