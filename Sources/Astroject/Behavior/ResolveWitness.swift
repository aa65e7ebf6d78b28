/// A behavior that is told of each resolve before that returns, on the thread or task that resolves.
///
/// It answers itself for what several do at a time. It hears none of the other events.
package protocol ResolveWitness: AnyObject, Behavior, Sendable {
  /// A resolve has ended.
  func didEnd(_ resolve: WitnessedResolve)
}

/// What there is to be told of a resolve that has ended.
package struct WitnessedResolve: Sendable {
  /// What was asked for.
  package let key: Key
  /// The container that was asked.
  package let core: Core
  /// How many builds there are on whose behalf it was asked, one by the other.
  package let depth: Int
  /// What it threw, if it failed.
  package let error: AstrojectError?
}

extension Core {
  /// Those who witness what happens in this container or in a child of it, each once.
  fileprivate var witnesses: [any ResolveWitness] {
    lineage.reduce(into: []) { $0.add($1.observers.ownWitnesses) }
  }
}

extension Resolution {
  /// Tells witnesses that it has ended.
  func tellWitnesses(failingWith error: AstrojectError? = nil) {
    // What a derived form is made of is told of by itself.
    if answer == nil, DerivedForms.form(of: key.product) != nil { return }
    let witnesses = context.core.witnesses
    if witnesses.isEmpty { return }
    let depth = context.parent.map { $0.depth + 1 } ?? 0
    let resolve = WitnessedResolve(key: key, core: context.core, depth: depth, error: error)
    for witness in witnesses { witness.didEnd(resolve) }
  }
}
