/// A type that can be made of the registrations of another type, if it is not registered itself.
package protocol DerivedForm {
  /// The type whose registrations the form is made of; the form itself if it is made of none.
  associatedtype Target

  /// The kind of the dependency on that type.
  static var dependencyKind: Dependency.Kind { get }

  /// True if the form can be made even if there is nothing registered to make it of.
  static var mayBeEmpty: Bool { get }

  /// True if the form is made of one product, so that it is known where that product is.
  static var isOfOne: Bool { get }

  /// Returns the dependency on the type that the form is made of.
  static func dependency(for key: Key, at site: Dependency.Site) -> Dependency

  /// Returns the form that is made of an argument; nil if the argument does not fit.
  static func supplied(by argument: SuppliedArgument, exactly isExact: Bool) -> Self?

  /// Returns true if there is something registered to make the form of.
  static func isKnown(in core: Core, for key: Key) -> Bool

  static func derive(_ context: ResolutionContext, _ key: Key, _ arguments: AnyArguments?) throws -> Self
  static func derive(_ context: ResolutionContext, _ key: Key, _ arguments: AnyArguments?) async throws -> Self
}

extension DerivedForm {
  package static var mayBeEmpty: Bool { true }
  package static var isOfOne: Bool { true }

  /// Returns true if the form can answer a request with this key.
  package static func isAvailable(for key: Key) -> Bool { isOfOne || key.label == nil && !key.takesArguments }

  package static func dependency(for key: Key, at site: Dependency.Site) -> Dependency {
    Dependency(key: key.asking(for: Target.self), kind: dependencyKind, site: site)
  }

  package static func isKnown(in core: Core, for key: Key) -> Bool {
    core.answers(key.asking(for: Target.self), Target.self)
  }

  package static func supplied(by argument: SuppliedArgument, exactly isExact: Bool) -> Self? { nil }
}

/// The derived forms, of which there are few. Any other type is ruled out without the runtime because that takes some
/// microseconds.
package enum DerivedForms {
  /// The type of containers, which is a form, too; zero before there is one.
  private static let container = AtomicWord(0)

  /// Declares the type of containers.
  static func declare(_ type: Any.Type) {
    if container.load() == 0 { container.store(UInt(bitPattern: ObjectIdentifier(type))) }
  }

  static func isContainer(_ type: Any.Type) -> Bool { UInt(bitPattern: ObjectIdentifier(type)) == container.load() }

  /// Returns the type as a form; nil if it is none.
  package static func form(of type: Any.Type) -> (any DerivedForm.Type)? {
    guard TypeKind.isGeneric(type) || type == Resolver.self || isContainer(type) else { return nil }
    return type as? any DerivedForm.Type
  }

  /// Returns the type of a key as a form that can answer the key; nil if it cannot, or is no form.
  package static func form(for key: Key) -> (any DerivedForm.Type)? {
    form(of: key.product).flatMap { $0.isAvailable(for: key) ? $0 : nil }
  }
}
