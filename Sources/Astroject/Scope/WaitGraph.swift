/// Who waits for whom, in the whole process: what finds a wait that would never end.
///
/// A build waits for another on behalf of the builds above it, and ends only when all that it started has ended. So a
/// wait closes a loop when the build that is waited for, or one within it, waits in its turn, through any number of
/// others, for the build that would wait or for one above it.
package enum WaitGraph {
  private struct Wait {
    let asker: Build
    let waiter: Waiter
    var target: Build { waiter.target }
  }

  /// What a wait would close: the steps from its target back to a build that the asker works for, and who waits on the way.
  struct Loop {
    var steps: [AstrojectError.Step]
    var waiters: [Waiter] = []
  }

  private static let waits = Lock<[Wait]>([])

  /// Notes that somebody waits on behalf of `asker`, unless that would close a loop, which is returned.
  static func begin(_ waiter: Waiter, for asker: Build) -> Loop? {
    waits.withLock { waits in
      var seen: [Build] = []
      if let loop = loop(from: waiter.target, to: asker, in: waits, seen: &seen) { return loop }
      waits.append(Wait(asker: asker, waiter: waiter))
      return nil
    }
  }

  /// Forgets a wait that `begin` noted, if it still does.
  static func end(_ waiter: Waiter) {
    let ended = waits.withLock { waits -> Wait? in
      guard let index = waits.lastIndex(where: { $0.waiter === waiter }) else { return nil }
      waits.swapAt(index, waits.endIndex - 1)
      return waits.removeLast()
    }
    // If these are its last references, it is freed here, where no lock is held.
    withExtendedLifetime(ended) {}
  }

  /// Who waits for whom just now, a line each: for somebody who looks at a program that does not move. Whoever waits on
  /// behalf of no build is not among them.
  package static var description: String {
    // While the lock is held, no build that waits goes on. What keys print is the user's code, and runs afterwards.
    let paths = waits.withLock { waits in waits.map { (asker: $0.asker.path, target: $0.target.path) } }
    let text = { (path: [AstrojectError.Step]) in path.map(\.key.description).joined(separator: " → ") }
    return paths.map { "\(text($0.asker)) waits for \(text($0.target))" }.joined(separator: "\n")
  }

  private static func loop(from build: Build, to asker: Build, in waits: [Wait], seen: inout [Build]) -> Loop? {
    if asker.isWithin(build) { return Loop(steps: [build.step]) }
    seen.append(build)
    for wait in waits where wait.asker.isWithin(build) && !seen.contains(where: { $0 === wait.target }) {
      if let rest = loop(from: wait.target, to: asker, in: waits, seen: &seen) {
        let steps = wait.asker.path.suffix(wait.asker.depth - build.depth + 1)
        return Loop(steps: steps + rest.steps, waiters: [wait.waiter] + rest.waiters)
      }
    }
    return nil
  }
}
