import Nexus

extension Core {
  /// Makes an empty child that stands for the children that are given instances, or returns nil if none is needed.
  ///
  /// The names come from the registrations here and in parents. Several children are nested, in the order in which the
  /// names were registered, the outermost container's first. A name is left out if a container below the one that
  /// registers it has it.
  func makeExemplaryChild() -> Container? {
    var child: Container?
    for owner in lineage.reversed() {
      for expectation in owner.expectations {
        let name = expectation.summary.containerName
        let nearest = (child?.core ?? self).lineage.first { $0 === owner || $0.name == name }
        guard find(expectation.key) != nil, nearest === owner else { continue }
        child = (child ?? container)?.makeChild(named: name)
      }
    }
    return child
  }
}
