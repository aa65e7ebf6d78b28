import Nexus

extension Container {
  /// The dependency graph of this container and its parents, as it is now.
  ///
  /// The graph is a value: later registrations do not change it. Reading it runs no factory, hook or custom scope. It
  /// asks a fallback for the types that are not registered.
  ///
  /// Some dependencies are known only if `depends(on:)` declares them:
  ///
  /// - the dependencies of a closure
  /// - an injected property that may have a name or key
  /// - an injected property of a type that is registered as a protocol
  ///
  /// Each read surveys all registrations again.
  ///
  /// ```swift
  /// print(container.graph.mermaid)
  /// ```
  public var graph: DependencyGraph { DependencyGraph(Analysis(Survey(core))) }
}
