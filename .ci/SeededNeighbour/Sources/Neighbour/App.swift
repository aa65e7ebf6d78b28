import Nexus

// A file of the same name is in the package beside this one.

public final class Fence: Sendable { public init(gate: Int) {} }

public enum Neighbour {
  /// A container with a graph that is not valid, and with a registration whose file nobody has.
  public static func make() throws -> Container {
    try Container { container in
      try container.register(initializer: Fence.init)  // place: neighbour
      try container.register(Bool.self, fileID: "Elsewhere/Nowhere.swift", line: 7, initializer: { (_: String) in true })
    }
  }
}
