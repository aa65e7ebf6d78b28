import Astroject

// What is known of a request with arguments before it is made. Their types are known, but not their values, so an
// argument of a class or a protocol may turn out to fit more than its type says.

extension ParameterPlan {
  /// Returns the cause for which each request with arguments of some types fails; nil if one may succeed.
  ///
  /// - Parameter hidesProperties: True if the product may have injected properties that its type does not show.
  package func refusal(of types: [Any.Type], hidingProperties hidesProperties: Bool) -> AstrojectError.Cause? {
    (self as? InitializerPlan)?.cause(refusing: types, hidesProperties)
  }
}

extension InitializerPlan {
  fileprivate func cause(refusing types: [Any.Type], _ hidesProperties: Bool) -> AstrojectError.Cause? {
    let marked = inputs.filter(\.isArgument).map(\.source)
    for (source, type) in zip(marked, types) where !source.mayTake(type) {
      return .mismatchedArgument(type, wanted: source.type)
    }
    if types.count < marked.count { return .missingArgument(marked[types.count].type) }
    let rest = types.dropFirst(marked.count)
    let open = inputs.filter(\.takesArguments).map(\.source)
    let places = open + properties.fields.map(\.source)
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

extension AnyParameterSource {
  /// The type that an optional, a `Lazy` or a `Provider` is of; nil for a source of any other type.
  fileprivate var wrapped: Any.Type? {
    let dependency = dependency(at: .declared)
    return switch dependency.kind {
    case .optional, .lazy, .provider: dependency.key.product
    case .required, .collection, .argument, .fixed, .closure, .forwarded, .decorated, .container, .resolver: nil
    }
  }

  /// Returns true unless no argument of a type fits.
  fileprivate func mayTake(_ argument: Any.Type) -> Bool {
    mayBe(argument, type) || wrapped.map { mayBe(argument, $0) } ?? false
  }

  /// Returns false if no value of a type is also of another one.
  private func mayBe(_ argument: Any.Type, _ type: Any.Type) -> Bool {
    if argument == type || argument is any TypedArgument.Type || type == AnyHashable.self { return true }
    switch (TypeKind(argument), TypeKind(type)) {
    case (.structure, .existential), (.enumeration, .existential):
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
