import Astroject

/// Records the resolves of a container, in order, for a test to examine.
///
/// ```swift
/// let recorder = container.resolutionRecorder()
/// _ = try container.resolve(Model.self)
/// expectResolved(Client.self, times: 1, in: recorder)
/// expectNoResolution(of: Tracker.self, in: recorder)
/// ```
///
/// It is a `Behavior`: it observes its container and the children of that container, from the moment it is added. A
/// resolve is recorded when it ends, on the thread or task that resolves; the record exists when `resolve` returns.
/// Resolves made on its behalf come before it. A derived form (`T?`, `[T]`, `Lazy<T>`) is not recorded, but the
/// products that it is made of are.
///
/// It may be used from any thread. It holds neither products nor the container, but it stores every record until
/// ``clear()``.
public final class ResolutionRecorder: Behavior, Sendable {
  private let state = Lock<[Record]>([])
  /// The core of the container that it was made for; nil if it was made alone.
  let origin: Core?

  /// Makes a recorder that records nothing until it is added to a container.
  public convenience init() { self.init(origin: nil) }

  fileprivate init(origin: Core?) { self.origin = origin }

  /// All resolves, in the order in which they ended.
  public var records: [Record] { state.withLock { $0 } }

  /// Returns the resolves of one type and name, with any arguments, in the order in which they ended.
  ///
  /// - Parameters:
  ///   - type: The requested type.
  ///   - name: The requested name; nil for requests without a name.
  ///   - key: A hashable value that replaces the name, as at registration.
  public func records<Product>(
    of type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil
  ) -> [Record] {
    let label = Label(name: name, key: key)
    return records.filter { $0.key.product == Product.self && $0.key.label == label }
  }

  /// Forgets all records.
  public func clear() {
    state.change { $0 = [] }
  }
}

// MARK: - Record

extension ResolutionRecorder {
  /// A resolve that has ended.
  public struct Record: Sendable {
    /// The requested key.
    public let key: Key
    /// The number of nested builds on whose behalf it was requested: 0 for a request of the test itself.
    public let depth: Int
    /// The kind of the error that it threw; nil if it succeeded.
    public let failure: AstrojectError.Kind?
    /// The core, which does not keep the container alive.
    fileprivate let core: Core

    /// The container that was asked; nil if it has been released.
    public var container: Container? { core.container }
    /// The name of the container that was asked; nil if it has none.
    public var containerName: String? { core.name }
  }
}

// MARK: - ResolveWitness

extension ResolutionRecorder: ResolveWitness {
  /// Appends a record of a resolve, before that returns.
  package func didResolve(_ key: Key, in core: Core, depth: Int, failingWith error: AstrojectError?) {
    let record = Record(key: key, depth: depth, failure: error?.kind, core: core)
    state.withLock { $0.append(record) }
  }
}

// MARK: - Adding

extension Container {
  /// Adds a recorder that records the resolves of this container and its children.
  ///
  /// It may be called on any thread. A recorder slows down each resolve of the containers that it observes.
  ///
  /// - Returns: The recorder, which is up to date whenever a resolve returns.
  public func resolutionRecorder() -> ResolutionRecorder {
    let recorder = ResolutionRecorder(origin: core)
    add(recorder)
    return recorder
  }
}
