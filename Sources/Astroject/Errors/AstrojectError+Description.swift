// Every sentence of the module. An error says what happened, where, and how to mend it.

extension AstrojectError: CustomStringConvertible {
  /// What happened, on which path, what else is registered, and a remedy.
  public var description: String {
    switch self {
    case .alreadyRegistered(let type, let name):
      // Whether this is a name or a key is not known any more.
      let label = name.map { " under \"\($0.onOneLine)\"" } ?? ""
      return Report(
        "\(TypeName(type)) is already registered\(label), and protected by `isOverridable: false`.",
        remedy: "register it under another name, or drop the protection."
      ).text
    case .bootstrapFailed(let failures):
      return Report(failures, of: failures.count, "could not be built by `bootstrap`").text
    case .shutdownFailed(let failures):
      // Several hooks of one product may have thrown.
      return Report(failures, of: Set(failures.map(\.subject)).count, "could not be released").text
    case .noRegistrationFound(let failure), .circularDependency(let failure), .asynchronousFactory(let failure),
      .isolationMismatch(let failure), .invalidInstance(let failure), .typeMismatch(let failure),
      .factoryFailed(let failure), .afterInitFailed(let failure), .containerReleased(let failure),
      .cancelled(let failure), .tooDeep(let failure):
      return Report(headline(failure), failure, remedy: remedy(failure)).text
    }
  }

  // MARK: What

  private func headline(_ failure: Failure) -> String {
    let key = failure.key
    switch self {
    case .noRegistrationFound: return absence(of: key, failure.cause)
    case .circularDependency:
      if case .wait = failure.cause {
        return "\(key) needs itself: builds in several threads or tasks wait for each other."
      }
      return "\(key) needs itself."
    case .asynchronousFactory:
      switch failure.cause {
      case .asynchronousParameter(let type):
        return
          "\(key) has a parameter of type \(TypeName(type)) that is made asynchronously, and was resolved synchronously."
      case .asynchronousHook: return "\(key) has an asynchronous `afterInit`, and was resolved synchronously."
      case .beingBuiltAsynchronously: return "\(key) is being built asynchronously just now."
      default: return "\(key) has an asynchronous factory, and was resolved synchronously."
      }
    case .isolationMismatch:
      let part = if case .mainActorHook = failure.cause { "an `afterInit`" } else { "a factory" }
      return "\(key) has \(part) of the main actor, and was resolved synchronously off it."
    case .invalidInstance:
      return invalidity(of: key, failure.cause)
    case .typeMismatch:
      if case .supplied(let type) = failure.cause {
        return "\(key) is filled with an instance of \(TypeName(type)), which is no \(TypeName(key.product))."
      }
      guard case .produces(let type) = failure.cause else { return "\(key) is not what it was said to be." }
      return "\(key) is implemented by an instance of \(TypeName(type)), which is no \(TypeName(key.product))."
    case .factoryFailed:
      switch failure.cause {
      case .fallback: return "The fallback threw for \(key): \(describe(failure.underlyingError))"
      case .conversion:
        return "The conversion of \(key) to what it implements threw: \(describe(failure.underlyingError))"
      default: return "The factory of \(key) threw: \(describe(failure.underlyingError))"
      }
    case .afterInitFailed:
      return "An `afterInit` of \(key) threw: \(describe(failure.underlyingError))"
    case .containerReleased:
      return "\(key) was resolved after its container was gone."
    case .cancelled:
      return "The task that resolved \(key) was cancelled."
    case .tooDeep:
      if case .endless = failure.cause {
        return "\(key) is at the end of a chain of dependencies that goes on and on: its arguments are never the same."
      }
      return "\(key) is at the end of a chain of dependencies that is too long for the stack of this thread."
    case .alreadyRegistered, .bootstrapFailed, .shutdownFailed:
      return ""
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
    case .property(let name): "No registration found for \(key), the type of the property `\(name)`."
    case .noCurrentContainer: "No registration found for \(key): there is no current container."
    case .notExpected(let name):
      "A container named \(name.debugDescription) was given \(key), which is registered for none of that name."
    default: "No registration found for \(key)."
    }
  }

