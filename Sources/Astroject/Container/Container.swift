/// A container of dependencies: it makes products, caches those that have a scope, and hands them out.
///
/// ```swift
/// let container = Container()
/// try container.register(Storage.self) { FileStorage() }.asSingleton()
/// try container.register(Notes.self) { resolver in Notes(try resolver.resolve(Storage.self)) }
/// let notes = try container.resolve(Notes.self)
/// ```
///
/// Any number of threads and tasks may register, resolve, release and make children at once. No lock is held while a
/// factory or a hook runs. A wait that would never end throws ``AstrojectError/circularDependency(_:)``. A factory that
/// blocks by other means, such as a semaphore or a synchronous hop to the main queue, can still hang.
///
/// The container releases its instances when its last reference is released.
public final class Container: Resolving, Sendable {
  /// The core, which only the copy of the library that has made this container may use; see ``core``.
  @usableFromInline let ownCore: Core
  /// The word of the copy of the library that has made this container.
  @usableFromInline let copy: UInt

  /// The name that the container got when it was made as a child.
  public var name: String? { core.name }
  /// The container that this one is a child of, if it is a child.
  public var parent: Container? { core.parent as? Container }

  package init(
    name: String?, parent: Container?, delegate: (any ContainerDelegate)? = nil, witness: (any BuildWitness)? = nil,
    defaultScope: DefaultScope? = nil, ifRegistered: DuplicatePolicy? = nil
  ) {
    ownCore = Core(
      name: name, parent: parent, delegate: delegate, witness: witness, defaultScope: defaultScope,
      ifRegistered: ifRegistered)
    copy = LibraryCopy.mark()
    ownCore.reference.attach(self)
    DerivedForms.declare(Container.self)
    ownCore.witness?.didMake(self)
  }

  /// The container that stands for a missing current one.
  package static let missing = standing(for: .noCurrentContainer)

  /// Makes a container that stands for a missing one, and takes no registrations.
  package static func standing(
    for absence: AstrojectError.Cause, delegate: (any ContainerDelegate)? = nil
  ) -> Container {
    let container = Container(name: nil, parent: nil, delegate: delegate)
    container.core.standFor(absence)
    container.core.seal()
    return container
  }

  deinit { ownCore.close() }

  /// Makes an empty container.
  ///
  /// Children inherit the scope and the policy, and not the fallback.
  ///
  /// - Parameters:
  ///   - fallback: Another container, which is asked for products that this one does not know itself. It is asked only
  ///     for types and names for which its `isRegistered` returns true. Its own errors arrive as
  ///     ``AstrojectError/factoryFailed(_:)``. If it leads back to this container, `resolve` throws
  ///     ``AstrojectError/tooDeep(_:)`` for what neither of them has, and `isRegistered` returns false.
  ///   - defaultScope: The scope of registrations that have none of their own.
  ///   - ifRegistered: The policy for a key that is already registered, unless the new registration has one.
  public convenience init(
    fallback: (any Resolving & Sendable)? = nil, defaultScope: DefaultScope = .graph,
    ifRegistered: DuplicatePolicy = .replace
  ) {
    self.init(name: nil, parent: nil, defaultScope: defaultScope, ifRegistered: ifRegistered)
    if let fallback { core.setFallback(fallback) }
  }

  /// Makes a container and fills it.
  ///
  /// Other threads see the registrations when the closure has ended.
  ///
  /// ```swift
  /// let container = try Container { container in
  ///   try container.register(Clock.self) { SystemClock() }
  /// }
  /// ```
  /// - Parameters:
  ///   - fallback: The container that is asked for types and names that this one does not know; see
  ///     ``init(fallback:defaultScope:ifRegistered:)``.
  ///   - defaultScope: The scope of registrations that have none of their own.
  ///   - ifRegistered: The policy for a key that is already registered.
  ///   - register: Registers in the container.
  /// - Throws: The error of the closure.
  public convenience init(
    fallback: (any Resolving & Sendable)? = nil, defaultScope: DefaultScope = .graph,
    ifRegistered: DuplicatePolicy = .replace, _ register: (Container) throws -> Void
  ) throws {
    self.init(fallback: fallback, defaultScope: defaultScope, ifRegistered: ifRegistered)
    try transaction { try register(self) }
  }

  /// Runs a transaction: its registrations count when the closure has ended, and not at all if it throws.
  package func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try Transaction.run(on: core, body).result
  }

  /// Runs a transaction that replaces nothing: if a key was registered meanwhile, that registration stays.
  ///
  /// - Returns: The keys of the transaction's registrations that do not count for that reason.
  package func transactionReplacingNothing(_ body: () throws -> Void) throws -> [Key] {
    try Transaction.run(on: core, replacing: false, body).left.map(\.key)
  }

  /// Adds a behavior, which receives the events of this container and its children from now on.
  ///
  /// While a container or one of its parents has a behavior, each resolve takes a slower path. May be called from any
  /// thread.
  ///
  /// - Parameter behavior: The behavior, which is retained until the container is released.
  public func add(_ behavior: some Behavior) { core.add(behavior) }

  /// Begins to record the resolves of this container and its children.
  ///
  /// Each resolve takes a slower path from now on.
  ///
  /// - Parameter limit: The number of roots that the trace records; see ``ResolutionTrace``.
  /// - Returns: The trace.
  public func resolutionTrace(limit: Int = 100) -> ResolutionTrace {
    let trace = ResolutionTrace(limit: limit)
    add(trace)
    return trace
  }

  /// Closes the container to additions: from now on each call that registers, contributes or decorates throws.
  ///
  /// The error is ``AstrojectError/sealed(_:)``, with the source location of the call.
  ///
  /// ```swift
  /// try container.registerDiscovered()
  /// container.seal()  // a late registration of a feature is an error, and not a surprise
  /// ```
  /// Resolving, releasing, `clear()`, `unregister`, children, and the modifiers of earlier registrations are not
  /// affected. A container that `overriding` makes of this one is not sealed. If a closure, a module or an assembly has
  /// registered before this call, that counts when it has ended. May be called from any thread, and more than once.
  public func seal() { core.seal() }
}

extension Container: CoreOwner {}
