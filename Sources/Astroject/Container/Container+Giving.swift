// Instances that are made elsewhere and given to a child when it is made, such as the user of a request and its logger.
//
// The type is registered once in a parent, so the graph can be checked. A child that is given an instance registers
// nothing.

extension Container {
  /// Registers a type whose instances are given to the children of a name when they are made.
  ///
  /// ```swift
  /// try app.register(given: User.self, toChildrenNamed: "request")
  /// try app.register(initializer: Greeter.init(user:)).asTransient()
  /// let greeter = try app.makeChild(named: "request", given: user).resolve(Greeter.self)
  /// ```
  ///
  /// A resolve in such a child, or in a child of it, returns the instance that was given to the nearest container of
  /// the name. Otherwise it throws:
  /// - ``AstrojectError/containerNotFound(_:)`` if no container has the name
  /// - ``AstrojectError/invalidInstance(_:)`` if the container of the name was not given an instance
  ///
  /// Register a type that not every child gets as an optional, `given: User?.self`. A child holds its instance as long
  /// as it exists, even after `shutdown`, but loses it when this registration is replaced or removed. The latest
  /// registration of a type counts, so children that get the same type have the same name.
  ///
  /// A validation of the graph checks these types as such a child sees them. May be called from any thread.
  ///
  /// - Parameters:
  ///   - type: The type that the instances are resolved by.
  ///   - name: The name of the children.
  ///   - isOverridable: False to protect the registration against replacement, here and in children.
  ///   - fileID: The file of the registration, for error texts.
  ///   - line: The line of the registration, for error texts.
  /// - Throws: ``AstrojectError/alreadyRegistered(type:name:)`` if a protected registration has the key,
  ///   ``AstrojectError/duplicateRegistration(_:)`` if the container's policy is ``DuplicatePolicy/fail``,
  ///   ``AstrojectError/sealed(_:)`` or ``AstrojectError/containerReleased(_:)``.
  public func register<Product>(
    given type: Product.Type, toChildrenNamed name: String, isOverridable: Bool = true,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws {
    let blueprint = Blueprint(
      Recipe<Void, Product>.leaf { throw AstrojectError.Cause.notGiven(toChild: name) },
      Placement(nil, nil, fileID, line, isOverridable).written(as: .gift), lifetime: .scoped)
    blueprint.changeOptions { $0.containerName = name }
    blueprint.changeFlags { ($0[.isInstance], $0[.isScopeChosen]) = (true, true) }
    _ = try core.register(blueprint, as: type)
  }

  /// Makes a child, and gives it the instances that are registered for children of its name.
  ///
  /// ```swift
  /// let request = try app.makeChild(named: "request", given: user, logger)
  /// ```
  /// This costs much less than registering the instances in the child. Each instance is found by its static type here,
  /// so `user as any Principal` is a `Principal`. A registration that an override has replaced stays replaced.
  ///
  /// - Parameters:
  ///   - name: The name by which scopes find the child; see ``Registrable/asScoped(to:)``.
  ///   - first: The first instance; see ``register(given:toChildrenNamed:isOverridable:fileID:line:)``.
  ///   - others: Further instances, each of another type.
  /// - Returns: The child.
  /// - Throws: ``AstrojectError/noRegistrationFound(_:)`` if no registration gives the type to such children,
  ///   ``AstrojectError/invalidInstance(_:)`` if two instances have one type, and
  ///   ``AstrojectError/containerReleased(_:)`` if this container has ended.
  @inlinable
  @_disfavoredOverload
  public func makeChild<First, each Other>(
    named name: String, given first: First, _ others: repeat each Other
  ) throws -> Container {
    try refuseIfEnded()
    let child = makeChild(named: name)
    try child.receive(first)
    repeat try child.receive(each others)
    return child
  }

  /// Makes a child for some work, gives it instances, and shuts it down when the work has ended or failed.
  ///
  /// See ``makeChild(named:given:_:)`` and ``withChild(named:perform:)``.
  ///
  /// ```swift
  /// let response = try await app.withChild(named: "request", given: user, logger) { child in
  ///   try await child.resolve(Handler.self).respond(to: request)
  /// }
  /// ```
  /// - Parameters:
  ///   - name: The name by which scopes find the child; see ``Registrable/asScoped(to:)``.
  ///   - first: The first instance; see ``register(given:toChildrenNamed:isOverridable:fileID:line:)``.
  ///   - others: Further instances, each of another type.
  ///   - work: The work, which gets the child.
  /// - Returns: The result of the work.
  /// - Throws: The error of the work, or ``AstrojectError/shutdownFailed(_:)`` with all errors of hooks if the work
  ///   succeeds. Before the work, ``AstrojectError/noRegistrationFound(_:)`` if no registration gives the type to such
  ///   children, ``AstrojectError/invalidInstance(_:)`` if two instances have one type, and
  ///   ``AstrojectError/containerReleased(_:)`` if this container has ended.
  @inlinable
  public func withChild<First, each Other, Result>(
    named name: String, given first: First, _ others: repeat each Other,
    perform work: (Container) async throws -> Result
  ) async throws -> Result {
    try await makeChild(named: name, given: first, repeat each others).end(after: work)
  }

  @usableFromInline
  func receive<Product>(_ product: Product) throws { try core.receive(product) }
}
