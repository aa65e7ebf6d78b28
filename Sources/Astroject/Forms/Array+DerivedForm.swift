/// An array collects all registrations of its element's type.
extension Array: DerivedForm {
  package static var isOfOne: Bool { false }

  package static func isAvailable(for key: Key) -> Bool { key.label == nil && !key.takesArguments }

  package static func dependency(for key: Key, at site: Dependency.Site) -> Dependency {
    Dependency(key: key.asking(for: Element.self), kind: .collection, site: site)
  }
  package static func isKnown(in core: Core, for key: Key) -> Bool {
    isAvailable(for: key) && !core.collection(of: Element.self).isEmpty
  }

  package static func derive(
    _ context: ResolutionContext, _ key: Key, _ arguments: AnyArguments?, within openStep: OpenStep?
  ) throws -> Self {
    var collection = GrowingCollection<Element>(for: context)
    while let element = collection.next {
      do {
        collection.append(
          try context.core.resolve(element, for: context, within: Circumstances(of: context, step: openStep)))
      } catch is Again {
        collection.renew()
      }
    }
    return collection.elements
  }

  package static func derive(
    _ context: ResolutionContext, _ key: Key, _ arguments: AnyArguments?, within openStep: OpenStep?
  ) async throws -> Self {
    var collection = GrowingCollection<Element>(for: context)
    while let element = collection.next {
      do {
        collection.append(
          try await context.core.resolve(element, for: context, within: Circumstances(of: context, step: openStep)))
      } catch is Again {
        collection.renew()
      }
    }
    return collection.elements
  }
}

extension Array {
  /// Resolves the collection as an array of its type is resolved. An array that is registered itself comes first.
  static func collect(_ context: ResolutionContext) throws -> Self {
    try context.core.resolve(Key(Self.self), (), for: context)
  }

  /// Resolves the collection asynchronously, as an array of its type is resolved.
  static func collect(_ context: ResolutionContext) async throws -> Self {
    try await context.core.resolve(Key(Self.self), (), for: context)
  }
}
