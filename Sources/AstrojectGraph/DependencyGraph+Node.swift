import Nexus

extension DependencyGraph {
  /// A registration in the graph.
  public struct Node: Sendable, Hashable, Codable, Identifiable {
    /// The source of a registration's product.
    public enum Origin: String, Sendable, Hashable, Codable {
      /// An initializer, whose parameters are known.
      case initializer
      /// A closure, whose dependencies are known only if `depends(on:)` declares them.
      case closure
      /// An instance that was made elsewhere.
      case instance
      /// Another registration, which implements this type.
      case forwarding
    }

    /// The time for which a product is cached, and the requests that share it.
    public enum Scope: String, Sendable, Hashable, Codable, CaseIterable {
      /// One instance within each resolution tree: the default.
      case graph
      /// A new instance for each request.
      ///
      /// An instance registered as `ownedExternally()` counts as transient, because the container does not own it.
      case transient
      /// One instance until the container ends.
      case singleton
      /// One instance until it is released.
      case disposableSingleton
      /// One instance for as long as something else holds it.
      case weak
      /// One instance for each container that asks, or for the nearest container of a name.
      case scoped
      /// A custom scope that all containers share.
      case custom
      /// A custom scope of which each container has its own.
      case customPerContainer
      /// The scope of the registration behind a forwarding or a decorator.
      case forwarded
    }

    /// The requirements of a resolve: awaiting, the main actor, both or neither.
    public struct Effect: Sendable, Hashable, Codable {
      /// True if the resolve must be awaited.
      public internal(set) var isAsynchronous: Bool
      /// True if the resolve must be awaited or made on the main actor.
      ///
      /// For an asynchronous closure this is unknown. It makes no difference there, because such a closure is awaited
      /// anyway.
      public internal(set) var isOnMainActor: Bool

      init(isAsynchronous: Bool = false, isOnMainActor: Bool = false) {
        self.isAsynchronous = isAsynchronous
        self.isOnMainActor = isOnMainActor
      }
    }

    /// A declaration by `allowing(_:because:)` that findings of a rule are acceptable.
    public struct Allowance: Sendable, Hashable, Codable {
      /// The rule whose findings it silences.
      public let rule: GraphRule
      /// The type of the dependency that it is limited to; nil for all dependencies.
      public let type: String?
      /// The reason why such a finding is acceptable here.
      public let reason: String
    }

    /// The identity of the registration within the graph.
    ///
    /// It is the key with the modules of its types. A number follows if several registrations have the same key.
    public let id: String
    /// Its key, without modules: `Service named "main"`.
    public let key: String
    /// The registered type, with its module: `App.Service`.
    public let type: String
    /// The source of its product.
    public let origin: Origin
    /// The time for which its product is cached.
    public let scope: Scope
    /// The name of the container that caches the product, if the scope names one.
    public let keeper: String?
    /// The requirements of a resolve: its own effect and those of all dependencies that are built with it.
    public let effect: Effect
    /// The requirements of its own initializer, closure and hooks.
    public let ownEffect: Effect
    /// True if it may have dependencies that are not known.
    ///
    /// It is opaque for one of these reasons, unless `depends(on:)` declares its dependencies:
    ///
    /// - a closure of it may resolve anything
    /// - it takes a `Resolver` or a `Container`
    /// - an injected property of it may have a name or key, or is hidden by a protocol
    public let isOpaque: Bool
    /// True if `bootstrap` builds it.
    public let isEager: Bool
    /// True if only a collection finds it, and no key.
    public let isContribution: Bool
    /// True if it is a decorator.
    ///
    /// Its edges of the kind ``DependencyGraph/Edge/Kind/decorates`` lead to the registrations that it decorates, whose
    /// scope it shares.
    public let isDecorator: Bool
    /// True if a nearer container has its own registration under the same key.
    public let isShadowed: Bool
    /// The index in ``DependencyGraph/containers`` of the container that has it.
    public let container: Int
    /// The assembly or module that registered it.
    public let group: String?
    /// The location of the registration; nil if no call has made it.
    public let location: CodeLocation?
    /// The location of the registration that it replaced in the same container; nil if it replaced none.
    public let replaced: CodeLocation?
    /// The resource file that registered it; nil for a registration that was made in code.
    public internal(set) var resource: String?
    /// The allowances of the registration, each of which silences findings of one rule.
    public let allowances: [Allowance]
  }
}
