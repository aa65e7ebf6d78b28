/// The graph of all waits in the process, which finds a wait that would never end.
///
/// A build waits for another one on behalf of the builds above it, and ends only when all that it started has ended. So
/// a wait closes a loop if the build that is waited for, or one within it, waits for the waiting build or for one above
/// it, through any number of other builds.
enum WaitGraph {
  private struct Waits {
    /// The waiters, by the build that is waited for.
    private var all: [ObjectIdentifier: [ObjectIdentifier: Waiter]] = [:]
    /// The number of waits below each outermost build.
    private var counts: [ObjectIdentifier: Int] = [:]

    var every: [Waiter] { all.values.flatMap(\.values) }

    /// Returns the waiters for a build.
    func waiters(for target: Build) -> some Collection<Waiter> { all[ObjectIdentifier(target), default: [:]].values }

    /// Returns true if there is a wait below the outermost build around this one.
    func areMade(around build: Build) -> Bool { !counts.isEmpty && counts[build.top] != nil }

    mutating func insert(_ waiter: Waiter, below top: ObjectIdentifier) {
      waiter.top = top
      all[ObjectIdentifier(waiter.target), default: [:]][ObjectIdentifier(waiter)] = waiter
      counts[top, default: 0] += 1
    }

    /// Forgets a waiter, which the caller holds.
    mutating func remove(_ waiter: Waiter) {
      guard let top = waiter.top.take() else { return }
      let target = ObjectIdentifier(waiter.target)
      all[target]?[ObjectIdentifier(waiter)] = nil
      if all[target]?.isEmpty ?? false { all[target] = nil }
      let count = counts[top, default: 1] - 1
      counts[top] = count == 0 ? nil : count
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
  /// `InstanceSlot.claim` breaks the loop if it can. If not, `Build.loop` makes the error.
  static func begin(_ waiter: Waiter, for asker: Build) -> Loop? {
    waits.withLock { waits in
      if let loop = loop(from: waiter.target, to: asker, in: waits) { return loop }
      waits.insert(waiter, below: asker.top)
      return nil
    }
  }

  /// Forgets a wait that `begin` noted, if it is still known.
  static func end(_ waiter: Waiter) { waits.withLock { $0.remove(waiter) } }

  /// The current waits, one a line, to find out why a program hangs. A wait on behalf of no build is left out.
  static var description: String {
    // Printing keys and freeing registrations runs the user's code, so no lock is held here.
    let calls = waits.withLock { waits in waits.every.map { (asker: $0.asker?.way ?? [], target: $0.target.way) } }
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
    // Each waiter, and the index of the one that goes on from its target; nil if that is the asker's.
    var links: [(waiter: Waiter, next: Int?)] = []
    var seen: Set<ObjectIdentifier> = []
    var last: Int?
    while true {
      let waiting = last.flatMap { links[$0].waiter.asker } ?? asker
      let isClosed = waiting.search { build -> Bool? in
        if build === target { return true }
        // All builds above a visited build have been visited.
        guard seen.insert(ObjectIdentifier(build)).inserted else { return false }
        for waiter in waits.waiters(for: build) { links.append((waiter, last)) }
        return nil
      }
      if isClosed ?? false { break }
      let next = last.map { $0 + 1 } ?? 0
      if next == links.count { return nil }
      last = next
    }
    var loop = Loop(builds: [])
    var from = target
    while let index = last {
      let (waiter, next) = links[index]
      if let asker = waiter.asker { loop.builds += asker.way.suffix(asker.depth - from.depth + 1) }
      loop.waiters.append(waiter)
      (from, last) = (waiter.target, next)
    }
    loop.builds.append(from)
    return loop
  }
}
