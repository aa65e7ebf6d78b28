/// A behavior that is told what was resolved on whose behalf.
///
/// It is told at once, on the thread or task that resolves, and so answers itself for what several do at a time. It
/// hears none of the other events.
package protocol Tracer: AnyObject, Behavior, Sendable {
  /// A step has ended that lies below no other one which the tracer was told of.
  func didEnd(root step: ResolutionTrace.Step)

  /// The build of a registration has asked for another one.
  func didObserve(_ use: ObservedUse)
}

extension Core {
  /// Those who trace this container or a parent, each once.
  var tracers: [any Tracer] {
    lineage.reduce(into: []) { $0.add($1.observers.ownTracers) }
  }
}

extension Array {
  /// Adds those objects that are not in it.
  mutating func add(_ others: [Element]) {
    for other in others where !contains(where: { $0 as AnyObject === other as AnyObject }) { append(other) }
  }
}
