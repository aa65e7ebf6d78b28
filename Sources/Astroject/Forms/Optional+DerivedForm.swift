/// An optional is nil if its type is not registered.
extension Optional: DerivedForm {
  package typealias Target = Wrapped
  package static var dependencyKind: Dependency.Kind { .optional }

  package static func supplied(by argument: SuppliedArgument, exactly isExact: Bool) -> Wrapped?? {
    argument.fitting(Wrapped.self, exactly: isExact).map { .some($0) }
  }

  package static func derive(_ context: ResolutionContext, _ key: Key, _ arguments: AnyArguments?) throws -> Self {
    let key = key.asking(for: Wrapped.self)
    guard try context.core.answers(key, Wrapped.self, for: context) else { return nil }
    return .some(try context.core.resolve(key, given: arguments, for: context))
  }

  package static func derive(_ context: ResolutionContext, _ key: Key, _ arguments: AnyArguments?) async throws -> Self
  {
    let key = key.asking(for: Wrapped.self)
    guard try context.core.answers(key, Wrapped.self, for: context) else { return nil }
    return .some(try await context.core.resolve(key, given: arguments, for: context))
  }
}
