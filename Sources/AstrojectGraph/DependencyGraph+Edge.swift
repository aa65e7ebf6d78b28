extension DependencyGraph {
  /// One thing that a registration gets, and which registration it gets it from.
  public struct Edge: Sendable, Hashable, Codable {
    /// How it is needed.
    public enum Kind: String, Sendable, Hashable, Codable {
      /// It must be there.
      case required
      /// It is left out where it is not registered.
      case optional
      /// It is resolved when it is used for the first time.
      case lazy
      /// It is resolved each time that it is used.
      case provider
      /// It is one of all that are registered for a type.
      case collection
      /// It comes from whoever resolves.
      case argument
      /// It is the instance of another registration, which implements the type.
      case forwarded
      /// It is what this one surrounds, as a decorator.
      case decorates
      /// It is a value given at registration.
      case value
      /// It is what a closure given at registration makes.
      case closure
      /// It is the container that resolves, or its resolver.
      case container, resolver
      /// A trace has seen it resolved; how it is needed is not known.
      case observed
    }

    /// Where it goes.
    public enum Site: String, Sendable, Hashable, Codable {
      /// A parameter of the initializer.
      case parameter
      /// A property.
      case property
      /// A closure, which says by `depends(on:)` that it needs it.
      case declared
      /// Another type, which the registration implements.
      case forwarding
      /// Within this one, which surrounds it.
      case decorator
      /// Somewhere: a trace has seen it resolved.
      case observed
    }

    /// The registration that gets it.
    public let from: Node.ID
    /// The registration that it gets it from; nil where none gives it.
    public let to: Node.ID?
    /// What is asked for, without modules: `Service named "main"`.
    public let need: String
    /// How it is needed.
    public let kind: Kind
    /// Where it goes.
    public let site: Site
    /// The position of the parameter, counted from one.
    public let position: Int?
    /// The name of the property, where it is known: `fruit`, or `shelf.cup` for one of what another one holds.
    public let property: String?
    /// Which of ``DependencyGraph/containers`` it is looked up in.
    public let container: Int
    /// Whether it has to be registered, and is not.
    public let isMissing: Bool
  }
}
