extension Container {
  /// Makes a child: it sees what is registered here, and may register its own in front of it.
  ///
  /// A child keeps its parent alive; a parent does not keep its children, nor sees what they register. What is
  /// transient or graph-scoped takes its dependencies through the container that is asked, what is container-scoped
  /// through the one that keeps it; everything else through the one that has the registration.
  ///
  /// - Parameter name: What scopes find it by; see ``Registrable/asContainer(named:)``.
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
    let child = makeChild(named: name)
    try child.transaction { try register(child) }
    return child
  }

  /// Makes a child for some work, and shuts it down when the work is done or has failed.
  ///
  /// ```swift
  /// let response = try await app.withChild(named: "request") { child in
  ///   try child.register(instance: user)
  /// } perform: { child in
  ///   try await child.resolve(Handler.self).respond(to: request)
  /// }
  /// ```
  /// What the child keeps is let go of before this returns, in reverse order of building, and what `onRelease` hooks await
  /// is awaited, also in a task that was cancelled. The child may be used after that, and then keeps anew.
  ///
  /// - Parameters:
  ///   - name: What scopes find the child by; see ``Registrable/asContainer(named:)``.
  ///   - register: Fills the child, as in ``makeChild(named:_:)``.
  ///   - work: What is done with it.
  /// - Returns: What the work returns.
  /// - Throws: What the closures throw. If the work succeeds, ``AstrojectError/shutdownFailed(_:)`` with everything that
  ///   hooks threw; if it does not, behaviors are told of that.
  @inlinable
  public func withChild<Result>(
    named name: String? = nil, _ register: (Container) throws -> Void, perform work: (Container) async throws -> Result
  ) async throws -> Result {
    try await makeChild(named: name, register).shutDown(after: work)
  }

  /// Does some work here, and shuts this container down when it is done or has failed. Inlined, as each function on the way
  /// takes a frame of the task's.
  @inlinable
  @inline(__always)
  func shutDown<Result>(after work: (Container) async throws -> Result) async throws -> Result {
    let result: Result
    do {
      result = try await work(self)
    } catch {
      await shutDownAfterFailure()
      throw error
    }
    try await shutdown()
    return result
  }

  /// Shuts down where something else is to be thrown than what hooks throw.
  @usableFromInline
  func shutDownAfterFailure() async { core.report(await letGoOfEverything()) }
}
