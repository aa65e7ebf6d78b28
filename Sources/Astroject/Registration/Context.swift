/// A description of the resolution on whose behalf a custom scope is asked.
///
/// Two contexts are equal if they belong to the same resolution tree, at any depth. So a context can be the key of a
/// dictionary of the products that one tree shares.
public struct Context: Sendable {
  /// The number of products that are under construction around this one.
  public let depth: Int
  /// The number of the resolution tree.
  ///
  /// A tree is everything that one call of `resolve` asks for, directly or through factories.
  public let graphID: UInt64
}

// MARK: - Hashable

extension Context: Hashable {
  /// Returns true if both contexts belong to the same tree.
  public static func == (left: Context, right: Context) -> Bool { left.graphID == right.graphID }
  /// Hashes the number of the tree.
  public func hash(into hasher: inout Hasher) { hasher.combine(graphID) }
}
