/// A resolver is that of the build that asks for it.
extension Resolver: DerivedForm {
  package typealias Target = Resolver
  package static var dependencyKind: Dependency.Kind { .resolver }
  package static var isOfOne: Bool { false }
  package static func isKnown(in core: Core, for key: Key) -> Bool { isAvailable(for: key) }

  package static func derive(_ context: ResolutionContext, _ key: Key, _ arguments: AnyArguments?) -> Self {
    context.parent.map { Resolver(of: $0) } ?? Resolver(outsideIn: context.core)
  }
}
