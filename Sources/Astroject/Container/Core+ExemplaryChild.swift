extension Core {
  /// Makes an empty child that stands for the children that are given instances, or returns nil if none is needed.
  ///
  /// The names come from the registrations here and in parents. Several children are nested, in the order in which the
  /// names were registered, the outermost container's first. A name is left out if this container or a parent has it.
  package func makeExemplaryChild() -> Container? {
    var child: Container?
    for expectation in lineage.reversed().flatMap(\.expectations) {
      let name = expectation.containerName
      guard find(expectation.key) != nil, (child?.core ?? self).nearest({ $0.name == name }) == nil else { continue }
      child = (child ?? container)?.makeChild(named: name)
    }
    return child
  }
}
