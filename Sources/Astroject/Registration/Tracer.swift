/// A behavior that receives resolves as steps, each below the build that asked for it.
///
/// It is called at once, on the thread or task that resolves, and has to be safe for concurrent calls. It receives no
/// other events.
package protocol Tracer: AnyObject, Sendable {
  /// Receives a step that has ended and lies below no other step that the tracer is told of.
  func didEnd(root step: ResolutionTrace.Step)

  /// Receives a pair of registrations: the build of the first has asked for the second.
  func didObserve(_ use: ObservedUse)
}
