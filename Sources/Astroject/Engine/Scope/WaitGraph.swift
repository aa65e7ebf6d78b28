/// The graph of all waits in the process, which finds a wait that would never end.
///
/// A build waits for another one on behalf of the builds above it, and ends only when all that it started has ended. So
/// a wait closes a loop if the build that is waited for, or one within it, waits for the waiting build or for one above
/// it, through any number of other builds.
package enum WaitGraph {
  private final class Wait {
    let asker: Build
    let waiter: Waiter
    /// The outermost build that the asker works for.
    let top: ObjectIdentifier
    var target: Build { waiter.target }

    init(of waiter: Waiter, for asker: Build) {
      self.waiter = waiter
      self.asker = asker
      top = asker.top
    }
  }

  private struct Waits {
    /// The waits by the build that is waited for, each by its waiter.
    private var all: [ObjectIdentifier: [ObjectIdentifier: Wait]] = [:]
    /// The number of waits below each outermost build.
    private var counts: [ObjectIdentifier: Int] = [:]

    var every: [Wait] { all.values.flatMap(\.values) }

    /// Returns the waits for a build.
    func waits(for target: Build) -> some Collection<Wait> { all[ObjectIdentifier(target), default: [:]].values }

    /// Returns true if there is a wait below the outermost build around this one.
    func areMade(around build: Build) -> Bool { !counts.isEmpty && counts[build.top] != nil }

    mutating func insert(_ wait: Wait) {
      all[ObjectIdentifier(wait.target), default: [:]][ObjectIdentifier(wait.waiter)] = wait
      counts[wait.top, default: 0] += 1
    }

    mutating func remove(_ waiter: Waiter) -> Wait? {
      let target = ObjectIdentifier(waiter.target)
      guard let wait = all[target]?.removeValue(forKey: ObjectIdentifier(waiter)) else { return nil }
      if all[target]?.isEmpty ?? false { all[target] = nil }
      let count = counts[wait.top, default: 1] - 1
      counts[wait.top] = count == 0 ? nil : count
      return wait
    }
  }

  /// A loop that a wait would close: the builds from its target back to the asker or one above it, and the waiters.
  ///
  /// The builds are retained while the lock is held, and released when it is not. The last reference to a build that
  /// has ended meanwhile may free user objects that only its registration retained.
  struct Loop {
    fileprivate(set) var builds: [Build]
    fileprivate(set) var waiters: [Waiter] = []
  }

  private static let waits = Lock(Waits())

  /// Notes a wait on behalf of `asker`, unless it would close a loop, which is returned.
  ///
  /// `InstanceSlot.claim` breaks the loop if it can. If not, `Shared.loop(through:)` makes the error.
  static func begin(_ waiter: Waiter, for asker: Build) -> Loop? {
    waits.withLock { waits in
      if let loop = loop(from: waiter.target, to: asker, in: waits) { return loop }
      waits.insert(Wait(of: waiter, for: asker))
      return nil
    }
  }

  /// Forgets a wait that `begin` noted, if it is still known.
  static func end(_ waiter: Waiter) {
    let ended = waits.withLock { $0.remove(waiter) }
    // If these are the last references, they are freed here, where no lock is held.
    withExtendedLifetime(ended) {}
  }

  /// The current waits, one a line, to find out why a program hangs. A wait on behalf of no build is left out.
  package static var description: String {
    // Printing keys and freeing registrations runs the user's code, so no lock is held here.
    let calls = waits.withLock { waits in waits.every.map { (asker: $0.asker.way, target: $0.target.way) } }
    let text = { (way: [Build]) in way.map(\.step.key.description).joined(separator: " → ") }
    return calls.map { "\(text($0.asker)) waits for \(text($0.target))" }.joined(separator: "\n")
  }

  /// Returns the shortest loop that a wait on behalf of `asker` for `target` would close.
  ///
  /// The search goes backwards: to the waits for the asker or a build above it, to the waits for those, and so on,
  /// until one of them works for the target. So other waits for the target are not looked at. If nothing that works for
  /// the target waits, nothing is looked at.
  private static func loop(from target: Build, to asker: Build, in waits: Waits) -> Loop? {
    if asker.isWithin(target) { return Loop(builds: [target]) }
    if !waits.areMade(around: target) { return nil }
    // Each wait, and the index of the wait that goes on from its target; nil if that is the asker's.
    var links: [(wait: Wait, next: Int?)] = []
    var seen: Set<ObjectIdentifier> = []
    var last: Int?
    while true {
      let waiting = last.map { links[$0].wait.asker } ?? asker
      var isClosed = false
      _ = waiting.isAnyAbove { build in
        isClosed = build === target
        // All builds above a visited build have been visited.
        guard !isClosed, seen.insert(ObjectIdentifier(build)).inserted else { return true }
        for wait in waits.waits(for: build) { links.append((wait, last)) }
        return false
      }
      if isClosed { break }
      let next = last.map { $0 + 1 } ?? 0
      if next == links.count { return nil }
      last = next
    }
    var loop = Loop(builds: [])
    var from = target
    while let index = last {
      let (wait, next) = links[index]
      loop.builds += wait.asker.way.suffix(wait.asker.depth - from.depth + 1)
      loop.waiters.append(wait.waiter)
      (from, last) = (wait.target, next)
    }
    loop.builds.append(from)
    return loop
  }
}
