/// A rule that a graph of dependencies is checked against; the raw value is its code, which stays.
public enum GraphRule: String, Sendable, Hashable, Codable, CaseIterable {
  /// What is needed is registered nowhere.
  case missingDependency = "missing-dependency"
  /// Registrations need each other, and none of them waits with it, as a `Lazy` or a `Provider` would.
  case cycle
  /// Something is held by what lives longer.
  ///
  /// Singletons live longest, then disposable singletons, then what each container has, then what custom scopes keep
  /// (which may be long, but nobody knows), then what is said by `asGraph()` to be one for each tree. What says nothing
  /// of its scope, and what is transient, lives as long as its holder, and what it holds is held by that. A weak scope
  /// lives as long as any holder; as a holder it counts like a custom one. A `Lazy` holds what it has resolved, a
  /// `Provider` does not.
  case captiveDependency = "captive-dependency"
  /// A synchronous closure needs what has to be awaited.
  case asyncDependency = "async-dependency"
  /// A closure off the main actor needs what is to be resolved on it.
  case isolation
  /// An argument that nobody gives.
  case argument
  /// Several parameters that one argument fits.
  case ambiguousArgument = "ambiguous-argument"
  /// Something is kept for as long as somebody holds it, and nobody does.
  case weakUnowned = "weak-unowned"
  /// A weak scope for what is no class instance.
  case weakValue = "weak-value"
  /// A container is held by what it keeps, and so never goes.
  case containerKept = "container-kept"
  /// A scope that names a container, where there is none of that name.
  case missingContainer = "missing-container"
  /// One custom scope for a product that takes arguments.
  case sharedWithArguments = "shared-with-arguments"
  /// Something to be built by `bootstrap` that takes arguments.
  case eagerWithArguments = "eager-with-arguments"
  /// A registration that has taken the place of another one of the same container; only where that is asked for.
  case duplicate
  /// A decorator that surrounds nothing.
  case idleDecorator = "idle-decorator"
}
