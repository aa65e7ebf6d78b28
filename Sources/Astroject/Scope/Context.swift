/// What a custom scope is told of the resolution that asks it.
///
/// Two contexts are equal when they belong to the same resolution tree, however deep in it each of them is: a context
/// can be the key of a dictionary of what one tree shares.
public struct Context: Sendable {
  /// How many products are under construction around this one.
  public let depth: Int
  /// The resolution tree: everything that one call of `resolve` asks for, directly or through factories.
  public let graphID: UInt64
}

// MARK: - Hashable

extension Context: Hashable {
  /// Whether both belong to the same tree.
  public static func == (left: Context, right: Context) -> Bool { left.graphID == right.graphID }
  /// Hashes the tree.
  public func hash(into hasher: inout Hasher) { hasher.combine(graphID) }
}
