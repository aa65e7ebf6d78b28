/// A behavior that is called for each resolve before it returns, on the thread or task that resolves.
///
/// It has to be safe for concurrent calls. It receives no other events.
package protocol ResolveWitness: AnyObject, Sendable {
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
