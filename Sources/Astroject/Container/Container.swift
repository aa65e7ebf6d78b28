/// A container of dependencies: knows how to make them, keeps those that are to be kept, and gives them out.
///
/// ```swift
/// let container = Container()
/// try container.register(Storage.self) { FileStorage() }.asSingleton()
/// try container.register(Notes.self) { resolver in Notes(try resolver.resolve(Storage.self)) }
/// let notes = try container.resolve(Notes.self)
/// ```
///
/// Any number of threads and tasks may register, resolve, release and make children at once. No lock is held while a
/// factory or a hook runs. A wait that would never end throws ``AstrojectError/circularDependency(_:)``; but a factory
/// that blocks by its own means, with a semaphore or a synchronous hop to the main queue, can still hang. When the last
/// reference to the container goes, it lets go of all that it keeps.
public final class Container: Resolving, Sendable {
  @usableFromInline package let core: Core
  @usableFromInline let store: Store

  /// What it was called when it was made as a child.
  public var name: String? { core.name }
  /// The container that it was made of, if it is a child.
  public var parent: Container? { core.parent }

  init(
    name: String?, parent: Container?, fork: Fork? = nil, witness: (any BuildWitness)? = nil,
    ifRegistered: DuplicatePolicy? = nil
  ) {
    core = Core(name: name, parent: parent, fork: fork, witness: witness, ifRegistered: ifRegistered)
    store = core.store
    core.reference.attach(self)
    core.witness?.didMake(self)
  }

  /// The container that stands for none.
  package static let missing = standingFor(nil)

  /// Makes a container that stands for one that is not there: that of a composition root, or the current one.
  package static func standingFor(_ root: Any.Type?) -> Container {
    let container = Container()
    container.core.standFor(root.map { .notSetUp($0) } ?? .noCurrentContainer)
    return container
  }

  deinit { core.close() }

  /// Makes an empty container.
  ///
  /// - Parameter ifRegistered: What happens where something is registered under the key of a new registration, unless
  ///   that says otherwise. Children inherit it.
  public convenience init(ifRegistered: DuplicatePolicy = .replace) {
    self.init(name: nil, parent: nil, ifRegistered: ifRegistered)
  }

  /// Makes a container that asks another one for what it does not know itself.
  ///
  /// - Parameters:
  ///   - fallback: Asked only for what its `isRegistered` says it has, and only by type and name. An error of its own
  ///     arrives as ``AstrojectError/factoryFailed(_:)``. Two containers must not be each other's fallback.
  ///   - ifRegistered: What happens where something is registered under the key of a new registration.
  public convenience init(fallback: some Resolving & Sendable, ifRegistered: DuplicatePolicy = .replace) {
    self.init(ifRegistered: ifRegistered)
    core.setFallback(fallback)
  }

  /// Makes a container and fills it; other threads see what is registered when the closure has ended.
  ///
  /// ```swift
  /// let container = try Container { container in
  ///   try container.register(Clock.self) { SystemClock() }
  /// }
  /// ```
  /// - Throws: What the closure throws.
  public convenience init(
    ifRegistered: DuplicatePolicy = .replace, _ register: (Container) throws -> Void
  ) throws {
    self.init(ifRegistered: ifRegistered)
    try transaction { try register(self) }
  }

  /// Makes a container with a fallback and fills it; see ``init(fallback:ifRegistered:)`` and
  /// ``init(ifRegistered:_:)``.
  ///
  /// - Throws: What the closure throws.
  public convenience init(
    fallback: some Resolving & Sendable, ifRegistered: DuplicatePolicy = .replace,
    _ register: (Container) throws -> Void
  ) throws {
    self.init(fallback: fallback, ifRegistered: ifRegistered)
    try transaction { try register(self) }
  }

  /// Runs a step whose registrations count when it has ended, and not at all if it throws.
  package func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try Transaction.run(on: core, body).result
  }

  /// Runs a step as `transaction` does, except that it replaces nothing: where something was registered under a key
  /// meanwhile, that stays.
  ///
  /// - Returns: The keys of the step's registrations that do not count for that reason.
  package func transactionReplacingNothing(_ body: () throws -> Void) throws -> [Key] {
    try Transaction.run(on: core, replacing: false, body).outdone.map(\.key)
  }

  /// Adds a behavior, which hears of everything that happens here and in children from now on.
  ///
  /// While a container has one, or a parent of its has, each resolve takes a slower way.
  public func add(_ behavior: some Behavior) {
    core.observers.add(behavior)
    core.observe()
  }
}
