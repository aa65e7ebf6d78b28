import Astroject

/// The place where an app, a server or a tool puts its objects together, and where it takes the first of them.
///
/// ```swift
/// enum AppDependencies: CompositionRoot {
///   static func register(in container: Container) throws {
///     try container.register(any Storage.self) { FileStorage() }.asSingleton()  // besides what is discovered
///   }
///   static var storage: any Storage { get throws { try resolve() } }
/// }
/// try AppDependencies.setUp()
/// ```
public protocol CompositionRoot {
  /// Registers what is not discovered, and what is to stand before that.
  static func register(in container: Container) throws

  /// True if types that adopt ``AutoInjectable`` are registered that are not registered yet: the default.
  static var discovers: Bool { get }

  /// True if nothing may be registered after `setUp`: the default.
  static var seals: Bool { get }
}

extension CompositionRoot {
  /// Discovers.
  public static var discovers: Bool { true }
  /// Seals.
  public static var seals: Bool { true }

  // MARK: The container

  /// The container of the root. Before `setUp`, and after `tearDown`, an empty one whose errors say so.
  public static var container: Container { Root.of(Self.self).container ?? Root.of(Self.self).absence }

  /// Makes a container with the same registrations in which nothing is built: for a test, which overrides some of them,
  /// or checks them all.
  ///
  /// ```swift
  /// try AppDependencies.make().validate()
  /// ```
  /// - Throws: An error of `register(in:)`, or of discovery.
  public static func make() throws -> Container {
    try Container { container in
      try register(in: container)
      if discovers { try container.registerDiscovered() }
    }
  }

  // MARK: Setting up

  /// Makes the container: registers, discovers what is not registered yet, seals, builds what is eager, and makes it
  /// ``Astroject/Container/shared``.
  ///
  /// If something throws, the shared container is what it was, and this may be called again.
  ///
  /// - Throws: An error of `register(in:)` or of discovery; `AstrojectError.bootstrapFailed`; `AstrojectError.sealed`
  ///   with the place of the first call, if this is a second one, also on another thread.
  public static func setUp(fileID: StaticString = #fileID, line: UInt = #line) throws {
    try Root.of(Self.self).setUp(Self.self, at: CodeLocation(fileID: fileID, line: line)) { try $0.bootstrap() }
  }

  /// Makes the container, and awaits what is eager and has to be awaited.
  ///
  /// - Throws: As the synchronous form.
  public static func setUp(fileID: StaticString = #fileID, line: UInt = #line) async throws {
    let root = Root.of(Self.self)
    let container = try root.begin(Self.self, at: CodeLocation(fileID: fileID, line: line))
    do {
      try await container.bootstrap()
    } catch {
      root.giveUp()
      // What was built is let go of in order; the error is that of the start.
      try? await container.shutdown()
      throw error
    }
    root.finish(container)
  }

  /// Takes the container back: it is no longer the shared one, and `setUp` may be called again.
  public static func tearDown() { _ = Root.of(Self.self).tearDown() }

  /// Takes the container back and shuts it down.
  ///
  /// - Throws: `AstrojectError.shutdownFailed` with all that hooks have thrown.
  public static func tearDown() async throws { try await Root.of(Self.self).tearDown()?.shutdown() }

  // MARK: Resolving

  /// Resolves in the container that is current for the task, if one is, and else in that of the root.
  ///
  /// - Throws: An `AstrojectError` of the resolve.
  public static func resolve<Product>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil
  ) throws -> Product {
    try (Container.currentOfTask ?? container).resolve(ResolutionRequest(type, label: Label(name: name, key: key)))
  }

  /// Resolves in the container that is current for the task, if one is, and else in that of the root, and awaits what
  /// has to be awaited.
  ///
  /// - Throws: An `AstrojectError` of the resolve.
  public static func resolve<Product>(
    _ type: Product.Type = Product.self, name: String? = nil, key: (any Hashable & Sendable)? = nil
  ) async throws -> Product {
    try await (Container.currentOfTask ?? container).resolve(
      ResolutionRequest(type, label: Label(name: name, key: key)))
  }
}

/// What there is of a root in this process.
private final class Root: Sendable {
  private enum Phase {
    case none
    case settingUp(CodeLocation)
    case ready(Container, CodeLocation)
  }

  private static let known = Lock<[ObjectIdentifier: Root]>([:])

  private let phase = Lock(Phase.none)
  /// The container that stands for none.
  let absence: Container

  private init(_ type: Any.Type) { absence = .standingFor(type) }

  static func of(_ type: any CompositionRoot.Type) -> Root {
    if let root = known.withLock({ $0[ObjectIdentifier(type)] }) { return root }
    let new = Root(type)
    return known.withLock { known in
      let root = known[ObjectIdentifier(type)] ?? new
      known[ObjectIdentifier(type)] = root
      return root
    }
  }

  var container: Container? { phase.withLock { if case .ready(let container, _) = $0 { container } else { nil } } }

  func setUp(_ type: any CompositionRoot.Type, at location: CodeLocation, _ build: (Container) throws -> Void) throws {
    let container = try begin(type, at: location)
    do { try build(container) } catch {
      giveUp()
      throw error
    }
    finish(container)
  }

  /// Makes the container as far as nothing is built.
  func begin(_ type: any CompositionRoot.Type, at location: CodeLocation) throws -> Container {
    let first = phase.withLock { phase -> CodeLocation? in
      switch phase {
      case .settingUp(let first), .ready(_, let first): return first
      case .none:
        phase = .settingUp(location)
        return nil
      }
    }
    if let first { throw AstrojectError.isSetUp(type, at: first) }
    do {
      let container = try type.make()
      if type.seals { container.seal() }
      return container
    } catch {
      giveUp()
      throw error
    }
  }

  func giveUp() { phase.withLock { $0 = .none } }

  func finish(_ container: Container) {
    phase.withLock { phase in
      if case .settingUp(let location) = phase { phase = .ready(container, location) }
    }
    Container.shared = container
  }

  func tearDown() -> Container? {
    let container = phase.withLock { phase -> Container? in
      guard case .ready(let container, _) = phase else { return nil }
      phase = .none
      return container
    }
    if let container { Container.unshare(container) }
    return container
  }
}
