// The first line of a description: the problem, in one sentence.

extension AstrojectError {
  func headline(_ failure: Failure) -> String {
    let key = failure.key
    if let property = failure.property, property.isElsewhere, let name = property.name {
      return
        "The property `\(name)` of \(failure.path[property.index - 1].key) was filled on a thread on which its container is not known: \(elsewhere(failure))"
    }
    return problem(failure, of: key)
  }

  /// Returns the problem as it is for the container that was asked on another thread.
  private func elsewhere(_ failure: Failure) -> String {
    if case .noCurrentContainer = failure.cause { return "there is no current container." }
    return problem(failure, of: failure.key)
  }

  private func problem(_ failure: Failure, of key: Key) -> String {
    switch self {
    case .duplicateRegistration:
      let (earlier, location) = (failure.earlierLocation ?? .unknown, failure.location ?? .unknown)
      return "\(key) is registered twice: at \(earlier), and again at \(location)."
    case .sealed:
      if case .setUpBefore(let root) = failure.cause {
        return "\(TypeName(root)) is set up already, at \(failure.location ?? .unknown)."
      }
      let reason = missingContainer(failure.cause) ?? "the container is sealed"
      return "\(key) cannot be added at \(failure.location ?? .unknown), because \(reason)."
    case .noRegistrationFound:
      if let owner = failure.memberwise {
        return MemberwiseInitializer.headline(of: owner.description, asking: key.product)
      }
      if failure.isPlainParameter { return "No registration found for \(key), a plain value,\(failure.purpose)." }
      if failure.cause == nil, let name = failure.property?.name, failure.isOfProperty {
        return "No registration found for \(key), the type of the property `\(name)`."
      }
      return absence(of: key, failure.cause)
    case .circularDependency:
      if case .wait = failure.cause {
        return "\(key) needs itself: builds in several threads or tasks wait for each other."
      }
      return "\(key) needs itself."
    case .asynchronousFactory:
      switch failure.cause {
      case .asynchronousParameter(let type):
        return
          "\(key) has a parameter of type \(TypeName(type)) that is built asynchronously\(failure.number), and was resolved synchronously."
      case .beingBuiltAsynchronously: return "\(key) is being built asynchronously at the moment."
      default:
        let part = part(failure.cause)
        return
          "\(key) has an asynchronous \(part.name)\(part.place), and was resolved synchronously\(failure.purpose)."
      }
    case .isolationMismatch:
      if case .isolatedConformance(let conformance) = failure.cause {
        return
          "\(TypeName(conformance.type)) conforms to \(conformance.protocolName) on \(conformance.actor) only, and \(key) was resolved outside it\(failure.purpose)."
      }
      let (article, name, place) = part(failure.cause)
      return
        "\(key) has \(article) \(name)\(place)\(place.isEmpty ? "" : ",") on the main actor, and was resolved synchronously outside it\(failure.purpose)."
    case .invalidInstance:
      return invalidity(of: key, failure.cause)
    case .containerNotFound:
      let fact =
        if case .noContainer(_, _, let holder?) = failure.cause {
          "neither the container that caches \(holder) nor a parent of it has this name"
        } else {
          "there is none"
        }
      return "\(key) is cached by the nearest container named \(failure.containerName.quoted), but \(fact)."
    case .typeMismatch:
      if case .supplied(let type) = failure.cause {
        return "\(key) is filled with an instance of \(TypeName(type)), which is not of type \(TypeName(key.product))."
      }
      guard case .produces(let type) = failure.cause else { return "\(key) does not have its declared type." }
      return "\(key) is implemented by an instance of \(TypeName(type)), which is not of type \(TypeName(key.product))."
    case .factoryFailed:
      switch failure.cause {
      case .fallback: return "The fallback threw for \(key): \(describe(failure.underlyingError))"
      case .conversion:
        return "The conversion of \(key) to a type that it implements threw: \(describe(failure.underlyingError))"
      default: return "The factory of \(key) threw: \(describe(failure.underlyingError))"
      }
    case .afterInitFailed:
      return "An `afterInit` of \(key) threw: \(describe(failure.underlyingError))"
    case .containerReleased:
      if case .foreignContainer = failure.cause {
        return "A container of another copy of Astroject was used for \(key)."
      }
      if case .ended(let name) = failure.cause {
        let child = name.map { "The child \($0.quoted)" } ?? "A child"
        let purpose = DerivedForms.isContainer(key.product) ? "" : " for \(key)"
        return "\(child) was used\(purpose) after its work had ended."
      }
      return "\(key) was resolved after its container was released."
    case .cancelled:
      if case .tornDown(let root) = failure.cause {
        let place = failure.location.map { ", at \($0)" } ?? ""
        return "\(TypeName(root)) was torn down while it was set up\(place)."
      }
      return "The task that resolved \(key) was cancelled."
    case .tooDeep:
      if case .endless = failure.cause {
        return "\(key) is at the end of an endless chain of dependencies, each with other arguments or in another "
          + "container."
      }
      if case .fallback = failure.cause {
        return "\(key) is at the end of a chain of fallbacks that is too long, or endless."
      }
      return "\(key) is at the end of a chain of dependencies that is too long for the stack of this thread."
    case .alreadyRegistered, .bootstrapFailed, .shutdownFailed:
      return ""
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

  private func absence(of key: Key, _ cause: Cause?) -> String {
    switch cause {
    case .unfitArgument(let type):
      "The initializer of \(key.withoutArguments) takes no argument of type \(TypeName(type))."
    case .surplusArgument(let type):
      "The initializer of \(key.withoutArguments) takes no further argument of type \(TypeName(type))."
    case .mismatchedArgument(let type, let wanted):
      "The initializer of \(key.withoutArguments) takes an argument of type \(TypeName(wanted)), and got one of type \(TypeName(type))."
    case .ambiguousArgument(let type):
      "The initializer of \(key.withoutArguments) has several parameters for an argument of type \(TypeName(type))."
    case .missingArgument(let type):
      "The initializer of \(key.withoutArguments) takes an argument of type \(TypeName(type)), and got none."
    case .ambiguousProperty(let type):
      "\(key.withoutArguments) has several injected properties for an argument of type \(TypeName(type))."
    case .notExpected(let name, _):
      "A container named \(name.quoted) was given \(key), which is not registered for containers of that name."
    default: "No registration found for \(key)\(missingContainer(cause).map { ": " + $0 } ?? "")."
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

  private func invalidity(of key: Key, _ cause: Cause?) -> String {
    switch cause {
    case .notAnObject: "\(key) has a weak scope, but is not a class instance."
    case .incomparableArguments:
      "\(key) is cached for each value of its arguments, but an argument is neither Hashable nor a class instance."
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
    case .notGiven(let name):
      "\(key) is given to containers named \(name.quoted), but was not given to this one."
    case .givenTwice(let name): "A container named \(name.quoted) was given \(key) twice."
    default: "\(key) is not a valid instance."
    }
  }

  func describe(_ error: (any Error)?) -> String {
    error.map(TypeName.text) ?? "nothing"
  }
}
