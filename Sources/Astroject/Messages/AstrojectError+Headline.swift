// The first line of a description: the problem, in one sentence.

extension AstrojectError {
  package func headline(_ failure: Failure) -> String {
    guard let property = failure.property, property.isElsewhere, let name = property.name else {
      return problem(failure)
    }
    // The problem as it is for the container that was asked on another thread.
    let problem =
      if case .noCurrentContainer = failure.cause { "there is no current container." } else { problem(failure) }
    return
      "The property `\(name)` of \(failure.path[property.index - 1].key) was filled on a thread on which its container is not known: \(problem)"
  }

  private func problem(_ failure: Failure) -> String {
    let key = failure.key.description
    let (article, part, place) = part(failure.cause)
    var thrown: String { failure.underlyingError.map(TypeName.text) ?? "nothing" }
    return switch (self, failure.cause) {
    case (.duplicateRegistration, _):
      "\(key) is registered twice: at \(failure.earlierLocation ?? .unknown), and again at \(failure.location ?? .unknown)."
    case (.sealed, .setUpBefore(let root)): "\(TypeName(root)) is set up already, at \(failure.location ?? .unknown)."
    case (.sealed, let cause):
      "\(key) cannot be added at \(failure.location ?? .unknown), because \(missingContainer(cause) ?? "the container is sealed")."
    case (.noRegistrationFound, _): absence(failure)
    case (.circularDependency, .loop(byWaiting: true, _)):
      "\(key) needs itself: builds in several threads or tasks wait for each other."
    case (.circularDependency, _): "\(key) needs itself."
    case (.asynchronousFactory, .asynchronousParameter(let type)):
      "\(key) has a parameter of type \(TypeName(type)) that is built asynchronously\(failure.number), and was resolved synchronously."
    case (.asynchronousFactory, .beingBuiltAsynchronously): "\(key) is being built asynchronously at the moment."
    case (.asynchronousFactory, _):
      "\(key) has an asynchronous \(part)\(place), and was resolved synchronously\(failure.purpose)."
    case (.isolationMismatch, .isolatedConformance(let conformance)):
      "\(TypeName(conformance.type)) conforms to \(conformance.protocolName) on \(conformance.actor) only, and "
        + (conformance.recipient == .elsewhere
          ? "an asynchronous initializer may run elsewhere."
          : conformance.recipient == .labels
            ? "the container compares keys elsewhere." : "\(key) was resolved outside it\(failure.purpose).")
    case (.isolationMismatch, _):
      "\(key) has \(article) \(part)\(place)\(place.isEmpty ? "" : ",") on the main actor, and was resolved synchronously outside it\(failure.purpose)."
    case (.invalidInstance, let cause): invalidity(of: key, cause)
    case (.containerNotFound, .noContainer(let name, _, let holder, let isGiven)):
      "\(key) is \(ContainerNames.place(named: name, isGiven: isGiven)), but "
        + (holder.map { "neither the container that caches \($0.key) nor a parent of it has this name." }
          ?? "there is none.")
    case (.typeMismatch, .supplied(let type)):
      "\(key) is filled with an instance of \(TypeName(type)), which is not of type \(TypeName(failure.key.product))."
    case (.typeMismatch, .produces(let type)):
      "\(key) is implemented by an instance of \(TypeName(type)), which is not of type \(TypeName(failure.key.product))."
    case (.typeMismatch, _): "\(key) does not have its declared type."
    case (.factoryFailed, .fallback): "The fallback threw for \(key): \(thrown)"
    case (.factoryFailed, .conversion): "The conversion of \(key) to a type that it implements threw: \(thrown)"
    case (.factoryFailed, _): "The factory of \(key) threw: \(thrown)"
    case (.afterInitFailed, _): "An `afterInit` of \(key) threw: \(thrown)"
    case (.containerReleased, .foreignContainer): "A container of another copy of Astroject was used for \(key)."
    case (.containerReleased, .ended(let name)):
      (name.map { "The child \($0.quoted)" } ?? "A child") + " was used"
        + (DerivedForms.isContainer(failure.key.product) ? "" : " for \(key)") + " after its work had ended."
    case (.containerReleased, _): "\(key) was resolved after its container was released."
    case (.cancelled, .tornDown(let root)):
      "\(TypeName(root)) was torn down while it was set up\(failure.location.map { ", at \($0)" } ?? "")."
    case (.cancelled, _): "The task that resolved \(key) was cancelled."
    case (.tooDeep, .endless):
      "\(key) is at the end of an endless chain of dependencies, each with other arguments or in another container."
    case (.tooDeep, .fallback): "\(key) is at the end of a chain of fallbacks that is too long, or endless."
    case (.tooDeep, _): "\(key) is at the end of a chain of dependencies that is too long for the stack of this thread."
    case (.containerNotFound, _), (.alreadyRegistered, _), (.bootstrapFailed, _), (.shutdownFailed, _): ""
    }
  }

