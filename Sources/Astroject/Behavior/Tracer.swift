/// A behavior that receives resolves as steps, each below the build that asked for it.
///
/// It is called at once, on the thread or task that resolves, and has to be safe for concurrent calls. It receives no
/// other events.
package protocol Tracer: AnyObject, Behavior, Sendable {
  /// Receives a step that has ended and lies below no other step that the tracer is told of.
  func didEnd(root step: ResolutionTrace.Step)

  /// Receives a pair of registrations: the build of the first has asked for the second.
  func didObserve(_ use: ObservedUse)
}

extension Core {
  /// The tracers of this container and of its parents, each once.
  var tracers: [any Tracer] {
    lineage.reduce(into: []) { $0.add($1.observers.ownTracers) }
  }
}

extension Array {
  /// Appends the objects that the array does not contain.
  mutating func add(_ others: [Element]) {
    for other in others where !contains(where: { $0 as AnyObject === other as AnyObject }) { append(other) }
  }
}
