// The last line of a description: the remedy, in one sentence.

extension AstrojectError {
  func remedy(_ failure: Failure) -> String? {
    if failure.property?.isElsewhere ?? false {
      return "make the object in the factory itself; or hand the container on: "
        + "`let container = try resolver.resolve(Container.self)` before, "
        + "`Container.withCurrent(container) { … }` around what makes it there."
    }
    switch self {
    case .duplicateRegistration:
      return "register it once, or under another name; or say which of the two is used: "
        + "`ifRegistered: .replace`, or `.keep`."
    case .sealed:
      if case .setUpBefore = failure.cause { return "call `setUp()` once, or `tearDown()` before the second time." }
      return "add it before `seal()`, or in a child: `makeChild { … }`."
    case .noRegistrationFound:
      return failure.memberwise.map { MemberwiseInitializer.remedy(of: $0.description) } ?? absenceRemedy(failure)
    case .circularDependency:
      if let deferred = failure.deferred {
        return "break the loop: use the `\(deferred)` after the object that holds it has been built."
      }
      if let point = failure.breakingPoint { return "break the loop: \(point.remedy)." }
      return "break the loop: set one of them in `afterInit`, or resolve it when it is used."
    case .asynchronousFactory:
      switch failure.cause {
      case .beingBuiltAsynchronously: return "await it: a thread cannot wait for a task that may need it."
      default:
        if let remedy = propertyRemedy(failure) ?? deferralRemedy(failure) { return remedy }
        return "await it: `try await \(failure.awaitable.sampleResolve)`. "
          + "(In a `main.swift`, Swift chooses the synchronous `resolve` even after `await`: use a type with `@main`.)"
      }
    case .isolationMismatch:
      if case .isolatedConformance(let conformance) = failure.cause { return conformance.remedy }
      if let remedy = propertyRemedy(failure) ?? deferralRemedy(failure) { return remedy }
      return "await it, or resolve it on the main actor: `try await \(failure.awaitable.sampleResolve)`."
    case .invalidInstance: return invalidityRemedy(failure.cause)
    case .containerNotFound:
      if case .noContainer(let name, _, let keeper?) = failure.cause {
        return "give \(keeper) the same scope: `.asScoped(to: \(name.debugDescription))`."
      }
      return "resolve it in a container made by `makeChild(named: \(failure.containerName.debugDescription))`, "
        + "or in a child of one."
    case .typeMismatch:
      if case .supplied = failure.cause {
        return
          "have the closure of `fillMissing` return a \(TypeName(failure.key.product)), or nil to leave it missing."
      }
      return "drop the `implements(\(failure.key.sampleType))`, or make the product conform to it."
    case .containerReleased:
      if case .ended = failure.cause {
        return "use it inside the closure of `withChild`, or use the parent."
      }
      return "keep a reference to the container for as long as something resolves from it."
    case .tooDeep:
      if case .endless = failure.cause { return "make the recursion end." }
      return "shorten the chain, or resolve on a thread with a larger stack."
    case .factoryFailed, .afterInitFailed, .cancelled, .alreadyRegistered, .bootstrapFailed, .shutdownFailed:
      return nil
    }
  }

  private func absenceRemedy(_ failure: Failure) -> String {
    switch failure.cause {
    case .unfitArgument, .surplusArgument, .mismatchedArgument:
      "pass only what it takes; `Argument<T>(…)` says that an argument is a `T`."
    case .ambiguousArgument: "mark the parameters: `with: .argument, …`; or pass one argument for each of them."
    case .ambiguousProperty: "pass one argument for each of the properties, or give a name to those that do not get it."
    case .missingArgument:
      failure.plannedOwner.map {
        "have the initializer of \($0) take a `Provider<\(Spelling.argument(failure.key.product))>`, and give it there: `try provider.get(arguments: …)`."
      } ?? "give it: `resolve(\(failure.key.sampleType), arguments: …)`."
    case .notSetUp(let root): "set it up when the program starts: `try \(TypeName(root)).setUp()`."
    case .noCurrentContainer:
      "resolve the object that needs it, or say which container is current: `Container.shared = container` in an app, `.container(…)` in a test. \(AstrojectError.handingOn)"
    case .notExpected(let name, let names):
      (Similarity.names(like: name, among: names).first.map {
        "use that name: `makeChild(named: \($0.debugDescription), given: …)`; or "
      } ?? "")
        + "register it in the parent: `container.register(given: \(failure.key.sampleType), toChildrenNamed: \(name.debugDescription))`; or pass it `as` the registered type."
    default: failure.isPlainParameter ? valueRemedy(failure) : registrationRemedy(failure)
    }
  }

  /// The lines that make the current container known to code that the task does not reach.
  private static let handingOn =
    "A queue, a callback and a detached task do not know the container of a task: hand it on, `let container = Container.current` before, and `Container.withCurrent(container) { … }` inside."

