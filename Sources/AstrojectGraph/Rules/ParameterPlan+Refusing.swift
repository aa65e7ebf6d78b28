import Nexus

// What is known of a request with arguments before it is made. Their types are known, but not their values, so an
// argument of a class or a protocol may turn out to fit more than its type says.

extension ParameterPlan {
  /// Returns the cause for which each request with arguments of some types fails; nil if one may succeed.
  ///
  /// - Parameter hidesProperties: True if the product may have injected properties that its type does not show.
  func refusal(of types: [Any.Type], hidingProperties hidesProperties: Bool) -> AstrojectError.Cause? {
    let dependencies = dependencies
    let marked = dependencies.filter { $0.kind == .argument }.map(Place.init)
    for (place, type) in zip(marked, types) where !place.mayTake(type) {
      return .mismatchedArgument(type, wanted: place.type)
    }
    if types.count < marked.count { return .missingArgument(marked[types.count].type) }
    let rest = types.dropFirst(marked.count)
    let free = dependencies.filter { $0.kind.takesArguments }
    let (places, open) = (free.map(Place.init), free.filter(\.isOfParameter).map(Place.init))
    for type in rest {
      let same = rest.count { $0 == type }
      let fitting = places.filter { $0.mayTake(type) }
      if fitting.count < same, !hidesProperties {
        return fitting.isEmpty && !marked.contains { $0.mayTake(type) } ? .unfitArgument(type) : .surplusArgument(type)
      }
      let exact = open.filter { $0.type == type }
      let best = exact.isEmpty ? open.filter { $0.wrapped == type } : exact
      let hasOthers = rest.contains { other in other != type && best.contains { $0.mayTake(other) } }
      if same < best.count, !hasOthers { return .ambiguousArgument(type) }
    }
    return nil
  }
}

extension Dependency.Kind {
  /// True if an argument may take its place, although the parameter is not marked.
  fileprivate var takesArguments: Bool {
    switch self {
    case .required, .optional, .lazy, .provider, .collection, .container, .resolver: true
    case .argument, .fixed, .closure, .forwarded, .decorated: false
    }
  }
}

/// A parameter or a property that may take an argument.
private struct Place {
  let type: Any.Type
  /// The type that an optional, a `Lazy` or a `Provider` is of; nil for any other type.
  let wrapped: Any.Type?

  init(of dependency: Dependency) {
    type = dependency.form ?? dependency.key.product
    let inner = DerivedForms.form(of: type)?.dependency(for: Key(type), at: .declared)
    wrapped =
      switch inner?.kind {
      case .optional, .lazy, .provider: inner?.key.product
      default: nil
      }
  }

  /// Returns true unless no argument of a type fits.
  func mayTake(_ argument: Any.Type) -> Bool {
    mayBe(argument, type) || wrapped.map { mayBe(argument, $0) } ?? false
  }

  /// Returns false if no value of a type is also of another one.
  private func mayBe(_ argument: Any.Type, _ type: Any.Type) -> Bool {
    if argument == type || argument is any TypedArgument.Type || type == AnyHashable.self { return true }
    switch (TypeKind(argument), TypeKind(type)) {
    case (.structure, .existential), (.enumeration, .existential), (.structural, .existential):
      if TypeKind.isReference(type) { return false }
      guard let conforms = TypeKind.conformance(to: type) else { return true }
      return conforms(argument) || IsolatedConformance(of: argument, hiddenFromCastTo: type) != nil
    // A subclass may conform.
    case (_, .existential), (.existential, _), (.other, .other), (.structural, .structural), (.metatype, .metatype):
      return true
    default: return false
    }
  }
}
