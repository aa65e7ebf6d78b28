/// A build in progress: a frame of the path, and a node of the graph of who waits for whom.
package class Build: @unchecked Sendable {
  /// The build on whose behalf this one was started.
  private(set) final var parent: Build?
  final let step: AstrojectError.Step
  /// How many builds there are above.
  final let depth: Int

  init(parent: Build?, step: AstrojectError.Step) {
    self.parent = parent
    self.step = step
    depth = parent.map { $0.depth + 1 } ?? 0
  }

  /// Turns away those who would block a thread until this build has ended, as it is about to suspend; false if that was
  /// done before.
  func refuseBlockedWaiters() -> Bool { true }

  /// Notes that this build is about to suspend, and with it those that wait for it.
  package final func suspend() {
    var next: Build? = self
    while let build = next, build.refuseBlockedWaiters() { next = build.parent }
  }

  // A long path is freed one by one: left to itself, each build would free its parent inside its own deinit, and the
  // stack might not be deep enough for that.
  deinit {
    var next = parent.take()
    while isKnownUniquelyReferenced(&next) { next = next?.parent.take() }
  }

  /// The path from the root to this build.
  package final var path: [AstrojectError.Step] {
    sequence(first: self) { $0.parent }.map(\.step).reversed()
  }

  /// Whether this is `other` or was started, directly or not, on its behalf.
  final func isWithin(_ other: Build) -> Bool {
    guard depth >= other.depth else { return false }
    var build: Build? = self
    while let current = build, current.depth > other.depth { build = current.parent }
    return build === other
  }
}
