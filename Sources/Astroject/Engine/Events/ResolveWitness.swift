/// A behavior that is called for each resolve before it returns, on the thread or task that resolves.
///
/// It has to be safe for concurrent calls. It receives no other events.
package protocol ResolveWitness: AnyObject, Sendable {
  /// Receives a resolve that has ended.
  ///
  /// - Parameters:
  ///   - key: The key that was asked for.
  ///   - core: The container that was asked.
  ///   - depth: The number of nested builds on whose behalf the container was asked.
  ///   - error: The error, if the resolve failed.
  func didResolve(_ key: Key, in core: Core, depth: Int, failingWith error: AstrojectError?)
}
