// Every sentence of the module. An error says what happened, where, and how to mend it.

extension AstrojectError: DescribedError {
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
      .isolationMismatch(let failure), .invalidInstance(let failure), .containerNotFound(let failure),
      .typeMismatch(let failure), .factoryFailed(let failure), .afterInitFailed(let failure),
      .containerReleased(let failure), .cancelled(let failure), .tooDeep(let failure):
      return Report(headline(failure), failure, remedy: remedy(failure)).text
    }
  }

  // MARK: What

  private func headline(_ failure: Failure) -> String {
    let key = failure.key
    switch self {
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
          "\(key) has a parameter of type \(TypeName(type)) that is made asynchronously\(failure.number), and was resolved synchronously."
      case .asynchronousHook:
        return "\(key) has an asynchronous `afterInit`, and was resolved synchronously\(failure.purpose)."
      case .beingBuiltAsynchronously: return "\(key) is being built asynchronously just now."
      default: return "\(key) has an asynchronous factory, and was resolved synchronously\(failure.purpose)."
      }
    case .isolationMismatch:
      let part = if case .mainActorHook = failure.cause { "an `afterInit`" } else { "a factory" }
      return "\(key) has \(part) of the main actor, and was resolved synchronously off it\(failure.purpose)."
    case .invalidInstance:
      return invalidity(of: key, failure.cause)
    case .containerNotFound:
      return "\(key) is kept by the nearest container named \"\(failure.containerName)\", and there is none."
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
      if case .ended(let name) = failure.cause {
        let child = name.map { "The child \($0.debugDescription)" } ?? "A child"
        let purpose = key.product == Container.self ? "" : " for \(key)"
        return "\(child) was used\(purpose) after its work had ended."
      }
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
    case .ambiguousProperty(let type):
      "\(key.withoutArguments) has several injected properties for an argument of type \(TypeName(type))."
    case .noCurrentContainer: "No registration found for \(key): there is no current container."
    case .notExpected(let name, _):
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
    case .mixedUp(let type): "The custom scope of \(key) gave back another instance, of \(TypeName(type))."
    case .resolving: "\(key) was resolved inside a call into a custom scope, or by what that let go of."
    case .hasResolved: "The custom scope of \(key) resolved something when it was called, or what it let go of did."
    case .sharedWithArguments: "\(key) takes arguments, but one custom scope is to keep all its instances."
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
    case .noRegistrationFound:
      return failure.memberwise.map { MemberwiseInitializer.remedy(of: $0.description) } ?? absenceRemedy(failure)
    case .circularDependency:
      if let lazy = failure.path.last(where: \.isDeferred) {
        return "break the loop: use the `\(TypeName(lazy.key.product))` when the object that has it has been built."
      }
      if let point = failure.breakingPoint { return "break the loop: \(point.remedy)." }
      return "break the loop: hand one of them over in `afterInit`, or resolve it when it is used."
    case .asynchronousFactory:
      switch failure.cause {
      case .beingBuiltAsynchronously: return "await it: a thread cannot wait for a task that may need it."
      default:
        if let remedy = propertyRemedy(failure) { return remedy }
        return "await it: `try await \(failure.awaitable.sampleResolve)`. "
          + "(In a `main.swift`, Swift takes the synchronous `resolve` even behind `await`: use a type with `@main`.)"
      }
    case .isolationMismatch:
      if let remedy = propertyRemedy(failure) { return remedy }
      return "await it, or resolve it on the main actor: `try await \(failure.awaitable.sampleResolve)`."
    case .invalidInstance: return invalidityRemedy(failure.cause)
    case .containerNotFound:
      if case .noContainer(let name, _, let keeper?) = failure.cause {
        return "give \(keeper) the same scope: `.asContainer(named: \(name.debugDescription))`."
      }
      return "resolve it in a container made by `makeChild(named: \(failure.containerName.debugDescription))`, "
        + "or in a child of one."
    case .typeMismatch:
      if case .supplied = failure.cause {
        return "have the closure of `fillMissing` give a \(TypeName(failure.key.product)), or nil to leave it missing."
      }
      return "drop the `implements(\(failure.key.sampleType))`, or have the product adopt it."
    case .containerReleased:
      if case .ended = failure.cause {
        return "use it within the work that `withChild` is given, or take the parent."
      }
      return "keep the container for as long as something resolves from it."
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
    case .ambiguousProperty: "give one argument for each of the properties, or a name to those that are not to get it."
    case .missingArgument:
      failure.wiredOwner.map {
        "have the initializer of \($0) take a `Provider<\(Spelling.argument(failure.key.product))>`, and give it there: `try provider.get(arguments: …)`."
      } ?? "give it: `resolve(\(failure.key.sampleType), arguments: …)`."
    case .noCurrentContainer:
      "resolve the object that needs it, or say which container is current: `container.makeShared()`."
    case .notExpected(let name, let names):
      (Similarity.names(like: name, among: names).first.map {
        "name it so: `makeChild(named: \($0.debugDescription), given: …)`; or "
      } ?? "")
        + "register it in the parent: `container.register(given: \(failure.key.sampleType), toChildrenNamed: \(name.debugDescription))`; or give it `as` the type that is."
    default: failure.isPlainParameter ? valueRemedy(failure) : registrationRemedy(failure)
    }
  }

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

  /// The remedy where an injected property asked without awaiting for what has to be awaited.
  private func propertyRemedy(_ failure: Failure) -> String? {
    guard let property = failure.property, property.index > 0, property.index < failure.path.count else { return nil }
    let (owner, key) = (failure.path[property.index - 1], failure.path[property.index].key)
    let lazy = "have the property hold a `Lazy<\(Spelling.argument(key.product))>`"
    let other =
      if key.label != nil {
        "take it by the initializer, `with: \(key.rule)`"
      } else if owner.isWired {
        "register the initializer as the type that it makes, and forward it: "
          + "`register(initializer: ….init).implements(\(Spelling.expression(owner.key.product)).self)`"
      } else {
        "register the initializer of \(owner.key)"
      }
    return "\(lazy), as its value is got when it is made, without `await`; or \(other)."
  }

  /// A plain value is seldom registered under its type alone: that would be for all who want a number.
  private func valueRemedy(_ failure: Failure) -> String {
    guard let parameter = failure.parameter else { return registrationRemedy(failure) }
    return Spelling.remedy(forValueOf: parameter.rules, at: [parameter.position], failure.nearMatches)
      + "; or register another initializer, as default arguments are not seen through a reference to one."
  }

  private func invalidityRemedy(_ cause: Cause?) -> String? {
    switch cause {
    case .notAnObject: "use `asSingleton()` or `asTransient()` for a value."
    case .incomparableArguments: "make the type of the argument Hashable, or use `asTransient()`."
    case .scopeChanged: "choose the scope where it is registered: `register(…).asSingleton()`."
    case .gone: "keep the instance, or let the container own it: `ownedByContainer()`."
    case .notOwnable: "let the container own it: `ownedByContainer()`."
    case .eagerWithArguments: "drop the `eager()`, or the arguments."
    case .mixedUp: "have `get` return what `set` was given for the same context, or nothing."
    case .resolving, .hasResolved:
      "take what a scope needs when it is made: nothing may be resolved in `get`, `set`, `release`, or a `deinit` there."
    case .sharedWithArguments: "have one made for each value: `.as { … }`."
    case .notGiven(let name):
      "pass it where the container is made: `makeChild(named: \(name.debugDescription), given: …)`."
    case .givenTwice: "pass one of each type."
    default: nil
    }
  }
}

