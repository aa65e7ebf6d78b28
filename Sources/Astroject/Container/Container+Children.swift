extension Container {
  /// Makes a child: it sees what is registered here, and may register its own in front of it.
  ///
  /// A child keeps its parent alive; a parent does not keep its children, nor sees what they register. What is
  /// transient or graph-scoped takes its dependencies through the container that is asked, what is container-scoped
  /// through the one that keeps it; everything else through the one that has the registration.
  ///
  /// - Parameter name: What scopes find it by; see ``Registrable/asScoped(to:)``.
  public func makeChild(named name: String? = nil) -> Container { Container(name: name, parent: self) }

  /// Makes a child and fills it; see ``makeChild(named:)``.
  ///
  /// ```swift
  /// let request = try app.makeChild(named: "request") { child in
  ///   try child.register(instance: user)
  /// }
  /// ```
  /// - Throws: What the closure throws.
  public func makeChild(named name: String? = nil, _ register: (Container) throws -> Void) throws -> Container {
    try refuseIfEnded()
    let child = makeChild(named: name)
    try child.transaction { try register(child) }
    return child
  }

  /// Makes a child for some work, and shuts it down when the work is done or has failed.
  ///
  /// ```swift
  /// let response = try await app.withChild(named: "request") { child in
  ///   try await child.resolve(Handler.self).respond(to: request)
  /// }
  /// ```
  /// Before this returns, the child releases what it keeps, in reverse order of building, and `onRelease` hooks are
  /// awaited, also in a task that was cancelled. After that the child has ended: whatever is asked of it, or
  /// of a child of it, throws ``AstrojectError/containerReleased(_:)``.
  ///
  /// - Parameters:
  ///   - name: What scopes find the child by; see ``Registrable/asScoped(to:)``.
  ///   - work: What is done with it.
  /// - Returns: What the work returns.
  /// - Throws: What the work throws. If the work succeeds, ``AstrojectError/shutdownFailed(_:)`` with everything that
  ///   hooks threw; if it does not, behaviors are told of that.
  @inlinable
  public func withChild<Result>(
    named name: String? = nil, perform work: (Container) async throws -> Result
  ) async throws -> Result {
    try refuseIfEnded()
    return try await makeChild(named: name).end(after: work)
  }

  /// Makes a child for some work, registers in it, and shuts it down when the work is done or has failed; see
  /// ``withChild(named:perform:)``.
  ///
  /// ```swift
  /// let response = try await app.withChild(named: "request", registering: { child in
  ///   try child.register(instance: user)
  /// }) { child in
  ///   try await child.resolve(Handler.self).respond(to: request)
  /// }
  /// ```
  /// - Parameters:
  ///   - name: What scopes find the child by; see ``Registrable/asScoped(to:)``.
  ///   - register: Fills the child, as in ``makeChild(named:_:)``.
  ///   - work: What is done with it.
  /// - Returns: What the work returns.
  /// - Throws: What the closures throw; if the work succeeds, ``AstrojectError/shutdownFailed(_:)`` with everything
  ///   that hooks threw.
  @inlinable
  public func withChild<Result>(
    named name: String? = nil, registering register: (Container) throws -> Void,
    perform work: (Container) async throws -> Result
  ) async throws -> Result {
    try await makeChild(named: name, register).end(after: work)
  }

  /// Does some work here, and ends this container when it is done or has failed. Inlined, as each function on the way
  /// takes a frame of the task's.
  @inlinable
  @inline(__always)
  func end<Result>(after work: (Container) async throws -> Result) async throws -> Result {
    let result: Result
    do {
      result = try await work(self)
    } catch {
      await endAfterFailure()
      throw error
    }
    try await end()
    return result
  }

  /// Throws if the container has ended.
  @usableFromInline
  package func refuseIfEnded() throws { try core.refuseIfEnded(Key(Container.self)) }

  /// Lets go of everything, for good.
  @usableFromInline
  func end() async throws {
    let failures = await letGoForGood()
    if !failures.isEmpty { throw AstrojectError.shutdownFailed(failures) }
  }

  /// Lets go of everything, for good, where something else is to be thrown than what hooks throw.
  @usableFromInline
  func endAfterFailure() async { core.report(await letGoForGood()) }

  @inline(__always)
  private func letGoForGood() async -> [AstrojectError.Failure] {
    // While hooks run, their products may still resolve.
    let failures = await letGoOfEverything()
    core.end()
    // What that has kept goes, too.
    return core.mayKeepSomething ? failures + (await letGoOfEverything()) : failures
  }
}
