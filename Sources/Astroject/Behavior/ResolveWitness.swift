/// A behavior that is called for each resolve before it returns, on the thread or task that resolves.
///
/// It has to be safe for concurrent calls. It receives no other events.
package protocol ResolveWitness: AnyObject, Behavior, Sendable {
  /// Receives a resolve that has ended.
  func didEnd(_ resolve: WitnessedResolve)
}

/// The facts about a resolve that has ended.
package struct WitnessedResolve: Sendable {
  /// The key that was asked for.
  package let key: Key
  /// The container that was asked.
  package let core: Core
  /// The number of nested builds on whose behalf the container was asked.
  package let depth: Int
  /// The error, if the resolve failed.
  package let error: AstrojectError?
}

extension Core {
  /// The witnesses of this container and of its parents, each once.
  fileprivate var witnesses: [any ResolveWitness] {
    lineage.reduce(into: []) { $0.add($1.observers.ownWitnesses) }
  }
}

extension Resolution {
  /// Tells the witnesses that the resolve has ended.
  func tellWitnesses(failingWith error: AstrojectError? = nil) {
    // A derived form is not reported: the products that it is made of are reported by themselves.
    if answer == nil, DerivedForms.form(of: key.product) != nil { return }
    let witnesses = context.core.witnesses
    if witnesses.isEmpty { return }
    let depth = context.parent.map { $0.depth + 1 } ?? 0
    let resolve = WitnessedResolve(key: key, core: context.core, depth: depth, error: error)
    for witness in witnesses { witness.didEnd(resolve) }
  }
}