extension AstrojectError.Failure: CustomStringConvertible {
  /// The path to what could not be had, and where the registrations on it were made.
  public var description: String {
    let (shown, omission) = path.ends
    return shown.map(\.description).noting(omission: omission).joined(separator: " → ")
  }
}

extension AstrojectError.NearMatch: CustomStringConvertible {
  /// The key, where it is registered, and how it differs.
  public var description: String {
    let text = difference == .module ? key.qualifiedDescription : key.description
    return "\(text), registered at \(location) (\(difference))"
  }

  /// A line for each, and one for those that are left out.
  package static func lines(_ matches: [AstrojectError.NearMatch], omitting omission: Int) -> [String] {
    matches.map(\.description) + (omission > 0 ? ["… and \(omission) more"] : [])
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
    case .implementation: "an implementation of it"
    case .service: "what it implements"
    }
  }
}

extension AstrojectError.Step: CustomStringConvertible {
  /// The key, and where it is registered.
  public var description: String { location.map { "\(key), registered at \($0)" } ?? "\(key)" }
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

  /// The types of its arguments, one by one.
  package var argumentTypes: [String] {
    guard takesArguments else { return [] }
    let list = TypeName(arguments).description
    return TypeName.elements(ofTuple: list) ?? [list]
  }
}

extension Dependency {
  /// Returns how likely it is that a key was asked for on its behalf, zero for most likely; nil if it was not.
  ///
  /// - Parameter isMissing: Whether nothing is registered for the key, which an optional would not mind.
  fileprivate func rank(for key: Key, missing isMissing: Bool) -> Int? {
    switch kind {
    case .required: self.key == key ? 0 : nil
    case .collection: self.key.product == key.product ? 0 : nil
    case .optional: self.key == key ? (isMissing ? 1 : 0) : nil
    // They ask later.
    case .lazy, .provider: self.key == key ? 2 : nil
    case .argument, .fixed, .closure, .forwarded, .container, .resolver: nil
    }
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
    for step in path where step.location != nil && seen.insert(step).inserted { lines.append("    \(step)") }
    let near = failure.nearLines
    if !near.isEmpty { lines += ["  Did you mean:"] + near.map { "    " + $0 } }
    lines += ContainerNames(failure.containerNames, lacking: failure.containerName).lines.map { "  " + $0 }
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

/// The containers that there are, where one of another name is looked for.
package struct ContainerNames {
  /// The lines that name them, the nearest first.
  package let lines: [String]

  package init(_ names: [String], lacking name: String) {
    // A child of that name may be there, which is of no use here.
    let names = names.filter { $0 != name }
    let near = Similarity.names(like: name, among: names)
    let others = names.filter { !near.contains($0) }
    lines =
      (near.isEmpty ? [] : ["Did you mean:"] + near.map { "  the container \($0.debugDescription)" })
      + (others.isEmpty
        ? [] : ["Named \(near.isEmpty ? "" : "otherwise ")are the containers: \(ContainerNames.list(others))"])
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(10).map(\.debugDescription).joined(separator: ", ")
    return names.count > 10 ? shown + " and \(names.count - 10) others" : shown
  }
}

extension AstrojectError.Failure {
  /// The name of the container that was not found.
  fileprivate var containerName: String {
    switch cause {
    case .noContainer(let name, _, _), .notExpected(let name, _): name
    default: ""
    }
  }

  /// What could not be had or let go of, and where it is registered.
  fileprivate var subject: String { path.last?.description ?? key.description }

  /// What has to be awaited for this to be: what gets its parameters with `await` can be awaited in its place.
  fileprivate var awaitable: Key {
    guard var index = path.indices.last else { return key }
    while index > 0, path[index - 1].isWired { index -= 1 }
    return path[index].key
  }

  /// The parameter that it was for, counted from one; the rules of all parameters, and whose they are.
  fileprivate var parameter: (position: Int, rules: [String], owner: Key)? {
    let parameters = siblings.filter { if case .parameter = $0.site { true } else { false } }
    let ranks = parameters.map { $0.rank(for: key, missing: cause == nil) }
    guard property == nil, let owner = path.dropLast().last?.key, let best = ranks.compactMap({ $0 }).min(),
      let index = ranks.firstIndex(of: best)
    else { return nil }
    return (index + 1, parameters.compactMap(\.rule), owner)
  }

  /// The parameter that it was for, as the end of a sentence; empty if it was for none.
  fileprivate var purpose: String {
    parameter.map { " for parameter \($0.position) of \($0.rules.count) of the initializer of \($0.owner)" } ?? ""
  }

  /// Which of its own parameters it is about, in the middle of a sentence.
  fileprivate var number: String {
    guard let index = siblings.firstIndex(where: { $0.kind == .closure && $0.effect != Summary.Effect() }) else {
      return ""
    }
    let count = siblings.count { if case .parameter = $0.site { true } else { false } }
    return ", number \(index + 1) of \(count)"
  }

  /// True for what an injected property itself asked for.
  fileprivate var isOfProperty: Bool { property?.index == path.count - 1 }

  /// What it was for, if it is known what that gets.
  fileprivate var wiredOwner: Key? { path.dropLast().last.flatMap { $0.isWired ? $0.key : nil } }

  /// True for an initializer's parameter of a plain type: a number, a text, a date, a closure.
  fileprivate var isPlainParameter: Bool {
    guard cause == nil, key.label == nil, !key.takesArguments, parameter != nil else { return false }
    return TypeKind.isPlainValue(key.product)
  }

  /// Where a `Lazy` would break the loop, if that is known.
  fileprivate var breakingPoint: AstrojectError.BreakingPoint? {
    switch cause {
    case .loop(let point), .wait(let point): point
    default: nil
    }
  }

  /// The registration whose initializer asks for a property of a struct, which is the one that the compiler has
  /// written.
  fileprivate var memberwise: Key? {
    key.product is any InjectedProperty.Type ? wiredOwner : nil
  }
}

extension AstrojectError.BreakingPoint {
  fileprivate var remedy: String {
    let lazy = "a `Lazy<\(need)>`"
    return switch site {
    case .parameter, .forwarding: "have the initializer of \(owner) take \(lazy)"
    case .property: "have the property of \(owner) hold \(lazy)"
    case .declared: "have the closure of \(owner) resolve \(lazy)"
    }
  }
}
