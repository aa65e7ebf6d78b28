/// A container is the one that resolves.
extension Container: DerivedForm {
  package typealias Target = Container
  package static var dependencyKind: Dependency.Kind { .container }
  package static var isOfOne: Bool { false }
  package static func isKnown(in core: Core, for key: Key) -> Bool { isAvailable(for: key) }

  package static func derive(_ context: ResolutionContext, _ key: Key, _ arguments: AnyArguments?) throws -> Self {
    guard let container = context.core.container else { throw AstrojectError.containerReleased(context.failure(key)) }
    // The class is final.
    return unsafeDowncast(container, to: Self.self)
  }
}

extension Continuation {
  /// A continuation without a user's container, for objects made by hand.
  package static var nowhere: Continuation { Continuation(in: Container.missing.core) }
}
