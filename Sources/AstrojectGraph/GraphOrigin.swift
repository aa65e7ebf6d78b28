/// The registrations and containers behind a graph, in the process that made it.
struct GraphOrigin: Sendable {
  /// The nodes, by the numbers of their registrations.
  let nodes: [UInt: DependencyGraph.Node.ID]
  /// The indices of the containers, by the numbers of their cores.
  let levels: [UInt: Int]
}

/// A value that is stored beside others and takes no part in comparing or hashing them.
struct Unlisted<Value: Sendable>: Sendable, Hashable {
  let value: Value?

  init(_ value: Value?) { self.value = value }
  static func == (left: Unlisted, right: Unlisted) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}
