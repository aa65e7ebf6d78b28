import Nexus

extension Container {
  /// The registrations of this container and of its parents, and what they get.
  ///
  /// No factory, hook or custom scope runs for it; a fallback is asked whether it has what is registered nowhere. It is
  /// a value: what is registered later is not in it. What closures resolve is known only where they say so, by
  /// `depends(on:)`; so are injected properties that may have a name or key, and those of a type that is registered as
  /// a protocol.
  ///
  /// ```swift
  /// print(container.graph.mermaid)
  /// ```
  public var graph: DependencyGraph { DependencyGraph(Analysis(Survey(core))) }
}
