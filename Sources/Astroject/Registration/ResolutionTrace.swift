/// Records resolves as trees. A step has a key, a scope and a duration, and its instance was built or found.
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
/// A trace is a ``Behavior``. It sees the resolves of its container and of that container's children, from when it was
/// added. Each of these resolves takes a slower path. To see the parts of a parent's singletons, trace the parent.
///
/// A resolve on behalf of a running build is a step below that build, even if it goes through a captured container, a
/// `Lazy` or a `Provider`. Every other resolve is a root, which is recorded before the resolve returns. Resolves by a
/// fallback are not steps of the one that asked the fallback.
///
/// A trace may stay on for long. It records the last roots, at most 10,000 steps below each, and none deeper than 100.
/// It counts the steps that it leaves out. It retains neither products nor the container. A trace may be read from any
/// thread.
public final class ResolutionTrace: Sendable {
  private struct State {
    /// The last roots, the oldest first.
    var roots = Deque<Step>()
    var uses: [ObservedUse] = []
    /// The pairs of the uses. The numbers mean nothing: a set would be compiled for these pairs alone.
    var known: [IdentityPair: Int] = [:]
  }

  /// The largest number of uses to remember.
  ///
  /// If containers come and go, there are always new registrations.
  private static let mostUses = 10_000

  /// The number of roots that the trace records.
  public let limit: Int
  private let state = Lock(State())

  /// Makes a trace, which records nothing until it is added to a container.
  ///
  /// - Parameter limit: The number of roots to record. Older roots are dropped.
  public init(limit: Int = 100) { self.limit = max(limit, 0) }

  /// The resolves that no build asked for, in the order in which they ended.
  public var roots: [Step] { state.withLock { $0.roots.elements } }

  /// Forgets all records.
  public func clear() { state.change { $0 = State() } }

  /// The pairs of registrations of which one asked for the other, each once, in the order of their first use.
  ///
  /// A dependency graph cannot tell this of closures. The pairs outlive the roots.
  package var observedUses: [ObservedUse] { state.withLock { $0.uses } }

  // MARK: Recording

  /// Records a step that has ended and lies below no other step.
  func didEnd(root step: Step) {
    let dropped = state.withLock { state in
      state.roots.append(step)
      return state.roots.count > limit ? state.roots.popFirst() : nil
    }
    withExtendedLifetime(dropped) {}
  }

  /// Records a pair of registrations: the build of the first has asked for the second.
  func didObserve(_ use: ObservedUse) {
    state.withLock { state in
      guard state.uses.count < ResolutionTrace.mostUses,
        state.known.updateValue(state.uses.count, forKey: IdentityPair(use.user, use.used)) == nil
      else { return }
      state.uses.append(use)
    }
  }
}
