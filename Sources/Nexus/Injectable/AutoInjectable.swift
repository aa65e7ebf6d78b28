import Astroject

/// A type that declares its injection and its service.
///
/// ```swift
/// extension LiveService: AutoInjectable {
///   static let injection = Injection<any Service>(LiveService.init(client:clock:))
///   static func configure(_ registration: Registration<any Service>) { registration.asSingleton() }
/// }
/// try container.register(injectable: LiveService.self)
/// ```
///
/// Such types can also be discovered, by `registerDiscovered()`. ``Injectable`` and its refinements are shorter for a
/// type that only has an initializer without labels to declare.
///
/// The conformance must not be isolated. The members of a main-actor type are declared `nonisolated`.
public protocol AutoInjectable: SendableMetatype {
  /// The type that it is resolved by: its own type, or a protocol.
  associatedtype Service = Self

  /// The injection that makes the service.
  static var injection: Injection<Service> { get }

  /// Configures the registration, such as its scope; by default it does nothing.
  ///
  /// - Parameter registration: The new registration, which no other thread sees yet.
  static func configure(_ registration: Registration<Service>)
}

extension AutoInjectable {
  /// Leaves the registration as it is.
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

  /// Resolves the service of the type in the current container, asynchronously.
  ///
  /// - Throws: An `AstrojectError` of the resolve.
  public static func resolve() async throws -> Service { try await Container.current.resolve(Service.self) }

  /// Resolves the service of the type with arguments in the current container.
  ///
  /// - Throws: An `AstrojectError` of the resolve.
  public static func resolve<each Argument>(arguments: repeat each Argument) throws -> Service {
    try Container.current.resolve(Service.self, arguments: repeat each arguments)
  }

  /// Resolves the service of the type with arguments in the current container, asynchronously.
  ///
  /// - Throws: An `AstrojectError` of the resolve.
  public static func resolve<each Argument>(arguments: repeat each Argument) async throws -> Service {
    try await Container.current.resolve(Service.self, arguments: repeat each arguments)
  }
}

extension Container {
  /// Registers a type as it declares itself, and lets it configure its registration.
  ///
  /// A class that inherits its conformance has the service of its superclass: what is made by the subclass is resolved
  /// by the superclass.
  ///
  /// - Parameters:
  ///   - type: The type. The product is resolved by its service.
  ///   - name: A name that tells registrations of one service apart.
  ///   - key: A key in place of a name.
  ///   - isOverridable: True if a later registration may replace this one, here or in a child.
  ///   - ifRegistered: The policy for an earlier registration under the key in this container; nil for the container's
  ///     own.
  ///   - fileID: The file of the registration, for error texts.
  ///   - line: The line of the registration, for error texts.
  /// - Returns: The registration, for further calls.
  /// - Throws: `AstrojectError.alreadyRegistered` if a protected registration is in the way;
  ///   `AstrojectError.duplicateRegistration` if the policy refuses a second one; `AstrojectError.sealed` after
  ///   `seal()`; `AstrojectError.containerReleased` in a child whose work has ended.
  @discardableResult
  public func register<T: AutoInjectable>(
    injectable type: T.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, isOverridable: Bool = true,
    ifRegistered: DuplicatePolicy? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> Registration<T.Service> {
    try register(type, Placement(name, key, fileID, line, isOverridable, ifRegistered).written(as: .injectable))
  }

  func register<T: AutoInjectable>(_ type: T.Type, _ placement: Placement) throws -> Registration<T.Service> {
    // No other thread sees the registration before it has been configured.
    try transaction {
      let registration = try add(T.injection, placement)
      T.configure(registration)
      return registration
    }
  }

  /// Adds a type to the collection of its service as it declares itself, and lets it configure its registration.
  ///
  /// - Parameters:
  ///   - type: The type. The product is an element of the collection of its service.
  ///   - name: A name that the element has in a dictionary of the service.
  ///   - key: A key in place of a name.
  ///   - fileID: The file of the registration, for error texts.
  ///   - line: The line of the registration, for error texts.
  /// - Returns: The registration, for further calls.
  /// - Throws: `AstrojectError.sealed` after `seal()`; `AstrojectError.containerReleased` in a child whose work has
  ///   ended.
  @discardableResult
  public func contribute<T: AutoInjectable>(
    injectable type: T.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> Registration<T.Service> {
    try transaction {
      let registration = try contribute(T.injection, Placement(name, key, fileID, line).written(as: .injectable))
      T.configure(registration)
      return registration
    }
  }
}
