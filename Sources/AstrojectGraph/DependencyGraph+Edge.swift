extension DependencyGraph {
  /// A dependency of a registration, with the registration that provides it.
  public struct Edge: Sendable, Hashable, Codable {
    /// The kind of a dependency.
    public enum Kind: String, Sendable, Hashable, Codable {
      /// A dependency that must be registered.
      case required
      /// A dependency that is left out if it is not registered.
      case optional
      /// A dependency that is resolved at first use.
      case lazy
      /// A dependency that is resolved at each use.
      case provider
      /// An element of the collection of all registrations of a type.
      case collection
      /// An argument that the caller of `resolve` gives.
      case argument
      /// The instance of another registration, which implements the type.
      case forwarded
      /// The registration that this decorator decorates.
      case decorates
      /// A value given at registration.
      case value
      /// A product of a closure given at registration.
      case closure
      /// The container that resolves, or its resolver.
      case container, resolver
      /// A resolve that a trace has observed; its kind is not known.
      case observed
    }

    /// The part of a registration that receives a dependency.
    public enum Site: String, Sendable, Hashable, Codable {
      /// A parameter of the initializer.
      case parameter
      /// A property.
      case property
      /// A closure that declares the dependency by `depends(on:)`.
      case declared
      /// A forwarding: another type that the registration implements.
      case forwarding
      /// The decorator, which receives the product that it decorates.
      case decorator
      /// An unknown site: a trace has observed the resolve.
      case observed
    }

    /// The registration that has the dependency.
    public let from: Node.ID
    /// The registration that provides it; nil if none does.
    public let to: Node.ID?
    /// The key of the dependency, without modules: `Service named "main"`.
    public let need: String
    /// The kind of the dependency.
    public let kind: Kind
    /// The part of the registration that receives it.
    public let site: Site
    /// The position of the parameter, counted from one; nil if the site is not a parameter.
    public let position: Int?
    /// The name of the property, if known: `fruit`, or `shelf.cup` for a property within a property.
    public let property: String?
    /// The index in ``DependencyGraph/containers`` of the container that it is looked up in.
    public let container: Int
    /// True if it must be registered and is not.
    public let isMissing: Bool
    /// The key of the dependency with modules if it must be registered and is not; nil otherwise.
    public internal(set) var missingKey: String?
  }
}
