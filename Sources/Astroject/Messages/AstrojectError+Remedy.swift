// The last line of a description: the remedy, in one sentence.

extension AstrojectError {
  /// - Parameter call: The call to await, if it is not a `resolve`.
  package func remedy(_ failure: Failure, awaiting call: String? = nil) -> String? {
    if failure.property?.isElsewhere ?? false {
      return "make the object in the factory itself; or hand the container on: "
        + "`let container = try resolver.resolve(Container.self)` before, "
        + "`Container.withCurrent(container) { … }` around what makes it there."
    }
    let keeping = "keep a reference to the container for as long as something resolves from it."
    return switch (self, failure.cause) {
    case (.duplicateRegistration, _) where failure.location?.form == .gift: "register it once."
    case (.duplicateRegistration, _):
      "register it once, or under another name; or say which of the two is used: `ifRegistered: .replace`, or `.keep`."
    case (.sealed, .setUpBefore): "call `setUp()` once, or `tearDown()` before the second time."
    case (.sealed, .notSetUp), (.sealed, .beingSetUp):
      "add it in `register(in:)`, to the container that is given there."
    case (.sealed, .noCurrentContainer):
      "add it to a container that you make, `try Container { … }`, and say that this is the current one: "
        + "`Container.shared = container`."
    case (.sealed, _): "add it before `seal()`, or in a child: `makeChild { … }`."
    case (.noRegistrationFound, _):
      failure.memberwise.map { MemberwiseInitializer.remedy(of: $0.description) } ?? absenceRemedy(failure)
    case (.circularDependency, _): "break the loop: \(loopRemedy(failure))."
    case (.asynchronousFactory, .beingBuiltAsynchronously):
      "await it\(failure.askingClosure == nil ? "" : " in the closure"): "
        + "a thread cannot wait for a task that may need it."
    case (.isolationMismatch, .isolatedConformance(let conformance)): conformance.remedy
    case (.asynchronousFactory, _), (.isolationMismatch, _): holderRemedy(failure) ?? awaitingRemedy(failure, call)
    case (.invalidInstance, _): invalidityRemedy(failure)
    case (.containerNotFound, .noContainer(let name, let names, let keeper, let isGiven)):
      containerRemedy(
        failure, name, among: names, keeper, isGiven: isGiven, eager: call.flatMap { _ in failure.path.first })
    case (.typeMismatch, .supplied):
      "have the closure of `fillMissing` return a \(TypeName(failure.key.product)), or nil to leave it missing."
    case (.typeMismatch, _): "drop the `implements(\(failure.key.sampleType))`, or make the product conform to it."
    case (.containerReleased, .foreignContainer): nil
    case (.containerReleased, .ended): "use it inside the closure of `withChild`, or use the parent."
    case (.containerReleased, .outlived(let rule)): "\(keeping) \(rule)"
    case (.containerReleased, _): keeping
    case (.tooDeep, .endless): "make the recursion end."
    case (.tooDeep, .fallback): "let no fallback lead back to the container that asks it, or shorten the chain."
    case (.tooDeep, _): "shorten the chain, or resolve on a thread with a larger stack."
    case (.cancelled, .tornDown): "call `tearDown()` when `setUp()` has returned, or set it up again."
    case (.containerNotFound, _), (.cancelled, _), (.factoryFailed, _), (.afterInitFailed, _), (.alreadyRegistered, _),
      (.bootstrapFailed, _), (.shutdownFailed, _):
      nil
    }
  }

  /// Returns the remedy to await what a caller that blocks cannot have.
  private func awaitingRemedy(_ failure: Failure, _ call: String?) -> String {
    let isIsolated = if case .isolationMismatch = self { true } else { false }
    guard let closure = failure.askingClosure else {
      return "await it\(isIsolated ? ", or resolve it on the main actor" : ""): "
        + "`try await \(call ?? failure.awaitable.sampleResolve())`."
        + (isIsolated
          ? ""
          : " (In a `main.swift`, Swift chooses the synchronous form even after `await`: use a type with `@main`.)")
    }
    let isPart = closure.part == .contribution || closure.part == .decorator
    // The closure of a rule runs where the initializer does.
    let runsElsewhere = closure.hasParameterPlan && closure.part != .hook || isPart && !Spelling.hasInitializers
    let there =
      isIsolated && !runsElsewhere
      ? "; or have it run there: \(Spelling.onMainActor(asPart: isPart, takingMore: closure.takesMore))" : ""
    return failure.awaiting(in: closure) + there + "."
  }

