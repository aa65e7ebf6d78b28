import Astroject

/// A type that says by itself how it is made and what it is resolved by.
///
/// ```swift
/// extension LiveService: AutoInjectable {
///   static let injection = Injection<any Service>(LiveService.init(client:clock:))
///   static func configure(_ registration: Registration<any Service>) { registration.asSingleton() }
/// }
/// try container.register(injectable: LiveService.self)
/// ```
///
/// Such types can also be found by themselves: `registerDiscovered()`. Where an initializer without labels is all there
/// is to say, ``Injectable`` and its refinements are shorter.
///
/// The conformance must not be isolated; the members of a type of the main actor say `nonisolated`.
public protocol AutoInjectable: SendableMetatype {
  /// What it is resolved by: its own type, or a protocol.
  associatedtype Service = Self

  /// How it is made.
  static var injection: Injection<Service> { get }

  /// Says more about the registration, its scope for one; by default nothing.
  static func configure(_ registration: Registration<Service>)
}

extension AutoInjectable {
  /// Says nothing more.
  public static func configure(_ registration: Registration<Service>) {}
}

// MARK: - Registering

extension AutoInjectable {
  /// Resolves the service of the type in the current container; see ``Astroject/Container/current``.
  ///
  /// ```swift
  /// let api = try LiveAPI.resolve()  // an `any API`
  /// ```
  /// - Throws: An `AstrojectError` of the resolve.
  public static func resolve() throws -> Service { try Container.current.resolve(Service.self) }

  /// Resolves the service of the type in the current container, and awaits what has to be awaited.
  ///
  /// - Throws: An `AstrojectError` of the resolve.
  public static func resolve() async throws -> Service { try await Container.current.resolve(Service.self) }

  /// Resolves the service of the type with arguments in the current container.
  ///
  /// - Throws: An `AstrojectError` of the resolve.
  public static func resolve<each Argument>(arguments: repeat each Argument) throws -> Service {
    try Container.current.resolve(Service.self, arguments: repeat each arguments)
  }

  /// Resolves the service of the type with arguments in the current container, and awaits what has to be awaited.
  ///
  /// - Throws: An `AstrojectError` of the resolve.
  public static func resolve<each Argument>(arguments: repeat each Argument) async throws -> Service {
    try await Container.current.resolve(Service.self, arguments: repeat each arguments)
  }
}

extension Container {
  /// Registers a type that says by itself how it is made, and lets it say more about its registration.
  ///
  /// - Throws: `AstrojectError.alreadyRegistered` where a protected registration is in the way.
  @discardableResult
  public func register<T: AutoInjectable>(
    injectable type: T.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, isOverridable: Bool = true,
    ifRegistered: DuplicatePolicy? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> Registration<T.Service> {
    // Nobody sees it before it is configured.
    try transaction {
      let registration = try add(
        T.injection,
        Placement(
          name: name, key: key, isOverridable: isOverridable, ifRegistered: ifRegistered, fileID: fileID, line: line))
      T.configure(registration)
      return registration
    }
  }

  /// Adds a type that says by itself how it is made to the collection of its service.
  @discardableResult
  public func contribute<T: AutoInjectable>(
    injectable type: T.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> Registration<T.Service> {
    try transaction {
      let registration = try contribute(
        T.injection, Placement(name: name, key: key, fileID: fileID, line: line))
      T.configure(registration)
      return registration
    }
  }
}
