/// An array collects all registrations of its element's type.
extension Array: DerivedForm {
  package typealias Target = Element
  package static var dependencyKind: Dependency.Kind { .collection }
  package static var isOfOne: Bool { false }

  package static func isKnown(in core: Core, for key: Key) -> Bool {
    isAvailable(for: key) && !core.collection(of: Element.self).isEmpty
  }

  package static func derive(_ context: ResolutionContext, _ key: Key, _ arguments: AnyArguments?) throws -> Self {
    try GrowingCollection<Element>(for: context).resolved().elements
  }

  package static func derive(_ context: ResolutionContext, _ key: Key, _ arguments: AnyArguments?) async throws -> Self
  {
    try await GrowingCollection<Element>(for: context).resolved().elements
  }
}
