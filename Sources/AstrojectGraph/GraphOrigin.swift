/// Which registrations and containers the parts of a graph are, in the process where it was made.
struct GraphOrigin: Sendable {
  /// The nodes by the numbers of their registrations.
  let nodes: [UInt: DependencyGraph.Node.ID]
  /// The containers by their numbers.
  let levels: [UInt: Int]
}

/// Something that goes along with a value and is no part of it: it is not compared.
struct Unlisted<Value: Sendable>: Sendable, Hashable {
  let value: Value?

  init(_ value: Value?) { self.value = value }
  static func == (left: Unlisted, right: Unlisted) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}
