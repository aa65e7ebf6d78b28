import Astroject

/// A place where an app, a server or a tool registers its objects and resolves the first of them.
///
/// ```swift
/// enum AppDependencies: CompositionRoot {
///   static func register(in container: Container) throws {
///     try container.register(any Storage.self) { FileStorage() }.asSingleton()  // besides the discovered types
///   }
///   static var storage: any Storage { get throws { try resolve() } }
/// }
/// try AppDependencies.setUp()
/// ```
public protocol CompositionRoot {
  /// Registers types that are not discovered, or that take precedence over discovered types.
  ///
  /// - Parameter container: A new container.
  static func register(in container: Container) throws

  /// True if types that conform to ``AutoInjectable`` are registered unless their service is registered already; the
  /// default.
  static var discovers: Bool { get }

  /// True if nothing may be registered after `setUp`; the default.
  static var seals: Bool { get }

  /// The scope of registrations that have none of their own; by default that of one resolution tree.
  static var defaultScope: DefaultScope { get }
}

extension CompositionRoot {
  /// True: types are discovered by default.
  public static var discovers: Bool { true }
  /// True: the container is sealed by default.
  public static var seals: Bool { true }
  /// One instance within one resolution tree, by default.
  public static var defaultScope: DefaultScope { .graph }

  // MARK: The container

  /// The container of the root; before `setUp` and after `tearDown`, an empty one whose errors say so.
  public static var container: Container { Root.of(Self.self).container }

  /// Makes a container with the registrations of the root and no instances.
  ///
  /// A test can override some of the registrations, or check them all.
  ///
  /// ```swift
  /// try AppDependencies.make().validate()
  /// ```
  /// - Returns: A new container, which belongs to the caller.
  /// - Throws: An error of `register(in:)`, or of discovery.
  public static func make() throws -> Container {
    try Container(defaultScope: defaultScope) { container in
      try register(in: container)
      if discovers { try container.registerDiscovered() }
    }
  }

  // MARK: Setting up

  /// Sets up the container of the root and makes it ``Astroject/Container/shared``.
  ///
  /// It does these steps in order:
  /// - It calls `register(in:)`.
  /// - It registers discovered types whose service is not registered yet, if ``discovers`` is true.
  /// - It seals the container, if ``seals`` is true.
  /// - It builds the eager registrations.
  ///
  /// If a step throws, the shared container stays as it was, and `setUp` may be called again. Any thread may call it.
  /// If `tearDown()` is called meanwhile, the container is not shared, and `setUp` throws when its steps are done.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for error texts.
  ///   - line: The line of the call, for error texts.
  /// - Throws: An error of `register(in:)` or of discovery; `AstrojectError.bootstrapFailed` if an eager registration
  ///   cannot be built; `AstrojectError.sealed`, with the location of the first call, if this is a second one, also on
  ///   another thread; `AstrojectError.cancelled` if the root was torn down meanwhile.
  public static func setUp(fileID: StaticString = #fileID, line: UInt = #line) throws {
    try setUp(at: CodeLocation(fileID: fileID, line: line), checking: nil)
  }

  /// Sets up the container of the root, if it passes a check before anything is built.
  package static func setUp(at location: CodeLocation, checking check: ((Container) throws -> Void)?) throws {
    try Root.of(Self.self).setUp(Self.self, at: location, checking: check)
  }

  /// Sets up the container of the root, and awaits the eager registrations that must be awaited.
  ///
  /// If these fail, or the root is torn down meanwhile, everything that was built is released in order before the error
  /// is thrown.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for error texts.
  ///   - line: The line of the call, for error texts.
  /// - Throws: The errors of the synchronous form.
  public static func setUp(fileID: StaticString = #fileID, line: UInt = #line) async throws {
    try await setUp(at: CodeLocation(fileID: fileID, line: line), checking: nil)
  }

  /// Sets up the container of the root as an asynchronous function, if it passes a check before anything is built.
  package static func setUp(at location: CodeLocation, checking check: ((Container) throws -> Void)?) async throws {
    await CallerIsolation.enter()
    let root = Root.of(Self.self)
    let container = try root.begin(Self.self, at: location, checking: check)
    do {
      try await container.bootstrap()
      try root.finish(container, of: Self.self)
    } catch {
      root.giveUp()
      // The built instances are released in order. The error to report is that of the start.
      try? await container.shutdown()
      throw error
    }
  }

  /// Detaches the container from the root: it is no longer shared, and `setUp` may be called again.
  ///
  /// The container is not shut down. During `setUp`, this returns at once, and `setUp` throws
  /// `AstrojectError.cancelled` when its steps are done, without sharing the container.
  public static func tearDown() { _ = Root.of(Self.self).tearDown(shuttingDown: false) }

  /// Detaches the container from the root and shuts it down.
  ///
  /// During `setUp`, this returns at once, and `setUp` throws `AstrojectError.cancelled` when its steps are done,
  /// without sharing the container. Then the container is shut down, and the errors of its hooks are not reported.
  ///
  /// - Throws: `AstrojectError.shutdownFailed` with every error that a hook threw.
  public static func tearDown() async throws {
    try await Root.of(Self.self).tearDown(shuttingDown: true)?.shutdown()
  }

  // MARK: Resolving

