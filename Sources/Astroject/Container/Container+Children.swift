extension Container {
  /// Makes a child container, which sees the registrations of this one and may have its own in front of them.
  ///
  /// A child retains its parent. A parent neither retains its children nor sees their registrations. The dependencies
  /// of an instance come from a container that depends on its scope:
  /// - transient or graph: the container that is asked
  /// - container-scoped: the container that caches the instance
  /// - any other: the container that has the registration
  ///
  /// May be called from any thread.
  ///
  /// - Parameter name: The name by which scopes find the child; see ``Registrable/asScoped(to:)``.
  /// - Returns: The child, which has ended if this container has.
  public func makeChild(named name: String? = nil) -> Container { Container(name: name, parent: self) }

  /// Makes a child and fills it; see ``makeChild(named:)``.
  ///
  /// ```swift
  /// let request = try app.makeChild(named: "request") { child in
  ///   try child.register(instance: user)
  /// }
  /// ```
  /// - Parameters:
  ///   - name: The name by which scopes find the child.
  ///   - register: Registers in the child. If it throws, nothing is registered.
  /// - Returns: The child.
  /// - Throws: The error of the closure, or ``AstrojectError/containerReleased(_:)`` if this container has ended.
  public func makeChild(named name: String? = nil, _ register: (Container) throws -> Void) throws -> Container {
    try refuseIfEnded()
    let child = makeChild(named: name)
    try child.transaction { try register(child) }
    return child
  }

  /// Makes a child for some work, and shuts it down when the work has ended or failed.
  ///
  /// ```swift
  /// let response = try await app.withChild(named: "request") { child in
  ///   try await child.resolve(Handler.self).respond(to: request)
  /// }
  /// ```
  /// Before this function returns, the child releases its instances in reverse order of building. `onRelease` hooks are
  /// awaited, even in a cancelled task. Then the child has ended: each request to it, or to a child of it, throws
  /// ``AstrojectError/containerReleased(_:)``.
  ///
  /// - Parameters:
  ///   - name: The name by which scopes find the child; see ``Registrable/asScoped(to:)``.
  ///   - work: The work, which gets the child.
  /// - Returns: The result of the work.
  /// - Throws: The error of the work. If the work succeeds, ``AstrojectError/shutdownFailed(_:)`` with all errors of
  ///   hooks. If the work fails, errors of hooks are reported to behaviors instead.
  ///   ``AstrojectError/containerReleased(_:)`` if this container has ended.
  @inlinable
  public func withChild<Result>(
    named name: String? = nil, perform work: (Container) async throws -> Result
  ) async throws -> Result {
    try refuseIfEnded()
    return try await makeChild(named: name).end(after: work)
  }

  /// Makes a child for some work, registers in it, and shuts it down when the work has ended or failed.
  ///
  /// See ``withChild(named:perform:)``.
  ///
  /// ```swift
  /// let response = try await app.withChild(named: "request", registering: { child in
  ///   try child.register(instance: user)
  /// }) { child in
  ///   try await child.resolve(Handler.self).respond(to: request)
  /// }
  /// ```
  /// - Parameters:
  ///   - name: The name by which scopes find the child; see ``Registrable/asScoped(to:)``.
  ///   - register: Registers in the child, as in ``makeChild(named:_:)``.
  ///   - work: The work, which gets the child.
  /// - Returns: The result of the work.
  /// - Throws: The errors of the closures. If the work succeeds, ``AstrojectError/shutdownFailed(_:)`` with all errors
  ///   of hooks. ``AstrojectError/containerReleased(_:)`` if this container has ended.
  @inlinable
  public func withChild<Result>(
    named name: String? = nil, registering register: (Container) throws -> Void,
    perform work: (Container) async throws -> Result
  ) async throws -> Result {
    await CallerIsolation.enter()
    return try await makeChild(named: name, register).end(after: work)
  }

  /// Does some work, and ends this container when the work has ended or failed.
  ///
  /// It is inlined, because each function on the way takes a frame of the task.
  @inlinable
  @inline(__always)
  func end<Result>(after work: (Container) async throws -> Result) async throws -> Result {
    let result: Result
    do {
      result = try await work(self)
    } catch {
      try await end(isFailing: true)
      throw error
    }
    try await end(isFailing: false)
    return result
  }

  /// Throws ``AstrojectError/containerReleased(_:)`` if the container has ended.
  @usableFromInline
  package func refuseIfEnded() throws { try core.refuseIfEnded(Key(Container.self)) }

  /// Releases everything for good.
  ///
  /// - Parameter isFailing: True if the caller throws another error. Then errors of hooks are reported to behaviors.
  /// - Throws: Otherwise, ``AstrojectError/shutdownFailed(_:)`` with all errors of hooks.
  @usableFromInline
  func end(isFailing: Bool) async throws {
    let failures = await releaseEverything(forGood: true)
    if isFailing { return core.report(failures) }
    if !failures.isEmpty { throw AstrojectError.shutdownFailed(failures) }
  }
}
