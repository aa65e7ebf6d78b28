/// A type that can be made of the registrations of another type, if it is not registered itself.
package protocol DerivedForm {
  /// Returns true if the form can answer a request with this key.
  static func isAvailable(for key: Key) -> Bool

  /// True if the form can be made even if there is nothing registered to make it of.
  static var mayBeEmpty: Bool { get }

  /// True if the form is made of one product, so that it is known where that product is.
  static var isOfOne: Bool { get }

  /// Returns the dependency that the form is made of.
  static func dependency(for key: Key, at site: Dependency.Site) -> Dependency

  /// Returns the form that is made of an argument; nil if the argument does not fit.
  static func supplied(by argument: SuppliedArgument, exactly isExact: Bool) -> Self?

  /// Returns true if there is something registered to make the form of.
  static func isKnown(in core: Core, for key: Key) -> Bool

  static func derive(
    _ context: ResolutionContext, _ key: Key, _ arguments: AnyArguments?, within openStep: OpenStep?
  ) throws -> Self
  static func derive(
    _ context: ResolutionContext, _ key: Key, _ arguments: AnyArguments?, within openStep: OpenStep?
  ) async throws -> Self
}

extension DerivedForm {
  package static var mayBeEmpty: Bool { true }
  package static var isOfOne: Bool { true }

  package static func supplied(by argument: SuppliedArgument, exactly isExact: Bool) -> Self? { nil }
}

/// The derived forms, of which there are few. Any other type is ruled out without the runtime because that takes some
/// microseconds.
package enum DerivedForms {
  /// Returns the type as a form; nil if it is none.
  package static func form(of type: Any.Type) -> (any DerivedForm.Type)? {
    guard TypeKind.isGeneric(type) || type == Resolver.self || type == Container.self else { return nil }
    return type as? any DerivedForm.Type
  }
}

// MARK: - Optional

/// An optional is nil if its type is not registered.
extension Optional: DerivedForm {
  package static func isAvailable(for key: Key) -> Bool { true }

  package static func dependency(for key: Key, at site: Dependency.Site) -> Dependency {
    Dependency(key: key.asking(for: Wrapped.self), kind: .optional, site: site)
  }

  package static func supplied(by argument: SuppliedArgument, exactly isExact: Bool) -> Wrapped?? {
    argument.fitting(Wrapped.self, exactly: isExact).map { .some($0) }
  }

  package static func isKnown(in core: Core, for key: Key) -> Bool {
    core.answers(key.asking(for: Wrapped.self), Wrapped.self)
  }

  package static func derive(
    _ context: ResolutionContext, _ key: Key, _ arguments: AnyArguments?, within openStep: OpenStep?
  ) throws -> Self {
    guard try isKnown(in: context, for: key) else { return nil }
    var resolution = resolution(context, key, arguments, openStep)
    return try resolution.run().value(as: Wrapped.self)
  }

  package static func derive(
    _ context: ResolutionContext, _ key: Key, _ arguments: AnyArguments?, within openStep: OpenStep?
  ) async throws -> Self {
    guard try isKnown(in: context, for: key) else { return nil }
    var resolution = resolution(context, key, arguments, openStep)
    return try await resolution.run().value(as: Wrapped.self)
  }

  private static func isKnown(in context: ResolutionContext, for key: Key) throws -> Bool {
    try context.core.answers(key.asking(for: Wrapped.self), Wrapped.self, for: context)
  }

  private static func resolution(
    _ context: ResolutionContext, _ key: Key, _ arguments: AnyArguments?, _ openStep: OpenStep?
  ) -> Resolution {
    Resolution(context, key: key.asking(for: Wrapped.self), arguments: arguments, within: openStep)
  }
}

// MARK: - Array

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
      var resolution = Resolution(context, of: element, key: element.blueprint.key, within: openStep, quietly: false)
      do {
        collection.append(try resolution.run())
      } catch {
        if !resolution.isLost { throw error }
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
      var resolution = Resolution(context, of: element, key: element.blueprint.key, within: openStep, quietly: false)
      do {
        collection.append(try await resolution.run())
      } catch {
        if !resolution.isLost { throw error }
        collection.renew()
      }
    }
    return collection.elements
  }
}

// MARK: - Resolver and Container

/// A resolver is that of the build that asks for it.
extension Resolver: DerivedForm {
  package static var isOfOne: Bool { false }
  package static func isAvailable(for key: Key) -> Bool { key.label == nil && !key.takesArguments }
  package static func isKnown(in core: Core, for key: Key) -> Bool { isAvailable(for: key) }

  package static func dependency(for key: Key, at site: Dependency.Site) -> Dependency {
    Dependency(key: key, kind: .resolver, site: site)
  }

  package static func derive(
    _ context: ResolutionContext, _ key: Key, _ arguments: AnyArguments?, within openStep: OpenStep?
  ) -> Self { context.parent.map { Resolver(of: $0) } ?? Resolver(outsideIn: context.core) }
}

/// A container is the one that resolves.
extension Container: DerivedForm {
  package static var isOfOne: Bool { false }
  package static func isAvailable(for key: Key) -> Bool { key.label == nil && !key.takesArguments }
  package static func isKnown(in core: Core, for key: Key) -> Bool { isAvailable(for: key) }

  package static func dependency(for key: Key, at site: Dependency.Site) -> Dependency {
    Dependency(key: key, kind: .container, site: site)
  }

  package static func derive(
    _ context: ResolutionContext, _ key: Key, _ arguments: AnyArguments?, within openStep: OpenStep?
  ) throws -> Self {
    guard let container = context.core.container else { throw AstrojectError.containerReleased(context.failure(key)) }
    // The class is final.
    return unsafeDowncast(container, to: Self.self)
  }
}

// MARK: - Collections

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

extension Dictionary {
  /// Resolves the collection as a dictionary, except that it may be empty. A registered dictionary comes first.
  static func collect(_ context: ResolutionContext) throws -> Self {
    let key = Astroject.Key(Self.self)
    return try context.core.answers(key, Self.self, for: context)
      ? try context.core.resolve(key, (), for: context) : [:]
  }

  /// Resolves the collection asynchronously, as a dictionary except that it may be empty.
  static func collect(_ context: ResolutionContext) async throws -> Self {
    let key = Astroject.Key(Self.self)
    return try context.core.answers(key, Self.self, for: context)
      ? try await context.core.resolve(key, (), for: context) : [:]
  }
}
