/// An observer of the requests for one registration.
///
/// It is told at once, on the thread that asks. The instance of a registration that is observed is not published.
package protocol RegistrationObserver: AnyObject, Sendable {
  /// Receives a request for it.
  func didAsk()

  /// Receives the news that it was removed or replaced.
  func didRemove()
}