  private func invalidity(of key: Key, _ cause: Cause?) -> String {
    switch cause {
    case .notAnObject: "\(key) is kept by a weak scope, but is no class instance."
    case .incomparableArguments:
      "\(key) is kept for each value of its arguments, but an argument is neither Hashable nor a class instance."
    case .scopeChanged: "The scope of \(key) was changed after it had kept an instance."
    case .gone: "\(key) belongs to somebody else, who has let go of it."
    case .notOwnable: "\(key) is to be owned elsewhere, but is no class instance."
    case .eagerWithArguments: "\(key) is eager, but takes arguments."
    case .forgotten: "The custom scope of \(key) forgot the product that it was just given."
    case .mixedUp(let type): "The custom scope of \(key) gave back another instance, of \(TypeName(type))."
    case .resolving: "A custom scope resolved \(key) while it was asked for an instance itself."
    case .sharedWithArguments: "\(key) takes arguments, but one custom scope is to keep all its instances."
    case .noContainer(let name):
      "\(key) is kept by the nearest container named \"\(name)\", and there is none."
    case .notGiven(let name):
      "\(key) is given to containers named \(name.debugDescription), but this one did not get it."
    case .givenTwice(let name): "A container named \(name.debugDescription) was given \(key) twice."
    default: "\(key) is no valid instance."
    }
  }

  private func describe(_ error: (any Error)?) -> String {
    error.map { TypeName.withoutContexts(String(describing: $0)) } ?? "nothing"
  }

  // MARK: How to mend it

  private func remedy(_ failure: Failure) -> String? {
    switch self {
    case .noRegistrationFound: return absenceRemedy(failure)
    case .circularDependency:
      if let lazy = failure.path.last(where: \.isDeferred) {
        return "break the loop: use the `\(TypeName(lazy.key.product))` when the object that has it has been built."
      }
      if let (owner, need) = failure.breakingPoint {
        return "break the loop: have the initializer of \(owner) take a `Lazy<\(TypeName(need.product))>`."
      }
      return "break the loop: hand one of them over in `afterInit`, or resolve it when it is used."
    case .asynchronousFactory:
      switch failure.cause {
      case .beingBuiltAsynchronously: return "await it: a thread cannot wait for a task that may need it."
      default:
        return "await it: `try await \(failure.awaitable.sampleResolve)`. "
          + "(In a `main.swift`, Swift takes the synchronous `resolve` even behind `await`: use a type with `@main`.)"
      }
    case .isolationMismatch:
      return "await it, or resolve it on the main actor: `try await \(failure.awaitable.sampleResolve)`."
    case .invalidInstance: return invalidityRemedy(failure.cause)
    case .typeMismatch:
      if case .supplied = failure.cause {
        return "have the closure of `fillMissing` give a \(TypeName(failure.key.product)), or nil to leave it missing."
      }
      return "drop the `implements(\(failure.key.sampleType))`, or have the product adopt it."
    case .containerReleased: return "keep the container for as long as something resolves from it."
    case .tooDeep:
      if case .endless = failure.cause { return "see that the recursion ends." }
      return "shorten the chain, or resolve on a thread with a larger stack."
    case .factoryFailed, .afterInitFailed, .cancelled, .alreadyRegistered, .bootstrapFailed, .shutdownFailed:
      return nil
    }
  }

  private func absenceRemedy(_ failure: Failure) -> String {
    switch failure.cause {
    case .unfitArgument, .surplusArgument, .mismatchedArgument:
      "give only what it takes; `Argument<T>(…)` says that an argument is a `T`."
    case .ambiguousArgument: "mark the parameters: `with: .argument, …`; or give one argument for each of them."
    case .missingArgument: "give it: `resolve(\(failure.key.sampleType), arguments: …)`."
    case .property:
      "register it, under the name or key of the property if it has one: `\(failure.key.sampleRegistration)`."
    case .noCurrentContainer:
      "resolve the object that needs it, or say which container is current: `container.makeShared()`."
    case .notExpected(let name):
      "register it in the parent: `container.register(given: \(failure.key.sampleType), toChildrenNamed: \(name.debugDescription))`; or give it `as` the type that is."
    default: "register it: `\(failure.key.sampleRegistration)`."
    }
  }

  private func invalidityRemedy(_ cause: Cause?) -> String? {
    switch cause {
    case .notAnObject: "use `asSingleton()` or `asTransient()` for a value."
    case .incomparableArguments: "make the type of the argument Hashable, or use `asTransient()`."
    case .scopeChanged: "choose the scope where it is registered: `register(…).asSingleton()`."
    case .gone: "keep the instance, or let the container own it: `ownedByContainer()`."
    case .notOwnable: "let the container own it: `ownedByContainer()`."
    case .eagerWithArguments: "drop the `eager()`, or the arguments."
    case .forgotten: "have `get` return what `set` was given for the same context, or use `asTransient()`."
    case .mixedUp: "have `get` return what `set` was given for the same context."
    case .resolving: "take what it needs when it is made: no container may be asked in `get`, `set` or `release`."
    case .sharedWithArguments: "have one made for each value: `.as { … }`."
    case .noContainer(let name):
      "resolve it in a container made by `makeChild(named: \(name.debugDescription))`, or in a child of one."
    case .notGiven(let name):
      "pass it where the container is made: `makeChild(named: \(name.debugDescription), given: …)`."
    case .givenTwice: "pass one of each type."
    default: nil
    }
  }
}

