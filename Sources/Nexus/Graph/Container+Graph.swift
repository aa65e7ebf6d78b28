import Astroject

extension Container {
  /// The registrations of this container and of its parents, and what they get.
  ///
  /// No factory, hook or custom scope runs for it; a fallback is asked whether it has what is registered nowhere. It is a
  /// value: what is registered later is not in it. What closures resolve is known only where they say so, by
  /// `depends(on:)`; which properties a type injects that is registered as a protocol, and under which names, is known
  /// when its first object has been made.
  ///
  /// ```swift
  /// print(container.graph.mermaid)
  /// ```
  public var graph: DependencyGraph { DependencyGraph(Analysis(Survey(core))) }
}
