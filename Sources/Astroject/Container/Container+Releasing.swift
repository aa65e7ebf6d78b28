// Releases of instances, and removals of registrations. Most functions have a synchronous form, which starts a task for
// asynchronous `onRelease` hooks, and an asynchronous form, which awaits them. `unregister` has only the synchronous
// form. A function without `throws` reports the errors of hooks to behaviors. All may be called from any thread.

// MARK: - Instances

extension Container {
  /// Releases the instances of a type that disposable scopes cache in this container, for all arguments.
  ///
  /// These are disposable singletons, weak and container-scoped instances, and those of custom scopes. Plain singletons
  /// stay, and so do the instances that a parent caches. An instance under construction still reaches the callers that
  /// asked for it, and is released when it is done; the next caller builds another one. Asynchronous `onRelease` hooks
  /// run in a task.
  ///
  /// - Parameters:
  ///   - type: The type that the instances are resolved by, or one that they implement.
  ///   - name: The name of the registrations.
  ///   - key: The key of the registrations.
  public func release<Product>(_ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil) {
    core.run(core.release(Key(Product.self, label: Label(name: name, key: key))))
  }

  /// Releases the instances of a type that disposable scopes cache here, and awaits their `onRelease` hooks.
  ///
  /// - Parameters:
  ///   - type: The type that the instances are resolved by, or one that they implement.
  ///   - name: The name of the registrations.
  ///   - key: The key of the registrations.
  public func release<Product>(_ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil) async {
    core.report(await core.run(core.release(Key(Product.self, label: Label(name: name, key: key)))))
  }

  /// Releases all instances that disposable scopes cache in this container.
  ///
  /// Instances under construction are released when they are done. Asynchronous `onRelease` hooks run in a task.
  public func releaseAll() { core.run(core.release(nil)) }

  /// Releases all instances that disposable scopes cache in this container, and awaits their `onRelease` hooks.
  public func releaseAll() async { core.report(await core.run(core.release(nil))) }

  /// Releases all instances of this container, singletons too, in reverse order of building, and awaits their hooks.
  ///
  /// All are let go of before the first hook runs. A hook that resolves gets new instances, which are released after
  /// it.
  ///
  /// The registrations stay. Parents and children are not affected, so shut children down first. An instance under
  /// construction still reaches the callers that asked for it, and is released when it is done. That is not awaited
  /// here, and a failure of its hooks is reported to behaviors. If two calls overlap, the later one does not wait for
  /// hooks that the first one runs.
  ///
  /// - Throws: ``AstrojectError/shutdownFailed(_:)`` with all errors of `onRelease` hooks. All hooks have run.
  public func shutdown() async throws {
    let failures = await releaseEverything(forGood: false)
    if !failures.isEmpty { throw AstrojectError.shutdownFailed(failures) }
  }

  /// Releases all instances of this container, and then those that hooks have caused to be built; returns the errors of
  /// hooks.
  ///
  /// It is inlined, because each function on the way takes a frame of the task.
  ///
  /// - Parameter isForGood: True if the container ends in between. While hooks run, their products may still resolve.
  @inline(__always)
  func releaseEverything(forGood isForGood: Bool) async -> [AstrojectError.Failure] {
    var failures: [AstrojectError.Failure] = []
    for round in 1...2 {
      let pendingReleases = core.releaseEverything()
      failures += await core.run(pendingReleases)
      // Only hooks, and callers until the container ends, can have built anything since then.
      if round == 2 || pendingReleases.isEmpty && !isForGood { break }
      if isForGood { core.end() }
      if !core.keepsSomething { break }
    }
    return failures
  }

  // MARK: Registrations

  /// Removes the registrations of a type, for all arguments, with their instances and forwardings.
  ///
  /// An instance under construction is released when it is done. Contributions and decorators stay: only `clear`
  /// removes them. Asynchronous `onRelease` hooks run in a task.
  ///
  /// - Parameters:
  ///   - type: The type of the registrations.
  ///   - name: The name of the registrations.
  ///   - key: The key of the registrations.
  public func unregister<Product>(_ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil) {
    core.run(core.unregister(Key(Product.self, label: Label(name: name, key: key))))
  }

  /// Removes all registrations, contributions and decorators of this container at once, with their instances.
  ///
  /// No other thread sees some of them without the others. What another thread registers meanwhile may stay. Behaviors,
  /// parents and children stay. An instance under construction is released when it is done. Asynchronous `onRelease`
  /// hooks run in a task.
  public func clear() { core.run(core.unregister(nil)) }

  /// Removes all registrations, contributions and decorators of this container, and awaits the hooks of their
  /// instances.
  public func clear() async { core.report(await core.run(core.unregister(nil))) }
}
