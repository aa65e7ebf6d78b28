// The observers of a container and of its parents.

extension Core {
  /// The tracers of this container and of its parents, each once.
  var tracers: [any Tracer] {
    lineage.reduce(into: []) { $0.add($1.observers.ownTracers) }
  }

  /// The witnesses of this container and of its parents, each once.
  var witnesses: [any ResolveWitness] {
    lineage.reduce(into: []) { $0.add($1.observers.ownWitnesses) }
  }
}

extension Array {
  /// Appends the objects that the array does not contain.
  mutating func add(_ others: [Element]) {
    for other in others where !contains(where: { $0 as AnyObject === other as AnyObject }) { append(other) }
  }
}
