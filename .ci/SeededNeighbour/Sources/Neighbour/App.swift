import Nexus

// A file of the same name is in the package beside this one.

/// Lacks its gate.
public final class Fence: Sendable {
  /// Needs a number that nothing supplies.
  public init(gate: Int) {}
}

/// The composition root of this package.
public enum Neighbour {
  /// A container with a graph that is not valid, and with a registration whose file does not exist.
  public static func make() throws -> Container {
    try Container { container in
      try container.register(initializer: Fence.init)  // place: neighbour
      try container.register(
        Bool.self, fileID: "Elsewhere/Nowhere.swift", line: 7, initializer: { (_: String) in true })
    }
  }
}
