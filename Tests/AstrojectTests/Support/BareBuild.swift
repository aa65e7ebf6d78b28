@testable import Astroject

extension Build {
  /// Makes a build without running code, to be a node of the graph of waits or to claim a slot.
  static func bare(of blueprint: Blueprint, in parent: Build? = nil) -> Build {
    Build(of: Borrowed(blueprint), in: Borrowed(core), for: parent.map { Borrowed($0) })
  }

  private static let core = Container().core
}