  private func registrationRemedy(_ failure: Failure) -> String {
    let (key, matches) = (failure.key, failure.nearMatches)
    let isQualified = matches.contains { $0.difference == .module }
    let line = Spelling.hasInitializers ? key.registrationLine(qualified: isQualified) : key.sampleRegistration
    var parts = matches.forwardings(of: key)
    if failure.isOfProperty {
      if let other = matches.otherLabel {
        parts.append("\(other.remedy): `@Inject\(other.argument.isEmpty ? "" : "(\(other.argument))")`")
      }
      if TypeKind.isPlainValue(key.product), key.label == nil {
        parts.append("have the initializer take it, by a rule, `with: .value(…)`, or as an argument")
      } else {
        let label = key.label == nil ? ", under the name or key of the property if it has one" : ""
        parts.append("register it\(label): `\(line)`")
      }
    } else {
      parts.append("register it: `\(line)`")
      if let parameter = failure.parameter, let other = matches.otherLabel {
        let rules = Spelling.rules(parameter.rules, with: other.rule, at: [parameter.position])
        parts.append("\(other.remedy): `with: \(rules)`")
      }
    }
    return parts.joined(separator: "; or ") + "."
  }

  /// Returns the remedy if an object that resolves later, such as a `Lazy`, has to be awaited.
  private func deferralRemedy(_ failure: Failure) -> String? {
    failure.deferred.map { "await the `\($0)`: `try await ….get()`." }
  }

  /// Returns the remedy if an injected property asked synchronously for a product that has to be awaited.
  private func propertyRemedy(_ failure: Failure) -> String? {
    guard let property = failure.property, property.index > 0, property.index < failure.path.count else { return nil }
    let (owner, key) = (failure.path[property.index - 1], failure.path[property.index].key)
    let lazy = "have the property hold a `Lazy<\(Spelling.argument(key.product))>`"
    let other =
      if key.label != nil {
        "take it by the initializer, `with: \(key.rule)`"
      } else if owner.hasParameterPlan {
        "register the initializer as the type that it makes, and forward it: "
          + "`register(initializer: ….init).implements(\(Spelling.expression(owner.key.product)).self)`"
      } else {
        "register the initializer of \(owner.key)"
      }
    return "\(lazy), because its value is resolved when it is built, without `await`; or \(other)."
  }

  /// Returns the remedy for a plain value.
  ///
  /// It is seldom registered by type alone, which would serve each parameter of the type.
  private func valueRemedy(_ failure: Failure) -> String {
    guard let parameter = failure.parameter else { return registrationRemedy(failure) }
    return Spelling.remedy(forValueOf: parameter.rules, at: [parameter.position], failure.nearMatches)
      + "; or register another initializer or a closure, because a reference to an initializer has no default arguments."
  }

  private func invalidityRemedy(_ cause: Cause?) -> String? {
    switch cause {
    case .notAnObject: "use `asSingleton()` or `asTransient()` for a value."
    case .incomparableArguments: "make the type of the argument Hashable, or use `asTransient()`."
    case .scopeChanged: "choose the scope where it is registered: `register(…).asSingleton()`."
    case .decoratedTooLate: "decorate it where it is registered, before anything is resolved."
    case .unwrapping(let type): "decorate with an initializer that takes a \(TypeName(type)), or with a closure."
    case .collectingNothing(let type): "take a `[\(TypeName(type))]`, which gets all others; or register it plainly."
    case .gone: "keep the instance, or let the container own it: `ownedByContainer()`."
    case .notOwnable: "let the container own it: `ownedByContainer()`."
    case .eagerWithArguments: "drop the `eager()`, or the arguments."
    case .mixedUp: "have `get` return what `set` was given for the same context, or nil."
    case .resolving, .hasResolved:
      "give the scope what it needs when it is built: nothing may be resolved in `get`, `set`, `release`, or a `deinit` there."
    case .sharedWithArguments: "let a closure make one for each value: `.as { … }`."
    case .notGiven(let name):
      "pass it where the container is made: `makeChild(named: \(name.debugDescription), given: …)`."
    case .givenTwice: "pass one of each type."
    default: nil
    }
  }
}

extension IsolatedConformance {
  /// The changes after which the program is right, each by itself.
  fileprivate var remedy: String {
    "resolve it on the main actor; or put the protocol there: `@MainActor protocol \(protocolName)`; "
      + "or have the conformance hold everywhere: `\(TypeName(type)): nonisolated \(protocolName)`, "
      + "which the compiler demands of a protocol that is Sendable."
  }
}

extension AstrojectError.BreakingPoint {
  fileprivate var remedy: String {
    let lazy = "a `Lazy<\(need)>`"
    return switch site {
    case .parameter, .forwarding, .decorator: "have the initializer of \(owner) take \(lazy)"
    case .property: "have the property of \(owner) hold \(lazy)"
    case .declared: "have the closure of \(owner) resolve \(lazy)"
    }
  }
}
