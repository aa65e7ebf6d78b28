// Letting go of instances and of registrations. Most functions have a synchronous form, which starts a task for the
// asynchronous `onRelease` hooks, and an asynchronous one, which awaits them; `unregister` has the first alone.

// MARK: - Instances

extension Container {
  /// Lets go of the instances of a type that disposable scopes keep, whatever their arguments: disposable singletons,
  /// weak and container-scoped ones, and what custom scopes keep. Plain singletons stay, and so does everything that a
  /// parent keeps.
  public func release<Product>(_ type: Product.Type, name: String? = nil) {
    core.run(core.release(Key(Product.self, label: Label(name: name, key: nil))))
  }

  /// Lets go of the instances of a type that disposable scopes keep, and awaits what is to be done about it.
  public func release<Product>(_ type: Product.Type, name: String? = nil) async {
    core.report(await core.run(core.release(Key(Product.self, label: Label(name: name, key: nil)))))
  }

  /// Lets go of the instances under a key that disposable scopes keep.
  public func release<Product>(_ type: Product.Type, key: (any Hashable & Sendable)?) {
    core.run(core.release(Key(Product.self, label: Label(name: nil, key: key))))
  }

  /// Lets go of the instances under a key that disposable scopes keep, and awaits what is to be done about it.
  public func release<Product>(_ type: Product.Type, key: (any Hashable & Sendable)?) async {
    core.report(await core.run(core.release(Key(Product.self, label: Label(name: nil, key: key)))))
  }

  /// Lets go of everything that disposable scopes keep in this container.
  public func releaseAll() { core.run(core.release(nil)) }

  /// Lets go of everything that disposable scopes keep in this container, and awaits what is to be done about it.
  public func releaseAll() async { core.report(await core.run(core.release(nil))) }

  /// Lets go of everything that this container keeps, singletons too, in reverse order of building, and awaits what is
  /// to be done about it.
  ///
  /// The registrations stay. Parents and children are not touched: shut children down first. What is being built
  /// meanwhile still reaches those who have asked for it, and is let go of when it is done: that is not awaited here,
  /// and behaviors are told if it fails. Of two calls at once the later one does not wait for the hooks that the first
  /// one runs.
  ///
  /// - Throws: ``AstrojectError/shutdownFailed(_:)`` with everything that `onRelease` hooks threw; all of them ran.
  public func shutdown() async throws {
    let failures = await letGoOfEverything()
    if !failures.isEmpty { throw AstrojectError.shutdownFailed(failures) }
  }

  /// Lets go of everything that this container keeps, and returns what hooks threw. Inlined, as each function on the
  /// way takes a frame of the task's.
  @inline(__always)
  func letGoOfEverything() async -> [AstrojectError.Failure] {
    await core.run(core.letGoOfEverything())
  }
}

// MARK: - Registrations

extension Container {
  /// Takes out the registrations of a type, whatever their arguments, with their instances and forwardings. What is
  /// being built meanwhile is let go of when it is done. Contributions stay: only `clear` takes them out.
  public func unregister<Product>(_ type: Product.Type, name: String? = nil) {
    core.run(core.unregister(Key(Product.self, label: Label(name: name, key: nil))))
  }

  /// Takes out the registrations under a key, whatever their arguments, with their instances and forwardings.
  public func unregister<Product>(_ type: Product.Type, key: (any Hashable & Sendable)?) {
    core.run(core.unregister(Key(Product.self, label: Label(name: nil, key: key))))
  }

  /// Takes out all registrations of this container, and the contributions, with their instances; behaviors, parents and
  /// children stay. What is being built meanwhile is let go of when it is done.
  public func clear() { core.run(core.unregister(nil)) }

  /// Takes out all registrations of this container, and the contributions, and awaits what is to be done about their
  /// instances.
  public func clear() async { core.report(await core.run(core.unregister(nil))) }
}
