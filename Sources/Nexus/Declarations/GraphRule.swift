/// A rule that `validate()` checks a graph of dependencies against.
///
/// The raw value is the code of the rule in reports, and does not change.
public enum GraphRule: String, Sendable, Hashable, Codable, CaseIterable {
  /// A dependency that is registered nowhere.
  case missingDependency = "missing-dependency"
  /// Registrations that need each other, with no `Lazy` or `Provider` on the way.
  case cycle
  /// A dependency that does not live as long as its holder.
  ///
  /// From the longest to the shortest lifetime:
  /// - singletons;
  /// - disposable singletons;
  /// - products that each container caches;
  /// - products that custom scopes cache, for a time that is unknown and may be long;
  /// - products that `asGraph()` declares to be one for each resolution tree.
  ///
  /// A transient registration, and one without a chosen scope, lives as long as its holder, so its dependencies count
  /// as held by that holder. A weak registration lives as long as any holder; as a holder it counts like a custom
  /// scope. A `Lazy` holds the product that it has resolved, and a `Provider` holds nothing.
  ///
  /// A singleton, disposable singleton or weak instance must not get anything scoped at all, not even by a `Provider`:
  /// it asks in the container that registered it, and so all child containers would share one instance.
  case captiveDependency = "captive-dependency"
  /// A synchronous closure that declares a dependency that must be awaited.
  case asyncDependency = "async-dependency"
  /// A synchronous closure off the main actor that declares a dependency that is made on the main actor.
  case isolation
  /// An argument that no caller gives.
  case argument
  /// Several parameters that one argument fits.
  case ambiguousArgument = "ambiguous-argument"
  /// A weakly cached instance that nothing else holds.
  case weakUnowned = "weak-unowned"
  /// A weak scope, or an owner elsewhere, for a product that is not a class instance.
  case weakValue = "weak-value"
  /// A container that is held by an instance that it caches, and so is never released.
  case containerKept = "container-kept"
  /// A scope that names a container, if no container has that name, or none where an eager registration is built; a
  /// container without a value that it is to be given; or a checked one that has ended, or stands for a missing one.
  case missingContainer = "missing-container"
  /// One custom scope for a product that takes arguments.
  case sharedWithArguments = "shared-with-arguments"
  /// A scope that caches a product for each value of its arguments, one of which is neither Hashable nor a class
  /// instance.
  case incomparableArguments = "incomparable-arguments"
  /// An eager registration that takes arguments, which `bootstrap` cannot give.
  case eagerWithArguments = "eager-with-arguments"
  /// A registration that has replaced another one of the same container; checked only on request.
  case duplicate
  /// A forwarding, `implements(P.self)`, to a type that no product can be of; see ``doubtfulForwarding``.
  case mismatchedForwarding = "mismatched-forwarding"
  /// A decorator that decorates nothing.
  case idleDecorator = "idle-decorator"
  /// An `onRelease` hook that never runs, because the container caches no instance of its registration.
  ///
  /// That is so in graph scope, which is the default, in transient scope, in custom scopes, and for an instance that is
  /// `ownedExternally()`.
  case idleReleaseHook = "idle-release-hook"
  /// More opaque registrations than `maxOpaque` allows; an allowance does not silence it.
  case opaque
  /// A class in graph scope of which several cached products hold an instance of their own; checked only as a hint.
  ///
  /// An explicit `asTransient()` says that each holder has its own. After an explicit `asGraph()`, it is a captive
  /// dependency instead.
  case splitInstance = "split-instance"
  /// An optional dependency for which nothing is registered; checked only as a hint.
  case unprovidedOptional = "unprovided-optional"
  /// A forwarding of a class to a protocol that only a subclass may conform to; checked only as a hint.
  case doubtfulForwarding = "doubtful-forwarding"
}
