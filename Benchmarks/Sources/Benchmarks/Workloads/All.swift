extension Workload {
  /// All that is compared, in the order of the table.
  static var all: [Workload] {
    [singleton, leaf, graphLeaf] + trees + graphTrees + [chain] + awaited
  }
}
