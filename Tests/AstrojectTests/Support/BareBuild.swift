@testable import Astroject

extension Build {
  /// Makes a build without running code, to be a node of the graph of waits or to claim a slot.
  static func bare(of blueprint: Blueprint, in parent: Build? = nil) -> Build {
    Build(of: .passUnretained(blueprint), in: .passUnretained(core), for: parent.map { .passUnretained($0) })
  }

  private static let core = Container().core
}
