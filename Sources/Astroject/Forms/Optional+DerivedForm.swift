/// An optional is nil if its type is not registered.
extension Optional: DerivedForm {
  package typealias Target = Wrapped
  package static var dependencyKind: Dependency.Kind { .optional }

  package static func supplied(by argument: SuppliedArgument, exactly isExact: Bool) -> Wrapped?? {
    argument.fitting(Wrapped.self, exactly: isExact).map { .some($0) }
  }

  package static func derive(
    _ context: ResolutionContext, _ key: Key, _ arguments: AnyArguments?, within openStep: OpenStep?
  ) throws -> Self {
    guard try isKnown(in: context, for: key) else { return nil }
    let key = key.asking(for: Wrapped.self)
    return .some(try context.core.resolve(key, given: arguments, for: context, within: openStep))
  }

  package static func derive(
    _ context: ResolutionContext, _ key: Key, _ arguments: AnyArguments?, within openStep: OpenStep?
  ) async throws -> Self {
    guard try isKnown(in: context, for: key) else { return nil }
    let key = key.asking(for: Wrapped.self)
    return .some(try await context.core.resolve(key, given: arguments, for: context, within: openStep))
  }

  private static func isKnown(in context: ResolutionContext, for key: Key) throws -> Bool {
    try context.core.answers(key.asking(for: Wrapped.self), Wrapped.self, for: context)
  }
}
