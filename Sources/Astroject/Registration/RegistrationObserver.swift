/// An observer of the requests for one registration.
///
/// It is told at once, on the thread that asks. A registration that is observed resolves step by step.
package protocol RegistrationObserver: AnyObject, Sendable {
  /// Receives a request for it.
  func didAsk()

  /// Receives the news that it was removed or replaced.
  func didRemove()
}
