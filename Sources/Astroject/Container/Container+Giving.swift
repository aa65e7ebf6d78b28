// What is made elsewhere for each child of a name, and given to it when it is made: the user of a request, its logger.
//
// To register it is to say so once, where all can be checked; a child that is given it registers nothing.

extension Container {
  /// Registers a type whose instances are made elsewhere: one for each child of a name, which is given it when it is
  /// made.
  ///
  /// ```swift
  /// try app.register(given: User.self, toChildrenNamed: "request")
  /// try app.register(initializer: Greeter.init(user:)).asTransient()
  /// let greeter = try app.makeChild(named: "request", given: user).resolve(Greeter.self)
  /// ```
  /// It is resolved in such a child, and in children of that: it is what the nearest one of the name was given.
  /// Anywhere else a resolve throws ``AstrojectError/containerNotFound(_:)``, and where that one was not given it,
  /// ``AstrojectError/invalidInstance(_:)``; what not every child gets is registered as an optional,
  /// `given: User?.self`. A child keeps what it was given for as long as it is there, `shutdown` or not, but loses it
  /// when this registration is replaced or taken out. As everywhere, the latest registration of a type counts: children
  /// that get the same have the same name.
  ///
  /// Where a container's graph is validated, that is done as such a child sees it.
  ///
  /// - Parameters:
  ///   - type: What the instances are resolved by.
  ///   - name: The name of the children.
  ///   - isOverridable: Whether a later registration may replace it, here or in a child.
  ///   - fileID: Where it is registered, for error texts.
  ///   - line: Where it is registered, for error texts.
  /// - Throws: ``AstrojectError/alreadyRegistered(type:name:)`` where a protected registration is in the way.
  public func register<Product>(
    given type: Product.Type, toChildrenNamed name: String, isOverridable: Bool = true,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws {
    let blueprint = Blueprint(
      Recipe<Void, Product>.leaf { throw AstrojectError.Cause.notGiven(toChild: name) },
      location: CodeLocation(fileID: fileID, line: line), isOverridable: isOverridable, lifetime: .scoped,
      ifRegistered: core.ifRegistered)
    blueprint.changeOptions { $0.containerName = name }
    blueprint.changeFlags { flags in
      flags.isInstance = true
      flags.isScopeChosen = true
    }
    _ = try core.register(blueprint, as: type)
    core.expect(Expectation(name: name, type: type))
  }

  /// Makes a child with what children of its name are given.
  ///
  /// ```swift
  /// let request = try app.makeChild(named: "request", given: user, logger)
  /// ```
  /// This costs much less than to register these in the child. Each is found by the type that it has here; `user as any
  /// Principal` is a `Principal`. What a test overrides stays overridden, whatever is given for it.
  ///
  /// - Parameters:
  ///   - name: What scopes find it by; see ``Registrable/asScoped(to:)``.
  ///   - first: What it is given; see ``register(given:toChildrenNamed:isOverridable:fileID:line:)``.
  ///   - others: What else.
  /// - Throws: ``AstrojectError/noRegistrationFound(_:)`` where nothing is registered that says that such children get
  ///   it, and ``AstrojectError/invalidInstance(_:)`` where two are of one type.
  @inlinable
  public func makeChild<First, each Other>(
    named name: String, given first: First, _ others: repeat each Other
  ) throws -> Container {
    try refuseIfEnded()
    let child = makeChild(named: name)
    try child.receive(first)
    repeat try child.receive(each others)
    return child
  }

  /// Makes a child for some work with what children of its name are given, and shuts it down when the work is done or
  /// has failed; see ``makeChild(named:given:_:)`` and ``withChild(named:perform:)``.
  ///
  /// ```swift
  /// let response = try await app.withChild(named: "request", given: user, logger) { child in
  ///   try await child.resolve(Handler.self).respond(to: request)
  /// }
  /// ```
  /// - Returns: What the work returns.
  /// - Throws: What the work throws; ``AstrojectError/noRegistrationFound(_:)`` where nothing is registered that says
  ///   that such children get what this one is given, and ``AstrojectError/invalidInstance(_:)`` where two are of one
  ///   type; if the work succeeds, ``AstrojectError/shutdownFailed(_:)`` with everything that hooks threw.
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