  /// Resolves a product in the task's current container, or otherwise in that of the root.
  ///
  /// - Parameters:
  ///   - type: The type to resolve.
  ///   - name: The name to resolve, if there is one.
  ///   - key: The key to resolve, in place of a name.
  /// - Throws: An `AstrojectError` of the resolve.
  public static func resolve<Product>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil
  ) throws -> Product {
    try (Container.currentOfTask ?? container).resolve(ResolutionRequest(type, label: Label(name: name, key: key)))
  }

  /// Resolves a product in the task's current container, or otherwise in that of the root, asynchronously.
  ///
  /// - Parameters:
  ///   - type: The type to resolve.
  ///   - name: The name to resolve, if there is one.
  ///   - key: The key to resolve, in place of a name.
  /// - Throws: An `AstrojectError` of the resolve.
  public static func resolve<Product>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil
  ) async throws -> Product {
    try await (Container.currentOfTask ?? container).resolve(
      ResolutionRequest(type, label: Label(name: name, key: key)))
  }
}

/// The state of a root in this process.
private final class Root: Sendable {
  private enum Phase {
    case none
    /// The flag is nil, or says if the container is shut down because the root was torn down meanwhile. An enum in its
    /// place has conformances of two kilobytes, which each app would carry.
    case settingUp(CodeLocation, shutsDown: Bool?)
    case ready(Container, CodeLocation)
  }

  private static let known = Lock<[ObjectIdentifier: Root]>([:])

  private let phase = Lock(Phase.none)
  /// The empty containers that take the place of the one that is not there before `setUp`, and while that runs.
  private let standIns: (before: Container, meanwhile: Container)

  private init(_ type: Any.Type) {
    standIns = (.standing(for: .notSetUp(type)), .standing(for: .beingSetUp(type)))
  }

  static func of(_ type: any CompositionRoot.Type) -> Root {
    if let root = known.withLock({ $0[ObjectIdentifier(type)] }) { return root }
    let new = Root(type)
    return known.withLock { known in
      let root = known[ObjectIdentifier(type)] ?? new
      known[ObjectIdentifier(type)] = root
      return root
    }
  }

  /// The container, or the empty one that takes its place.
  var container: Container {
    phase.withLock { phase in
      switch phase {
      case .ready(let container, _): container
      case .settingUp: standIns.meanwhile
      case .none: standIns.before
      }
    }
  }

  func setUp(
    _ type: any CompositionRoot.Type, at location: CodeLocation, checking check: ((Container) throws -> Void)?
  ) throws {
    let container = try begin(type, at: location, checking: check)
    do {
      try container.bootstrap()
      try finish(container, of: type)
    } catch {
      // A caller that blocks cannot await the shutdown.
      if giveUp() { CurrentBuild.startTask { try? await container.shutdown() } }
      throw error
    }
  }

  /// Makes the container without building anything.
  ///
  /// - Throws: `AstrojectError.sealed` if the root is set up already, or is being set up; an error of the check.
  func begin(
    _ type: any CompositionRoot.Type, at location: CodeLocation, checking check: ((Container) throws -> Void)?
  ) throws -> Container {
    let first = phase.withLock { phase -> CodeLocation? in
      switch phase {
      case .settingUp(let first, _), .ready(_, let first): return first
      case .none:
        phase = .settingUp(location, shutsDown: nil)
        return nil
      }
    }
    if let first { throw AstrojectError.sealed(failure(at: first, .setUpBefore(type))) }
    do {
      let container = try type.make()
      try check?(container)
      if type.seals { container.seal() }
      return container
    } catch {
      giveUp()
      throw error
    }
  }

  /// Ends a `setUp` without sharing its container.
  ///
  /// - Returns: True if the container is to be shut down, because the root was torn down meanwhile.
  @discardableResult
  func giveUp() -> Bool {
    phase.withLock { phase in
      guard case .settingUp(_, let shutsDown) = phase else { return false }
      phase = .none
      return shutsDown ?? false
    }
  }

  /// Ends a `setUp` by sharing its container.
  ///
  /// - Throws: `AstrojectError.cancelled` if the root was torn down meanwhile. Then `giveUp` has to follow.
  func finish(_ container: Container, of type: any CompositionRoot.Type) throws {
    // Both happen under the lock. Otherwise a container that was detached meanwhile could become the shared one.
    let (old, place) = phase.withLock { phase -> (Container?, CodeLocation?) in
      guard case .settingUp(let location, let shutsDown) = phase else { return (nil, nil) }
      if shutsDown != nil { return (nil, location) }
      phase = .ready(container, location)
      return (Container.share(container), nil)
    }
    withExtendedLifetime(old) {}
    if let place { throw AstrojectError.cancelled(failure(at: place, .tornDown(type))) }
  }

  private func failure(at location: CodeLocation, _ cause: AstrojectError.Cause) -> AstrojectError.Failure {
    AstrojectError.Failure(key: Key(Container.self), path: [], location: location, cause: cause)
  }

  /// Detaches the container, and returns it; nil if there is none yet.
  func tearDown(shuttingDown: Bool) -> Container? {
    phase.withLock { phase in
      switch phase {
      case .none: return nil
      case .settingUp(let location, let shutsDown):
        phase = .settingUp(location, shutsDown: shuttingDown || shutsDown ?? false)
        return nil
      case .ready(let container, _):
        phase = .none
        Container.unshare(container)
        return container
      }
    }
  }
}
