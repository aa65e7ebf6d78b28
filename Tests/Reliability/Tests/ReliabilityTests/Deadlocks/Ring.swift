import TestSupport

/// A member of a ring: it depends on the next member, at once or lazily.
final class Link: Sendable {
  enum Next: Sendable {
    case link(Link)
    case lazy(Lazy<Link>)
  }

  let number: Int
  private let next: Guarded<Next?>

  init(_ number: Int, _ next: Next) { (self.number, self.next) = (number, Guarded(next)) }

  /// Returns the next member, resolved now if it is lazy.
  func following() async throws -> Link {
    switch next.now {
    case .link(let link): link
    case .lazy(let lazy): try await lazy.get()
    case nil: self
    }
  }

  /// Breaks the reference cycle of a closed ring.
  func drop() {
    let last = next.withLock { $0.take() }
    withExtendedLifetime(last) {}
  }
}

/// A loop of singletons: its size, the members at which callers begin, and whether the callers block or await.
struct Ring: Sendable, CustomStringConvertible {
  /// The kinds of callers.
  enum Askers: CaseIterable {
    case threads, tasks, both
  }

  /// The resolver or container through which a factory resolves the next member.
  enum Edge: CaseIterable {
    case resolver, capturedContainer
  }

  let size: Int
  /// The members that callers resolve first, in order. A build that begins at one of them reaches to the next one.
  let starts: [Int]
  /// The number of callers. Several may begin at the same member.
  let askers: Int
  let kind: Askers
  let edge: Edge

  /// All shapes: two to five members, resolved by two to five threads or tasks. A ring has no beginning, so the first
  /// start is always the first member.
  static let all: [Ring] = (2...5).flatMap { size in
    (2...5).flatMap { askers in
      choices(of: min(size, askers) - 1, from: Array(1..<size)).flatMap { rest in
        Askers.allCases.flatMap { kind in
          Edge.allCases.map { Ring(size: size, starts: [0] + rest, askers: askers, kind: kind, edge: $0) }
        }
      }
    }
  }

  private static func choices(of count: Int, from all: [Int]) -> [[Int]] {
    guard count > 0 else { return [[]] }
    return all.indices.flatMap { first in
      choices(of: count - 1, from: Array(all[(first + 1)...])).map { [all[first]] + $0 }
    }
  }

  var description: String { "\(size) singletons, \(askers) \(kind) that begin at \(starts), by \(edge)" }

  var crowd: Crowd {
    switch kind {
    case .threads: Crowd(threads: askers)
    case .tasks: Crowd(tasks: askers)
    case .both: Crowd(threads: (askers + 1) / 2, tasks: askers / 2)
    }
  }

  /// Returns the member at which a caller begins.
  func start(of asker: Int) -> Int { starts[asker % starts.count] }

  /// Returns the part of the ring that a member belongs to: the index of the nearest start up to it.
  private func part(of member: Int) -> Int { starts.lastIndex { $0 <= member } ?? 0 }

  /// Returns true if the caller that begins the member's part awaits.
  private func isAwaited(_ member: Int) -> Bool { part(of: member) >= crowd.threads }

  /// Returns true if the member is the last one of its part that is built at first. No member behind a lazy one is
  /// built.
  private func isLast(_ member: Int, lazy: Int?) -> Bool {
    if let lazy, part(of: lazy) == part(of: member) { return member == lazy }
    return starts.contains((member + 1) % size)
  }

  func name(_ member: Int) -> String { String(member % size) }

  // MARK: Filling a container

  /// Registers the members. Each caller builds its part of the ring up to the last member. The last member resolves the
  /// next part only after all callers have come this far.
  ///
  /// - Parameters:
  ///   - lazy: The member that gets the next one as a `Lazy`.
  func register(in container: Container, lazy: Int? = nil) throws {
    let barrier = Barrier(count: starts.count)
    for member in 0..<size {
      let next = name(member + 1)
      let isLast = isLast(member, lazy: lazy)
      let (isLazy, edge) = (member == lazy, edge)
      if isAwaited(member) {
        try container.register(Link.self, name: name(member)) { [unowned container] resolver async throws -> Link in
          if isLast { await barrier.pass() }
          let source: any Resolving = edge == .resolver ? resolver : container
          let link: Link.Next =
            isLazy
            ? .lazy(try await source.resolve(Lazy<Link>.self, name: next))
            : .link(try await source.resolve(Link.self, name: next))
          return Link(member, link)
        }.asSingleton()
      } else {
        try container.register(Link.self, name: name(member)) { [unowned container] resolver in
          if isLast { barrier.wait() }
          let source: any Resolving = edge == .resolver ? resolver : container
          let link: Link.Next =
            isLazy
            ? .lazy(try source.resolve(Lazy<Link>.self, name: next))
            : .link(try source.resolve(Link.self, name: next))
          return Link(member, link)
        }.asSingleton()
      }
    }
  }

  /// Has all callers resolve at the same time, and returns the results in their order.
  func ask(_ container: Container) async -> [Result<Link, any Error>] {
    await crowd.run { asker in
      try container.resolve(Link.self, name: name(start(of: asker)))
    } asynchronous: { asker in
      try await container.resolve(Link.self, name: name(start(of: asker)))
    }
  }
}
