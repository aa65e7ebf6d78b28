import Nexus

extension DependencyGraph {
  /// A registration.
  public struct Node: Sendable, Hashable, Codable, Identifiable {
    /// Where its product comes from.
    public enum Origin: String, Sendable, Hashable, Codable {
      /// An initializer, whose parameters are known.
      case initializer
      /// A closure. What it needs is known only if the registration says so, by `depends(on:)`.
      case closure
      /// An instance that was made elsewhere.
      case instance
      /// Another registration, which implements this type.
      case forwarding
    }

    /// For how long its product is kept.
    public enum Scope: String, Sendable, Hashable, Codable, CaseIterable {
      /// One within one resolution tree: the default.
      case graph
      /// A new one each time; an instance that is owned elsewhere, which is not kept, counts as such.
      case transient
      /// One until the container goes.
      case singleton
      /// One until it is released.
      case disposableSingleton
      /// One for as long as somebody holds it.
      case weak
      /// One for each container that asks, or for the nearest one of a name.
      case scoped
      /// As a custom instance decides, which all containers share.
      case custom
      /// As a custom instance decides, of which each container has its own.
      case customPerContainer
      /// As the registration behind it decides, or what it surrounds.
      case forwarded
    }

    /// What a resolve of it takes.
    public struct Effect: Sendable, Hashable, Codable {
      /// Whether it has to be awaited.
      public internal(set) var isAsynchronous: Bool
      /// Whether it has to be awaited, or resolved on the main actor. Of an asynchronous closure this is not known, and
      /// makes no difference.
      public internal(set) var isOnMainActor: Bool

      init(isAsynchronous: Bool = false, isOnMainActor: Bool = false) {
        self.isAsynchronous = isAsynchronous
        self.isOnMainActor = isOnMainActor
      }
    }

    /// A finding that is not to be reported.
    public struct Allowance: Sendable, Hashable, Codable {
      /// Which rule it is about.
      public let rule: GraphRule
      /// The type of the dependency that it is about, where it is not about all of them.
      public let type: String?
      /// Why that is right here.
      public let reason: String
    }

    /// What tells it from all others: its key, with the modules of the types, and a number where registrations share
    /// that.
    public let id: String
    /// Its key, without modules: `Service named "main"`.
    public let key: String
    /// Where its product comes from.
    public let origin: Origin
    /// For how long its product is kept.
    public let scope: Scope
    /// The name of the container that keeps the product, where the scope names one.
    public let keeper: String?
    /// What a resolve of it takes: its own effect, and those of all that it cannot be made without.
    public let effect: Effect
    /// What its own initializer, closure and hooks take.
    public let ownEffect: Effect
    /// Whether something in it may resolve what is not known: a closure that does not say by `depends(on:)` what it
    /// needs, or somebody who takes a `Resolver` or a `Container`.
    public let isOpaque: Bool
    /// Whether `bootstrap` builds it.
    public let isEager: Bool
    /// Whether no key finds it, only a collection.
    public let isContribution: Bool
    /// Whether it is a decorator, which surrounds what its edges of the kind ``DependencyGraph/Edge/Kind/decorates`` lead
    /// to; its scope is that of what it surrounds.
    public let isDecorator: Bool
    /// Whether a container nearer to the one that was asked has its own registration in the place of this one.
    public let isShadowed: Bool
    /// Which of ``DependencyGraph/containers`` has it.
    public let container: Int
    /// The assembly or module that made it.
    public let group: String?
    /// Where it was made: `Module/File.swift:12`.
    public let location: String
    /// Where the registration of the same container was made whose place it has taken; nil if it has taken none's.
    public let replaced: String?
    /// The resource file that it was made by; nil for one that was made in code.
    public internal(set) var resource: String?
    /// The findings about it that are not to be reported.
    public let allowances: [Allowance]
  }
}
