/// A dependency of a recipe.
package final class Dependency: @unchecked Sendable {
  // Unchecked because of the metatype, whose conformances are not isolated. Only the code that makes it changes it.
  /// The kind of a dependency: its effect if it is not registered, and when it is resolved.
  package enum Kind: Sendable {
    /// It must be registered.
    case required
    /// It is left out if it is not registered.
    case optional
    /// It is resolved at the first use, or at each use.
    case lazy, provider
    /// It is the collection of all registrations of a type.
    case collection
    /// It is an argument of the request.
    case argument
    /// It is a fixed value.
    case fixed
    /// It is made by a closure, which may resolve anything.
    case closure
    /// It is the instance of another registration.
    case forwarded
    /// It is the product that a decorator decorates.
    case decorated
    /// It is the container that resolves, or its resolver.
    case container, resolver
  }

  /// The site at which the owner takes a dependency.
  package indirect enum Site: Sendable, Equatable {
    /// A parameter of the initializer, counted from zero.
    case parameter(Int)
    /// A property, by its name, or by the names on the way to it, if they are known.
    case property(String?)
    /// A closure that is declared to resolve it.
    case declared
    /// Another type that the registration implements.
    case forwarding
    /// The decoration of the owner's product.
    case decorator
  }

  /// The effect of a resolve.
  package struct Effect: Equatable {
    /// True if it has to be awaited.
    package private(set) var isAsynchronous = false
    /// True if it has to be awaited, or done on the main actor.
    package private(set) var isOnMainActor = false

    package static let none = Effect()

    /// Adds the effect of something else that is done as well.
    package mutating func add(_ other: Effect) {
      isAsynchronous = isAsynchronous || other.isAsynchronous
      isOnMainActor = isOnMainActor || other.isOnMainActor
    }
  }

  /// The key of the dependency.
  package let key: Key
  package let kind: Kind
  package let site: Site
  /// The requested type, if it is derived from the type of the key.
  package var form: Any.Type?
  /// The type of the keys, if it is a dictionary.
  package var keys: Any.Type?
  /// The effect of getting it, if a closure makes it.
  package var effect = Effect.none
  /// True unless it is an injected property, whose type does not show a name or key.
  package var isLabelKnown = true
  /// True if it may come after its owner was made and handed on, as a property of an object may.
  package var mayComeLate = false
  /// True if one argument is declared for it, which may be a tuple that looks like several.
  package var takesOneArgument = false
  /// True if it is a parameter to which a resource file gives the rule.
  package var isRuledByFile = false

  /// True if it is a parameter of an initializer or of another function.
  package var isOfParameter: Bool { if case .parameter = site { true } else { false } }

  package init(key: Key, kind: Kind, site: Site) {
    self.key = key
    self.kind = kind
    self.site = site
  }
}
