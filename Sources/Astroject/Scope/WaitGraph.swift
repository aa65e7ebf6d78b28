/// Who waits for whom, in the whole process: what finds a wait that would never end.
///
/// A build waits for another on behalf of the builds above it, and ends only when all that it started has ended. So a
/// wait closes a loop when the build that is waited for, or one within it, waits in its turn, through any number of
/// others, for the build that would wait or for one above it.
package enum WaitGraph {
  private struct Wait {
    let asker: Build
    let target: Build
  }

  private static let waits = Lock<[Wait]>([])

  /// Notes that `asker` waits for `target`, unless that would close a loop; returns the steps of the loop, from the
  /// target back to a build that `asker` works for.
  static func begin(_ asker: Build, for target: Build) -> [AstrojectError.Step]? {
    waits.withLock { waits in
      var seen: [Build] = []
      if let loop = loop(from: target, to: asker, in: waits, seen: &seen) { return loop }
      waits.append(Wait(asker: asker, target: target))
      return nil
    }
  }

  /// Forgets a wait that `begin` noted.
  static func end(_ asker: Build, for target: Build) {
    waits.withLock { waits in
      if let index = waits.lastIndex(where: { $0.asker === asker && $0.target === target }) {
        waits.swapAt(index, waits.endIndex - 1)
        waits.removeLast()
      }
    }
  }

  /// Who waits for whom just now, a line each: for somebody who looks at a program that does not move. Whoever waits on
  /// behalf of no build is not among them.
  package static var description: String {
    // While the lock is held, no build that waits goes on. What keys print is the user's code, and runs afterwards.
    let paths = waits.withLock { waits in waits.map { (asker: $0.asker.path, target: $0.target.path) } }
    let text = { (path: [AstrojectError.Step]) in path.map(\.key.description).joined(separator: " → ") }
    return paths.map { "\(text($0.asker)) waits for \(text($0.target))" }.joined(separator: "\n")
  }

  private static func loop(
    from build: Build, to asker: Build, in waits: [Wait], seen: inout [Build]
  ) -> [AstrojectError.Step]? {
    if asker.isWithin(build) { return [build.step] }
    seen.append(build)
    for wait in waits where wait.asker.isWithin(build) && !seen.contains(where: { $0 === wait.target }) {
      if let rest = loop(from: wait.target, to: asker, in: waits, seen: &seen) {
        return wait.asker.path.suffix(wait.asker.depth - build.depth + 1) + rest
      }
    }
    return nil
  }
}