  /// The part of a registration that a caller that blocks cannot run.
  private func part(_ cause: Cause?) -> (article: String, name: String, place: String) {
    switch cause {
    case .hook: ("an", "`afterInit`", "")
    case .decorator(let location): ("a", "decorator", ", registered at \(location)")
    default: ("a", "factory", "")
    }
  }

  private func absence(_ failure: Failure) -> String {
    let key = failure.key.description
    if let owner = failure.memberwise {
      return MemberwiseInitializer.headline(of: owner.description, asking: failure.key.product)
    }
    if failure.isPlainParameter { return "No registration found for \(key), a plain value,\(failure.purpose)." }
    if failure.cause == nil, let name = failure.property?.name, failure.isOfProperty {
      return "No registration found for \(key), the type of the property `\(name)`."
    }
    let plain = failure.key.withoutArguments.description
    let initializer = "The initializer of " + plain
    return switch failure.cause {
    case .unfitArgument(let type): "\(initializer) takes no argument of type \(TypeName(type))."
    case .surplusArgument(let type): "\(initializer) takes no further argument of type \(TypeName(type))."
    case .mismatchedArgument(let type, let wanted):
      "\(initializer) takes an argument of type \(TypeName(wanted)), and got one of type \(TypeName(type))."
    case .ambiguousArgument(let type):
      "\(initializer) has several parameters for an argument of type \(TypeName(type))."
    case .missingArgument(let type): "\(initializer) takes an argument of type \(TypeName(type)), and got none."
    case .ambiguousProperty(let type):
      "\(plain) has several injected properties for an argument of type \(TypeName(type))."
    case .notExpected(let name, _):
      "A container named \(name.quoted) was given \(key), which is not registered for containers of that name."
    default: "No registration found for \(key)\(missingContainer(failure.cause).map { ": " + $0 } ?? "")."
    }
  }

  /// Returns a clause about the container that was missing; nil if none was.
  private func missingContainer(_ cause: Cause?) -> String? {
    switch cause {
    case .notSetUp(let root): "\(TypeName(root)) is not set up"
    case .beingSetUp(let root): "\(TypeName(root)) is being set up"
    case .noCurrentContainer: "there is no current container"
    default: nil
    }
  }

  private func invalidity(of key: String, _ cause: Cause?) -> String {
    switch cause {
    case .notAnObject: "\(key) has a weak scope, but is not a class instance."
    case .incomparableArguments:
      """
      \(key) is cached for each value of its arguments, but an argument is neither Hashable nor a class instance, or is \
      Hashable on an actor only.
      """
    case .scopeChanged: "The scope of \(key) was changed after an instance was cached."
    case .hookedTooLate: "\(key) got an `afterInit` or `injecting` after an instance was cached."
    case .decoratedTooLate: "\(key) was decorated too late: an instance is cached, or is being built."
    case .unwrapping(let type): "The initializer that decorates \(key) has no parameter of type \(TypeName(type))."
    case .collectingNothing(let type):
      "The initializer that combines all \(key) into one has no parameter of type [\(TypeName(type))]."
    case .gone: "\(key) is owned elsewhere, and its owner has released it."
    case .notOwnable: "\(key) is to be owned elsewhere, but is not a class instance."
    case .eagerWithArguments: "\(key) is eager, but takes arguments."
    case .mixedUp(let type): "The custom scope of \(key) returned another instance, of \(TypeName(type))."
    case .resolving:
      "\(key) was resolved during a call to a custom scope, or by the `deinit` of an instance that the scope released."
    case .hasResolved:
      "The custom scope of \(key) resolved when it was called, or the `deinit` of an instance that it released did."
    case .sharedWithArguments: "\(key) takes arguments, but one custom scope caches all its instances."
    case .notGiven(let name): "\(key) is given to containers named \(name.quoted), but was not given to this one."
    case .givenTwice(let name): "A container named \(name.quoted) was given \(key) twice."
    default: "\(key) is not a valid instance."
    }
  }
}