  private func loopRemedy(_ failure: Failure) -> String {
    if let deferred = failure.deferred { return "use the `\(deferred)` after the object that holds it has been built" }
    if case .loop(_, let remedy?) = failure.cause { return remedy }
    return Spelling.hasInitializers
      ? "set one of them in the other by `.injecting(\\.…)`, or resolve it when it is used"
      : "set each of them in the other by an `afterInit`, or resolve one when it is used"
  }

  private func containerRemedy(
    _ failure: Failure, _ name: String, among names: [String], _ keeper: Step?, isGiven: Bool, eager: Step?
  ) -> String {
    let isInstance = keeper?.part == .instance
    let holder =
      keeper.map { ContainerNames.scoping("\($0.key)", isInstance: isInstance) }
      ?? failure.deferred.map { ContainerNames.scoping("the object that holds the `\($0)`") }
    let scope = isGiven ? "scope `.asScoped(to: \(name.quoted))`" : "same scope"
    let later =
      holder == nil && eager == nil && Spelling.hasInitializers
      ? " If a `Provider` or a stored `Resolver` asks for it, give the object that holds that the \(scope)." : ""
    return ContainerNames.remedy(
      for: name, at: failure.location, among: names, holder: holder,
      at: isInstance ? nil : keeper?.location, verb: "resolve", isGiven: isGiven,
      eager: eager.map { Spelling.eagerRemedy(for: "\($0.key)", at: $0.location) }) + later
  }

  private func absenceRemedy(_ failure: Failure) -> String {
    switch failure.cause {
    case .unfitArgument(let type), .surplusArgument(let type):
      argumentRemedy(failure) + " " + reachRemedy(failure, type)
    case .mismatchedArgument(_, let wanted):
      "pass one of type \(TypeName(wanted)) there: the arguments for parameters with the rule `.argument` come first, in their order."
    case .ambiguousArgument:
      "mark the parameters: \(Spelling.rules([".argument", "…"], in: failure.rulePlace)); or pass one argument for each of them."
    case .ambiguousProperty: "pass one argument for each of the properties, or give a name to those that do not get it."
    case .missingArgument where failure.rulePlace == .part:
      "give the parameter a rule, such as `.value(…)`: a decorator gets none of the arguments."
    case .missingArgument: givingArguments(failure) + "."
    case .notSetUp(let root): "set it up when the program starts: `try \(TypeName(root)).setUp()`."
    case .beingSetUp:
      "take it from the resolver of the factory, `{ resolver in … try resolver.resolve(\(failure.key.sampleType)) … }`; or resolve it when `setUp()` has returned."
    case .noCurrentContainer:
      "resolve the object that needs it, or say which container is current: `Container.shared = container` in an app, `.container(…)` in a test. "
        + "A queue, a callback and a detached task do not know the container of a task: hand it on, "
        + "`let container = Container.current` before, and `Container.withCurrent(container) { … }` inside."
    case .notExpected(let name, let names):
      (Similarity.names(like: name, among: names.filter { $0 != name }).first.map {
        "use that name: `makeChild(named: \($0.quoted), given: …)`; or "
      } ?? "")
        + "register it in the parent: `container.register(given: \(failure.key.sampleType), toChildrenNamed: \(name.quoted))`; or pass it `as` the registered type."
    default:
      failure.nearMatches.unification(of: failure.key)
        ?? (failure.isPlainParameter ? valueRemedy(failure) : registrationRemedy(failure))
    }
  }

  /// Returns the remedy for an argument that is meant for a dependency.
  private func reachRemedy(_ failure: Failure, _ type: Any.Type) -> String {
    let product = failure.key.withoutArguments
    return "No dependency of \(product) gets it: for one that takes it, register a closure that passes it on, "
      + "`container.register(\(product.request), argument: \(TypeName.expression(Spelling.argument(type))).self) "
      + "{ resolver, value in … try resolver.resolve(….self, arguments: value) … }`; or resolve \(product) in a child "
      + "that has the value, `container.makeChild { try $0.register(instance: value) }`, with `.asScoped()` instead of a "
      + "singleton on the way."
  }

  /// Returns the remedy for an argument that nothing takes, which lists what is taken.
  private func argumentRemedy(_ failure: Failure) -> String {
    let taken = failure.takenTypes
    guard let first = taken.first else { return "pass none: it takes nothing from its caller." }
    let condition = failure.siblings.allSatisfy(\.isLabelKnown) ? "" : " (a property only if it has no name or key)"
    return "pass only what it takes: \(taken.joined(separator: ", "))\(condition); "
      + "`Argument<\(first)>(…)` names the type of one."
  }

