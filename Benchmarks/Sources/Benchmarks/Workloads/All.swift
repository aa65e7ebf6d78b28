extension Workload {
  /// All workloads, in the order of the table.
  static var all: [Workload] {
    [singleton, leaf, graphLeaf] + trees + graphTrees + crowded + [chain] + registering + awaited
      + [request, sharedGraph] + wrappers + arguments + [isolated] + forms
  }
}

extension Measure {
  /// All measures.
  static var all: [Measure] {
    threads + [linearity, bytes, firstResolve, discovery] + firstValues + resource + [flatMemory]
  }
}
