import Astroject

/// Records what a container resolves, in order, for a test to look at.
///
/// ```swift
/// let recorder = container.resolutionRecorder()
/// _ = try container.resolve(Model.self)
/// expectResolved(Client.self, times: 1, in: recorder)
/// expectNoResolution(of: Tracker.self, in: recorder)
/// ```
///
/// It is a `Behavior` like any other: it sees its container and that container's children, from when it was added. A
/// resolve is recorded when it ends, on the thread or task that resolves, and so is there when it returns; what is
/// resolved on its behalf comes before it. A derived form (`T?`, `[T]`, `Lazy<T>`) is not recorded, but what it is made
/// of is.
///
/// It may be used from any thread. It keeps no products and not the container, but every record until ``clear()``.
public final class ResolutionRecorder: Behavior, Sendable {
  private let state = Lock<[Record]>([])
  /// The core of the container that it was made for, if it was made for one.
  let origin: Core?

  /// Makes a recorder that records nothing before it is added to a container.
  public convenience init() { self.init(origin: nil) }

  fileprivate init(origin: Core?) { self.origin = origin }

  /// Everything that was resolved, in the order in which it ended.
  public var records: [Record] { state.withLock { $0 } }

  /// What was resolved by one type and name, with whatever arguments, in the order in which it ended.
  ///
  /// - Parameters:
  ///   - type: What was asked for.
  ///   - name: The name that was asked for; without one only what was asked for without a name.
  ///   - key: Takes the place of the name, as it does where something is registered.
  public func records<Product>(
    of type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil
  ) -> [Record] {
    let label = Label(name: name, key: key)
    return records.filter { $0.key.product == Product.self && $0.key.label == label }
  }

  /// Forgets what was recorded.
  public func clear() {
    let old = state.withLock { records in
      defer { records = [] }
      return records
    }
    // Keys are the user's values, and are freed where no lock is held.
    withExtendedLifetime(old) {}
  }
}

// MARK: - Record

extension ResolutionRecorder {
  /// One resolve that has ended.
  public struct Record: Sendable {
    /// What was asked for.
    public let key: Key
    /// How many builds there are on whose behalf it was asked: 0 for what a test itself asks for.
    public let depth: Int
    /// Which error it threw, if it failed.
    public let failure: AstrojectError.Kind?
    /// Finds the container without keeping it.
    private let core: Core

    fileprivate init(_ resolve: WitnessedResolve) {
      key = resolve.key
      depth = resolve.depth
      failure = resolve.error?.kind
      core = resolve.core
    }

    /// The container that was asked, unless it is gone.
    public var container: Container? { core.container }
    /// The name of the container that was asked, if it has one.
    public var containerName: String? { core.name }
  }
}

// MARK: - ResolveWitness

extension ResolutionRecorder: ResolveWitness {
  package func didEnd(_ resolve: WitnessedResolve) { state.withLock { $0.append(Record(resolve)) } }
}

// MARK: - Adding

extension Container {
  /// Begins to record what is resolved here and in children.
  ///
  /// - Returns: The recorder, which is up to date whenever a resolve returns.
  public func resolutionRecorder() -> ResolutionRecorder {
    let recorder = ResolutionRecorder(origin: core)
    add(recorder)
    return recorder
  }
}