  /// Returns the remedy that gives arguments to what was asked for without any.
  private func givingArguments(_ failure: Failure) -> String {
    failure.asker.map { owner, site in
      site.change(of: owner, to: "a `Provider<\(Spelling.argument(failure.key.product))>`")
        + ", and give it there: `try provider.get(arguments: …)`"
    } ?? "give it: `resolve(\(failure.key.request), arguments: …)`"
  }

  /// Returns the remedy that passes arguments as a registered closure takes them; nil if there is no such closure.
  private func closureArguments(_ failure: Failure) -> String? {
    guard let taken = failure.nearMatches.first(where: { $0.difference == .arguments })?.key, taken.takesArguments
    else { return nil }
    if !failure.key.takesArguments { return givingArguments(failure) }
    let types = taken.argumentTypes
    return "pass what it takes, (\(types.joined(separator: ", "))): `\(taken.sampleResolve(instead: failure.key))`"
  }

  private func registrationRemedy(_ failure: Failure) -> String {
    let (key, matches) = (failure.key, failure.nearMatches)
    let line = Spelling.hasInitializers ? key.registrationLine(among: matches) : key.sampleRegistration
    var parts = matches.forwardings(of: key)
    if let arguments = closureArguments(failure) { parts.append(arguments) }
    if let other = otherLabelRemedy(failure) { parts.append(other) }
    if matches.contains(where: { $0.difference == .optional }) {
      let asker = failure.asker
      parts.append(asker.map { $0.site.change(of: $0.owner, to: "the optional") } ?? "resolve the optional")
    }
    // Its type does not show whether a property has a name or key.
    let isUnlabelledProperty = failure.isOfProperty && key.label == nil
    if isUnlabelledProperty, TypeKind.isPlainValue(key.product) {
      parts.append("have the initializer take it, by a rule, `with: .value(…)`, or as an argument")
    } else {
      let label = isUnlabelledProperty ? ", under the name or key of the property if it has one" : ""
      parts.append("register it\(label): `\(line)`")
    }
    return parts.joined(separator: "; or ") + "."
  }

  /// Returns the remedy that asks for a registration under another name or key; nil if there is none.
  private func otherLabelRemedy(_ failure: Failure) -> String? {
    guard let other = failure.nearMatches.otherLabel else { return nil }
    let argument = other.argument.isEmpty ? "" : "(\(other.argument))"
    if failure.isOfProperty {
      // A property asks for a name or for a key.
      return other.rule.hasPrefix(".resolving") ? nil : "\(other.remedy): `@Inject\(argument)`"
    }
    if let parameter = failure.parameter {
      let (position, parameters, place, _) = parameter
      return "\(other.remedy): \(Spelling.rules(parameters, with: other.rule, at: [position], in: place))"
    }
    return other.argument.isEmpty ? nil : "\(other.remedy): `\(other.argument)`"
  }

  /// Returns the remedy if an injected property asked synchronously for a product that has to be awaited, or an object
  /// that resolves later, such as a `Lazy`.
  private func holderRemedy(_ failure: Failure) -> String? {
    guard let property = failure.property, property.index > 0, property.index < failure.path.count else {
      return failure.deferred.map { "await the `\($0)`: `try await ….get()`." }
    }
    let (owner, key) = (failure.path[property.index - 1], failure.path[property.index].key)
    let lazy = "have the property hold a `Lazy<\(Spelling.argument(key.product))>`"
    let other: String? =
      if key.bare.label != nil {
        "take it by the initializer, "
          + Spelling.rules(["…", key.rule], in: owner.rulePlace ?? (owner.part == nil ? .registration : .part))
      } else if owner.hasParameterPlan || TypeKind(owner.key.product) == .existential {
        owner.unhiding.map { "register the initializer as the type that it makes, and forward it: \($0)" }
      } else if owner.part == nil {
        "register the initializer of \(owner.key)"
      } else {
        nil
      }
    return
      "\(lazy), because its value is resolved when it is built, without `await`\(other.map { "; or " + $0 } ?? "")."
  }

  /// Returns the remedy for a plain value.
  ///
  /// It is seldom registered by type alone, which would serve each parameter of the type.
  private func valueRemedy(_ failure: Failure) -> String {
    guard let parameter = failure.parameter else { return registrationRemedy(failure) }
    return Spelling.remedy(
      forValueOf: parameter.parameters, at: [parameter.position], in: parameter.place,
      failure.nearMatches)
      + "; or register another initializer or a closure, because a reference to an initializer has no default arguments."
  }

