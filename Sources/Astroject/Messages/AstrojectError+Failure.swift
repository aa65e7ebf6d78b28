// The facts that the sentences about a failure are made of.

extension Dependency {
  /// Returns the likelihood that a key was asked for on behalf of this dependency, or nil if it was not.
  ///
  /// Zero is the most likely.
  ///
  /// - Parameter isMissing: True if nothing is registered for the key, which an optional would accept.
  func rank(for key: Key, missing isMissing: Bool) -> Int? {
    switch kind {
    case .required: self.key == key ? 0 : nil
    case .collection: self.key.product == key.product ? 0 : nil
    case .optional: self.key == key ? (isMissing ? 1 : 0) : nil
    // They resolve later.
    case .lazy, .provider: self.key == key ? 2 : nil
    case .argument, .fixed, .decorated, .closure, .forwarded, .container, .resolver: nil
    }
  }
}

extension AstrojectError.Failure {
  /// The product that could not be built or released, and the location of its registration.
  @inline(never)
  var subject: String { path.last?.description ?? key.description }

  /// The type of the last object on the path that resolves later, such as a `Lazy`, or nil if there is none.
  var deferred: TypeName? { path.last { $0.part == .deferred }.map { TypeName($0.key.product) } }

  /// The key to await: the product's own, or that of the topmost step above it from which parameters are awaited down
  /// to it; the collection, if an element of one is to be awaited.
  var awaitable: Key { awaitedIndex.map { path[$0].collection ?? path[$0].key } ?? key }

  /// The index of the step to await.
  private var awaitedIndex: Int? {
    guard var index = path.indices.last else { return nil }
    if index > 0, property == nil {
      if isAskedByDependency {
        index -= 1
      } else if path[index - 1].hasParameterPlan, path[index].part != .decorator, !isOfOwnParameter {
        // A hook, or the closure of a rule, has asked for what no parameter or property is of.
        return index
      }
    }
    while index > 0,
      path[index - 1].hasParameterPlan || path[index - 1].part == .forwarding || path[index].part == .decorator
    { index -= 1 }
    return index
  }

  /// True if a parameter of the product itself has to be awaited.
  private var isOfOwnParameter: Bool { if case .asynchronousParameter = cause { true } else { false } }

  /// True if what asked has a dependency of the key, which it gets as its caller can.
  private var isAskedByDependency: Bool {
    siblings.contains { sibling in
      // The product of a forwarding is that of its target.
      sibling.rank(for: key, missing: false) != nil || TypeKind.isImplementation(key.product, of: sibling.key.product)
        || IsolatedConformance(of: key.product, hiddenFromCastTo: sibling.key.product) != nil
    }
  }

  /// The step of the closure that has asked for what is to be awaited; nil if no closure has.
  var askingClosure: AstrojectError.Step? { awaitedIndex.flatMap { $0 > 0 ? path[$0 - 1] : nil } }

  /// Returns the remedy to await in a closure, which makes it asynchronous.
  func awaiting(in owner: AstrojectError.Step) -> String {
    "await it in the closure of \(owner.name): "
      + "`{ resolver\(owner.takesMore ? ", …" : "") in … try await \(awaitable.sampleResolve(by: "resolver")) … }`"
  }

  /// The parameter that the product was for, counted from one, all parameters, the place of their rules, and the name
  /// of their owner.
  var parameter: (position: Int, parameters: [Dependency], place: AstrojectError.RulePlace, owner: String)? {
    guard property == nil, path.count > 1 else { return nil }
    let owner = path[path.count - 2]
    let parameters = siblings.filter(\.isOfParameter)
    var (position, lowest) = (0, Int.max)
    for (index, dependency) in parameters.enumerated() {
      if let rank = dependency.rank(for: key, missing: cause == nil), rank < lowest {
        (position, lowest) = (index + 1, rank)
      }
    }
    return position == 0 ? nil : (position, parameters, owner.rulePlace ?? .registration, owner.name)
  }

  /// The parameter that the product was for, as the end of a sentence.
  ///
  /// Empty if there is none.
  var purpose: String {
    parameter.map { " for parameter \($0.position) of \($0.parameters.count) of the initializer of \($0.owner)" } ?? ""
  }

  /// The place of the rules of the product's own parameters.
  var rulePlace: AstrojectError.RulePlace { path.last?.rulePlace ?? .registration }

  /// The types of the arguments that the initializer takes, as they are written, each once.
  ///
  /// For an error about arguments, the siblings are the dependencies of the registration that got them.
  var takenTypes: [String] {
    var types: [String] = []
    let refused: Any.Type? = if case .unfitArgument(let type) = cause { type } else { nil }
    for dependency in siblings where dependency.key.label == nil || dependency.kind == .argument {
      // A property without a name or key would have taken the argument.
      if !dependency.isLabelKnown, dependency.kind != .collection, dependency.key.product == refused { continue }
      switch dependency.kind {
      case .required, .optional, .lazy, .provider, .collection, .argument:
        let type = dependency.spelledType
        if !types.contains(type) { types.append(type) }
      case .fixed, .decorated, .closure, .forwarded, .container, .resolver: break
      }
    }
    return types
  }

  /// The number of the product's asynchronous parameter, in the middle of a sentence.
  ///
  /// Empty if it is not known.
  var number: String {
    siblings.firstIndex { $0.kind == .closure && $0.effect != .none }
      .map { ", number \($0 + 1) of \(siblings.count { $0.isOfParameter })" } ?? ""
  }

  /// True if an injected property itself asked for the product.
  package var isOfProperty: Bool { property?.index == path.count - 1 }

  /// The key of the registration that asked, if its parameters are known.
  var plannedOwner: Key? { path.dropLast().last.flatMap { $0.hasParameterPlan ? $0.key : nil } }

  /// The registration that asked for the product by an injected property or a parameter; nil if a closure or a caller
  /// has asked.
  var asker: (owner: String, site: Dependency.Site)? {
    guard let owner = path.dropLast().last else { return nil }
    if isOfProperty { return (owner.name, .property(nil)) }
    return owner.hasParameterPlan && owner.part != .hook ? (owner.name, .parameter(0)) : nil
  }

  /// True if the product was for an initializer's parameter of a plain type: a number, a text, a date, a closure.
  var isPlainParameter: Bool {
    guard cause == nil, key.label == nil, !key.takesArguments, parameter != nil else { return false }
    return TypeKind.isPlainValue(key.product)
  }

  /// The registration whose initializer takes the property wrapper of a struct's property.
  ///
  /// That initializer is the memberwise one that the compiler writes.
  var memberwise: Key? { key.product is any InjectedProperty.Type ? plannedOwner : nil }
}
