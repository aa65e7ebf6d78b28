@testable import Astroject

extension Build {
  /// A build that no code runs for: a node of the graph of waits, or what a slot is claimed with.
  static func bare(of blueprint: Blueprint, in parent: Build? = nil) -> Build {
    Build(of: .passUnretained(blueprint), in: .passUnretained(core), for: parent.map { .passUnretained($0) })
  }

  private static let core = Container().core
}