  /// Returns the sentence about the ways to go on with a registration that was changed after an instance was cached.
  private func text(_ ways: WaysOn) -> String {
    let release = ways.isKeptByOwner ? "release what is cached" : "release what is cached in each container"
    let all =
      (ways.canBeSetBack ? ["set it back"] : []) + (ways.isDisposable ? [release] : [])
      + [ways.isContribution ? "`clear()` the container and fill it anew" : "register it anew"]
    return "To go on, \(all.dropLast().joined(separator: ", "))\(all.count > 1 ? ", or " : "")\(all[all.count - 1])."
  }

  private func invalidityRemedy(_ failure: Failure) -> String? {
    let scope = { Spelling.scope($0, at: failure.location) }
    return switch failure.cause {
    case .notAnObject: "use \(scope("singleton")) or \(scope("transient")) for a value."
    case .incomparableArguments: "make the type of the argument Hashable, or use \(scope("transient"))."
    case .scopeChanged(let ways):
      "choose the scope where it is registered: `register(…).asSingleton()`. " + text(ways)
    case .hookedTooLate(let ways): "add it where it is registered: `register(…).afterInit { … }`. " + text(ways)
    case .decoratedTooLate(let ways):
      "decorate it where it is registered, before anything is resolved. " + text(ways)
    case .unwrapping(let type): "decorate with an initializer that takes a \(TypeName(type)), or with a closure."
    case .collectingNothing(let type): "take a `[\(TypeName(type))]`, which gets all others; or register it plainly."
    case .gone: "keep the instance, or let the container own it: `ownedByContainer()`."
    case .notOwnable: "let the container own it: `ownedByContainer()`."
    case .eagerWithArguments: Spelling.eagerRemedy(at: failure.location)
    case .mixedUp: "have `get` return what `set` was given for the same context, or nil."
    case .resolving, .hasResolved:
      "give the scope what it needs when it is built: nothing may be resolved in `get`, `set`, `release`, or a `deinit` there."
    case .sharedWithArguments: "let a closure make one for each value: `.as { … }`."
    case .notGiven(let name):
      "pass it to a child of the container that registers it: `makeChild(named: \(name.quoted), given: …)`."
    case .givenTwice: "pass one of each type."
    default: nil
    }
  }
}

extension IsolatedConformance {
  var actor: String { isOnMainActor ? "the main actor" : "its global actor" }

  /// The changes after which the program is right, each by itself.
  fileprivate var remedy: String {
    if recipient == .labels {
      return "declare the type of the key, and those of the values in it, as `nonisolated struct ID: Hashable` is."
    }
    let start =
      recipient == .elsewhere ? "put the protocol on \(actor)" : "resolve it on \(actor); or put the protocol there"
    return start + "\(isOnMainActor ? ": `@MainActor protocol \(protocolName)`" : ""); "
      + "or have the conformance hold everywhere: `\(TypeName(type)): nonisolated \(protocolName)`, "
      + "which the compiler demands of a protocol that is Sendable."
  }
}

extension AstrojectError.Step {
  /// The code that registers an initializer as the type that it makes, so that its injected properties are not hidden
  /// by the protocol of this registration.
  ///
  /// Nil for what would not be the same registration then, and for what its type declares.
  package var unhiding: String? {
    guard part == nil, !key.isOfComposite, let location, location.form == .call else { return nil }
    return "`register(\(key.list(key.sampleLabel, "initializer: ….init"))).implements(\(key.sampleType)) { $0 }`"
  }
}

extension Dependency.Site {
  /// Returns the remedy to ask for another type at the site.
  package func change(of owner: String, to type: String) -> String {
    switch self {
    case .parameter, .forwarding, .decorator: "have the initializer of \(owner) take \(type)"
    case .property: "have the property of \(owner) hold \(type)"
    case .declared: "have the closure of \(owner) resolve \(type)"
    }
  }
}

/// The remedy for a loop that leads through an `afterInit`.
package enum AfterInit {
  /// Returns the remedy.
  ///
  /// - Parameter need: The type of the property; nil if it can be set to an instance that is still being built.
  package static func remedy(for owner: String, lazily need: String?) -> String {
    (need.map { "have the property of \(owner) hold a `Lazy<\($0)>`, and set it" } ?? "set the property of \(owner)")
      + " by `.injecting(\\.…)` instead of in its `afterInit`"
  }
}
