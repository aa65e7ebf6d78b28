/// A delegate of a container and its children: it is told of their requests, and may supply what they lack.
///
/// It is called at once, on the thread that asks, and no lock is held meanwhile.
package protocol ContainerDelegate: AnyObject, Sendable {
  /// Receives the news that a container has this delegate.
  func didBegin()

  /// Receives the news that a container with this delegate has gone.
  func didEnd()

  /// Receives the request of a build, which belongs to a container with this delegate, to another container.
  func didAsk(_ other: Core, for key: Key, by build: Build)

  /// Receives a request to the fallback.
  func didAskFallback(for key: Key)

  /// Receives a product that was derived and resolves later.
  func didDefer(_ form: any DerivedForm.Type, for key: Key, in core: Core)

  /// True if it may supply products.
  var suppliesProducts: Bool { get }

  /// Returns a product for a key that is not registered, or nil if there is none.
  func product(for key: Key) -> Any?

  /// A sentence on how long a container with this delegate lives, for the error of a caller that comes too late.
  var lifetimeRule: String? { get }

  /// Receives the news that code asked for the current container, and gets one with this delegate.
  func didGiveCurrent()
}
