// What a failure knows that its sentences are made of.

extension Dependency {
  /// Returns how likely it is that a key was asked for on its behalf, zero for most likely; nil if it was not.
  ///
  /// - Parameter isMissing: Whether nothing is registered for the key, which an optional would not mind.
  func rank(for key: Key, missing isMissing: Bool) -> Int? {
    switch kind {
    case .required: self.key == key ? 0 : nil
    case .collection: self.key.product == key.product ? 0 : nil
    case .optional: self.key == key ? (isMissing ? 1 : 0) : nil
    // They ask later.
    case .lazy, .provider: self.key == key ? 2 : nil
    case .argument, .fixed, .surrounded, .closure, .forwarded, .container, .resolver: nil
    }
  }
}

extension AstrojectError.Failure {
  /// The name of the container that was not found.
  var containerName: String {
    switch cause {
    case .noContainer(let name, _, _), .notExpected(let name, _): name
    default: ""
    }
  }

  /// What could not be had or let go of, and where it is registered.
  var subject: String { path.last?.description ?? key.description }

  /// What has to be awaited for this to be: what gets its parameters with `await` can be awaited in its place.
  var awaitable: Key {
    guard var index = path.indices.last else { return key }
    while index > 0, path[index - 1].hasParameterPlan { index -= 1 }
    return path[index].key
  }

  /// The parameter that it was for, counted from one; the rules of all parameters, and whose they are.
  var parameter: (position: Int, rules: [String], owner: Key)? {
    let parameters = siblings.filter { if case .parameter = $0.site { true } else { false } }
    let ranks = parameters.map { $0.rank(for: key, missing: cause == nil) }
    guard property == nil, let owner = path.dropLast().last?.key, let best = ranks.compactMap({ $0 }).min(),
      let index = ranks.firstIndex(of: best)
    else { return nil }
    return (index + 1, parameters.compactMap(\.rule), owner)
  }

  /// The parameter that it was for, as the end of a sentence; empty if it was for none.
  var purpose: String {
    parameter.map { " for parameter \($0.position) of \($0.rules.count) of the initializer of \($0.owner)" } ?? ""
  }

  /// Which of its own parameters it is about, in the middle of a sentence.
  var number: String {
    guard let index = siblings.firstIndex(where: { $0.kind == .closure && $0.effect != Summary.Effect() }) else {
      return ""
    }
    let count = siblings.count { if case .parameter = $0.site { true } else { false } }
    return ", number \(index + 1) of \(count)"
  }

  /// True for what an injected property itself asked for.
  var isOfProperty: Bool { property?.index == path.count - 1 }

  /// What it was for, if it is known what that gets.
  var plannedOwner: Key? { path.dropLast().last.flatMap { $0.hasParameterPlan ? $0.key : nil } }

  /// True for an initializer's parameter of a plain type: a number, a text, a date, a closure.
  var isPlainParameter: Bool {
    guard cause == nil, key.label == nil, !key.takesArguments, parameter != nil else { return false }
    return TypeKind.isPlainValue(key.product)
  }

  /// Where a `Lazy` would break the loop, if that is known.
  var breakingPoint: AstrojectError.BreakingPoint? {
    switch cause {
    case .loop(let point), .wait(let point): point
    default: nil
    }
  }

  /// The registration whose initializer asks for a property of a struct, which is the one that the compiler has
  /// written.
  var memberwise: Key? {
    key.product is any InjectedProperty.Type ? plannedOwner : nil
  }
}