extension AstrojectError.NearMatch: CustomStringConvertible {
  /// The key, where it is registered, and how it differs.
  public var description: String {
    let text = difference == .module ? key.qualifiedDescription : key.description
    return "\(text), registered at \(place) (\(difference))"
  }
}

extension AstrojectError.NearMatch.Difference: CustomStringConvertible {
  /// How a registration differs from what was asked, in a few words.
  public var description: String {
    switch self {
    case .label: "under another name or key"
    case .arguments: "with other arguments"
    case .contribution: "contributed; `resolveAll` gives it"
    case .child(let name): name.map { "in the child container \"\($0)\"" } ?? "in a child container"
    case .module: "another type of this name"
    case .optional: "the optional of it; resolve that"
    case .existential: "the one is a protocol's existential, the other is not"
    }
  }
}

extension AstrojectError.Step: CustomStringConvertible {
  /// The key, and where it is registered.
  public var description: String { place.map { "\(key), registered at \($0)" } ?? "\(key)" }
}

extension Key {
  /// A line that registers it.
  package var sampleRegistration: String {
    let types = argumentTypes.map { TypeName.expression($0) + ".self" }.joined(separator: ", ")
    return "container.register(\(sample(arguments: types))) { … }"
  }

  /// A line that resolves it.
  fileprivate var sampleResolve: String {
    "container.resolve(\(sample(arguments: argumentTypes.map { _ in "…" }.joined(separator: ", "))))"
  }

  /// The argument that gives its name or key, where it has one.
  package var sampleLabel: String? {
    name.map { "name: \($0.debugDescription)" } ?? label.map { "key: \($0.literal ?? "…")" }
  }

  /// The argument that gives its type.
  fileprivate var sampleType: String { TypeName.expression(TypeName(product).description) + ".self" }

  private func sample(arguments: String) -> String {
    var parts = [sampleType, sampleLabel].compactMap { $0 }
    if takesArguments { parts.append((argumentTypes.count == 1 ? "argument: " : "arguments: ") + arguments) }
    return parts.joined(separator: ", ")
  }

  private var argumentTypes: [String] {
    guard takesArguments else { return [] }
    let list = TypeName(arguments).description
    return TypeName.elements(ofTuple: list) ?? [list]
  }
}

/// The lines of a description.
private struct Report {
  private var lines: [String]

  init(_ headline: String, remedy: String?) {
    lines = [headline]
    if let remedy { lines.append("  Remedy: " + remedy) }
  }

  init(_ headline: String, _ failure: AstrojectError.Failure, remedy: String?) {
    lines = [headline]
    let (path, omission) = failure.path.ends
    if path.count > 1 {
      let names = path.map(\.key.description).noting(omission: omission)
      lines.append("  Path: " + names.joined(separator: " → "))
    }
    var seen: Set<AstrojectError.Step> = []
    for step in path where step.place != nil && seen.insert(step).inserted { lines.append("    \(step)") }
    if !failure.nearMatches.isEmpty {
      lines.append("  Did you mean:")
      lines += failure.nearMatches.map { "    \($0)" }
    }
    if let remedy { lines.append("  Remedy: " + remedy) }
  }

  /// Several failures of one or more products, numbered.
  init(_ failures: [AstrojectError.Failure], of count: Int, _ verb: String) {
    lines = ["\(count) \(count == 1 ? "product" : "products") \(verb):"]
    for (index, failure) in failures.enumerated() {
      lines.append("  \(index + 1). \(failure.subject)")
      let text = failure.underlyingError.map { TypeName.withoutContexts(String(describing: $0)) } ?? ""
      lines += text.split(separator: "\n").map { "     \($0)" }
    }
  }

  var text: String { lines.joined(separator: "\n") }
}

extension AstrojectError.Failure {
  /// What could not be had or let go of, and where it is registered.
  fileprivate var subject: String { path.last?.description ?? key.description }

  /// What has to be awaited for this to be: what gets its parameters with `await` can be awaited in its place.
  fileprivate var awaitable: Key {
    guard var index = path.indices.last else { return key }
    while index > 0, path[index - 1].isWired { index -= 1 }
    return path[index].key
  }

  /// Where on a loop a `Lazy` would break it: whose initializer would take one, and of what.
  fileprivate var breakingPoint: (owner: Key, need: Key)? {
    // A loop ends with what it began with; what leads to it is no part of it.
    guard let last = path.last, let start = path.firstIndex(where: { $0.key == last.key }), start < path.count - 1
    else {
      return nil
    }
    let steps = path[start...]
    return Array(zip(steps, steps.dropFirst())).last { $0.0.isWired && !$0.1.key.takesArguments }.map {
      ($0.0.key, $0.1.key)
    }
  }
}
