/// Records what is resolved, as trees: what was asked for, its scope, whether it was built or found, and how long it
/// took.
///
/// ```swift
/// let trace = container.resolutionTrace()
/// _ = try container.resolve(Model.self)
/// print(trace)
/// // Model  graph  built  41 µs
/// // ├─ Client  singleton  found  <1 µs
/// // └─ Store named "main"  transient  built  12 µs
/// //    └─ Disk  singleton  built  9 µs
/// ```
///
/// It is a ``Behavior`` like any other: it sees its container and that container's children, from when it was added,
/// and each resolve there takes a slower way. What a parent's singletons are made of is seen by a trace of the parent.
///
/// What is resolved on behalf of a running build is a step below it, also by a captured container, a `Lazy` or a
/// `Provider`; everything else is a root, and is there when the resolve returns. What a fallback resolves is no step of
/// the one that asked it.
///
/// A trace may stay on for long: it keeps the last roots, at most 10,000 steps below each, and none more than 100 deep;
/// what it leaves out, it counts. It keeps no products, and not the container.
public final class ResolutionTrace: Behavior, Sendable {
  private struct State {
    /// The last roots, in a ring.
    var ring: [Step] = []
    /// Where the oldest of them is.
    var oldest = 0
    var uses: [ObservedUse] = []
    var pairs: Set<Pair> = []
  }

  private struct Pair: Hashable {
    let user: UInt
    let used: UInt
  }

  /// How many uses are remembered. Where containers come and go, so do registrations.
  private static let mostUses = 10_000

  /// How many roots it keeps.
  public let limit: Int
  private let state = Lock(State())

  /// Makes a trace that records nothing before it is added to a container.
  ///
  /// - Parameter limit: How many roots it keeps; older ones are dropped.
  public init(limit: Int = 100) { self.limit = max(limit, 0) }

  /// What was resolved on nobody's behalf, in the order in which it ended.
  public var roots: [Step] { state.withLock { Array($0.ring[$0.oldest...] + $0.ring[..<$0.oldest]) } }

  /// Forgets what was recorded.
  public func clear() {
    let old = state.withLock { state in
      defer { state = State() }
      return state
    }
    // Keys are the user's values, and are freed where no lock is held.
    withExtendedLifetime(old) {}
  }

  /// Which registrations asked for which, each pair once, in the order in which they were seen first: what a graph of
  /// dependencies cannot tell of closures. They outlive the roots.
  package var observedUses: [ObservedUse] { state.withLock { $0.uses } }
}

// MARK: - Tracer

extension ResolutionTrace: Tracer {
  package func didEnd(root step: Step) {
    guard limit > 0 else { return }
    let dropped = state.withLock { state -> Step? in
      guard state.ring.count == limit else {
        state.ring.append(step)
        return nil
      }
      defer {
        state.ring[state.oldest] = step
        state.oldest = (state.oldest + 1) % limit
      }
      return state.ring[state.oldest]
    }
    withExtendedLifetime(dropped) {}
  }

  package func didObserve(_ use: ObservedUse) {
    state.withLock { state in
      guard state.uses.count < ResolutionTrace.mostUses else { return }
      if state.pairs.insert(Pair(user: use.user, used: use.used)).inserted { state.uses.append(use) }
    }
  }
}

// MARK: - Adding

extension Container {
  /// Begins to record what is resolved here and in children.
  ///
  /// - Parameter limit: How many roots the trace keeps; see ``ResolutionTrace``.
  public func resolutionTrace(limit: Int = 100) -> ResolutionTrace {
    let trace = ResolutionTrace(limit: limit)
    add(trace)
    return trace
  }
}
