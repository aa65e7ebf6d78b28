/// The configuration of a registration: the scope of its product, further types that it implements, and hooks.
///
/// Every function returns the registration, so that calls chain. It takes effect at once, and may be called on any
/// thread. Choose a scope before an instance is cached: after a later change each resolve throws
/// ``AstrojectError/invalidInstance(_:)``, until the scope is set back, the instance is released, or the type is
/// registered anew. Write extensions of this protocol for combinations of your own:
///
/// ```swift
/// extension Registrable {
///   func asExample() -> Self { self.as(ExampleInstance()) }
/// }
/// try container.register(Service.self) { LiveService() }.asExample()
/// ```
public protocol Registrable<Product> {
  /// The type of the product.
  associatedtype Product

  /// The registration that is configured.
  var registration: Registration<Product> { get }
}

extension Registrable {
  /// The key of the registration.
  public var key: Key { registration.blueprint.key }
  /// The location of the call that has made the registration.
  public var location: CodeLocation { registration.blueprint.location }

  // MARK: Scopes

  /// Shares one instance within a resolution tree.
  ///
  /// A tree is everything that one call of `resolve` asks for, directly or through factories.
  ///
  /// This is the default. Choosing it explicitly has one effect: a check of the graph (`validate()` of AstrojectGraph)
  /// then reports each longer-lived instance that holds this one.
  @discardableResult
  @inlinable
  public func asGraph() -> Self { choosing(.graph) }

  /// Builds a new instance for each request.
  @discardableResult
  @inlinable
  public func asTransient() -> Self { choosing(.transient) }

  /// Caches one instance until the container ends.
  ///
  /// Its dependencies come from the container that has the registration.
  @discardableResult
  @inlinable
  public func asSingleton() -> Self { choosing(.singleton) }

  /// Caches one instance until it is released or the container ends.
  ///
  /// Its dependencies come from the container that has the registration.
  @discardableResult
  @inlinable
  public func asDisposableSingleton() -> Self { choosing(.disposable) }

  /// Shares one instance for as long as something other than the container holds it.
  ///
  /// The product must turn out to be a class instance, and not one in an optional. If it is not, the resolve throws
  /// ``AstrojectError/invalidInstance(_:)``.
  ///
  /// With arguments there is one instance for each value of them:
  /// - An argument that is compared by identity, a class instance that is not Hashable, is not retained. So it may
  ///   itself hold the instance.
  /// - An argument that is compared as Hashable is retained while the instance lives, and maybe for a while after that.
  ///   If it holds the instance, both stay until the instance is released.
  @discardableResult
  @inlinable
  public func asWeak() -> Self { choosing(.weak) }

  /// Caches one instance for each container that asks. Child containers have their own.
  @discardableResult
  @inlinable
  public func asScoped() -> Self { choosing(.scoped) }

  /// Caches one instance for the nearest container with a name, seen from the one that asks.
  ///
  /// A resolve throws ``AstrojectError/containerNotFound(_:)`` if no container has the name.
  ///
  /// - Parameter name: The name of the container.
  @discardableResult
  public func asScoped(to name: String) -> Self {
    let isSame = registration.blueprint.containerName == name
    registration.setScope(.scoped, isSame ? nil : { $0.containerName = name })
    return self
  }

  /// Caches products in a custom scope that all containers share.
  ///
  /// With arguments, a resolve throws ``AstrojectError/invalidInstance(_:)``.
  ///
  /// - Parameter instance: The custom instance.
  @discardableResult
  public func `as`<Custom: Instance>(_ instance: Custom) -> Self where Custom.Product == Product {
    sharing(CustomScope(instance, for: Product.self))
  }

  /// Caches products in a custom scope for any product, which all containers share.
  ///
  /// With arguments, a resolve throws ``AstrojectError/invalidInstance(_:)``.
  ///
  /// - Parameter instance: The custom instance.
  @discardableResult
  public func `as`<Custom: Instance>(_ instance: Custom) -> Self where Custom.Product == Any {
    sharing(CustomScope(instance, for: Product.self))
  }

  /// Caches products in a custom scope, made for each container and each value of the arguments.
  ///
  /// - Parameter makeInstance: Makes the custom instance, on the thread of the caller that asks.
  @discardableResult
  public func `as`<Custom: Instance>(_ makeInstance: @escaping @Sendable () -> Custom) -> Self
  where Custom.Product == Product {
    keptBy(.perContainer) { CustomScope(makeInstance(), for: Product.self) }
  }

  /// Caches products in a custom scope for any product, made for each container and each value of the arguments.
  ///
  /// - Parameter makeInstance: Makes the custom instance, on the thread of the caller that asks.
  @discardableResult
  public func `as`<Custom: Instance>(_ makeInstance: @escaping @Sendable () -> Custom) -> Self
  where Custom.Product == Any {
    keptBy(.perContainer) { CustomScope(makeInstance(), for: Product.self) }
  }

  /// Chooses a scope without a value.
  @inlinable
  func choosing(_ lifetime: Lifetime) -> Self {
    registration.setScope(lifetime)
    return self
  }

  private func sharing(_ scope: CustomScope) -> Self { keptBy(.shared, as: scope.identity) { scope } }

  /// Caches products in a custom scope.
  ///
  /// - Parameter identity: Tells whether it is the same scope as before; by default another one.
  private func keptBy(
    _ lifetime: Lifetime, as identity: AnyObject = CustomIdentity(), _ custom: @escaping @Sendable () -> CustomScope
  ) -> Self {
    let isSame = registration.blueprint.customIdentity === identity
    registration.setScope(lifetime, isSame ? nil : { ($0.custom, $0.customIdentity) = (custom, identity) })
    return self
  }
}

// If the product is registered as `Any`, both forms above would match.
extension Registrable where Product == Any {
  /// Caches products in a custom scope that all containers share.
  ///
  /// With arguments, a resolve throws ``AstrojectError/invalidInstance(_:)``.
  ///
  /// - Parameter instance: The custom instance.
  @discardableResult
  public func `as`<Custom: Instance>(_ instance: Custom) -> Self where Custom.Product == Any {
    sharing(CustomScope(instance, for: Product.self))
  }

  /// Caches products in a custom scope, made for each container and each value of the arguments.
  ///
  /// - Parameter makeInstance: Makes the custom instance, on the thread of the caller that asks.
  @discardableResult
  public func `as`<Custom: Instance>(_ makeInstance: @escaping @Sendable () -> Custom) -> Self
  where Custom.Product == Any {
    keptBy(.perContainer) { CustomScope(makeInstance(), for: Product.self) }
  }
}

// MARK: - Forwarding

extension Registrable {
  /// Answers for another type, too, with the same instance.
  ///
  /// The type of the instance is checked at each resolve, which throws ``AstrojectError/typeMismatch(_:)`` if it does
  /// not fit. The forwarding counts as a registration of the other type that is made now, under the same name and
  /// arguments. It comes before an earlier registration, unless that is protected, and both are in `resolveAll`.
  ///
  /// - Parameter type: The other type.
  @discardableResult
  public func implements<Service>(_ type: Service.Type) -> Self {
    forwarding(isCast: true) { product in
      guard let service = product as? Service else { throw Mismatch(type: Swift.type(of: product as Any)) }
      return service
    }
  }

  /// Answers for another type, too, with the same instance, by a conversion that the compiler has checked: `{ $0 }`.
  ///
  /// - Parameters:
  ///   - type: The other type.
  ///   - convert: Converts the product to the other type. Its errors arrive as
  ///     ``AstrojectError/factoryFailed(_:)``.
  @discardableResult
  public func implements<Service>(
    _ type: Service.Type, _ convert: @escaping @Sendable (Product) throws -> Service
  ) -> Self {
    forwarding(isCast: false, convert)
  }

  private func forwarding<Service>(isCast: Bool, _ convert: @escaping @Sendable (Product) throws -> Service) -> Self {
    if let core = registration.core {
      let forwarding = Forwarding(to: registration.blueprint, isCast: isCast, convert: convert)
      core.forward(Blueprint(Service.self, by: forwarding), to: registration.blueprint)
    }
    return self
  }

  // MARK: Hooks

  /// Adds a hook that runs once for each instance that was built, before any other resolution gets the instance.
  ///
  /// The hook may resolve back to the instance under construction, in the graph scope and in scopes that cache. That is
  /// how two objects are wired that hold each other by property.
  ///
  /// Add hooks where you register. A hook does not run for an instance that was cached before it was added: a resolve
  /// throws ``AstrojectError/invalidInstance(_:)`` until that instance is released, or the type is registered anew.
  ///
  /// ```swift
  /// try container.register(Parent.self) { Parent() }
  ///   .afterInit { resolver, parent in parent.child = try resolver.resolve(Child.self) }
  /// ```
  ///
  /// - Parameter body: The hook. Its errors arrive as ``AstrojectError/afterInitFailed(_:)``.
  @discardableResult
  public func afterInit(_ body: @escaping @Sendable (Resolver, Product) throws -> Void) -> Self {
    hooking(.sync { try unchanged(after: body($0, $1.value(as: Product.self))) })
  }

  /// Adds an asynchronous hook that runs once for each instance that was built.
  ///
  /// It makes the registration asynchronous: a synchronous resolve that would build an instance throws
  /// ``AstrojectError/asynchronousFactory(_:)``.
  ///
  /// - Parameter body: The hook. Its errors arrive as ``AstrojectError/afterInitFailed(_:)``.
  @discardableResult
  public func afterInit(_ body: @escaping @Sendable (Resolver, Product) async throws -> Void) -> Self {
    hooking(.async { try await unchanged(after: body($0, $1.value(as: Product.self))) })
  }

  /// Adds a hook that runs once for each instance that was built, on the main actor.
  ///
  /// Off the main actor, a synchronous resolve that would build an instance throws
  /// ``AstrojectError/isolationMismatch(_:)``.
  ///
  /// - Parameters:
  ///   - mainActor: Never given; it tells this form apart from the others.
  ///   - body: The hook. Its errors arrive as ``AstrojectError/afterInitFailed(_:)``.
  @discardableResult
  public func afterInit(
    _ mainActor: Void..., body: @escaping @MainActor @Sendable (Resolver, Product) throws -> Void
  ) -> Self {
    hooking(.mainActor { try unchanged(after: body($0, $1.value(as: Product.self))) })
  }

  /// Adds an asynchronous hook that runs once for each instance that was built, on the main actor.
  ///
  /// It makes the registration asynchronous: a synchronous resolve that would build an instance throws
  /// ``AstrojectError/asynchronousFactory(_:)``.
  ///
  /// - Parameters:
  ///   - mainActor: Never given; it tells this form apart from the others.
  ///   - body: The hook. Its errors arrive as ``AstrojectError/afterInitFailed(_:)``.
  @discardableResult
  public func afterInit(
    _ mainActor: Void..., body: @escaping @MainActor @Sendable (Resolver, Product) async throws -> Void
  ) -> Self {
    hooking(.mainActorAsync { try await unchanged(after: body($0, $1.value(as: Product.self))) })
  }

  /// Adds a hook that runs once when the container releases an instance that it has cached.
  ///
  /// - It runs on `release`, `releaseAll`, `clear`, `shutdown` and replacement, and when the container ends.
  /// - Several hooks run in the order in which they were added. If the release is not awaited, the synchronous hooks
  ///   run at once, and the others after them, in a task. When the container ends, the others do not run.
  /// - The hooks of a product that conforms to its protocol on the main actor only run there, in a task if the release
  ///   is made elsewhere and not awaited.
  /// - A custom ``Instance`` releases its products itself, in its `release(for:)`. No hooks run for them.
  /// - In graph scope, which is the default, and in transient scope the container caches nothing, so the hook never
  ///   runs. `validate()` reports a hook that never runs as `idle-release-hook`.
  ///
  /// - Parameter body: The hook. `shutdown` throws its errors as ``AstrojectError/shutdownFailed(_:)``. Behaviors are
  ///   told of them on all other occasions, except when the container is freed without `shutdown`.
  @discardableResult
  public func onRelease(_ body: @escaping @Sendable (Product) throws -> Void) -> Self {
    releasing(.sync { try body($0.value(as: Product.self)) })
  }

  /// Adds an asynchronous hook that runs once when the container releases an instance that it has cached.
  ///
  /// Asynchronous functions of the container await it, and synchronous ones start a task for it. A container that ends
  /// without `shutdown` does not run it.
  ///
  /// - Parameter body: The hook. Its errors are reported as those of a synchronous hook.
  @discardableResult
  public func onRelease(_ body: @escaping @Sendable (Product) async throws -> Void) -> Self {
    releasing(.async { try await body($0.value(as: Product.self)) })
  }

  /// Adds a hook that runs once, on the main actor, when the container releases an instance that it has cached.
  ///
  /// It is awaited like an asynchronous hook.
  ///
  /// - Parameters:
  ///   - mainActor: Never given; it tells this form apart from the others.
  ///   - body: The hook. Its errors are reported as those of a synchronous hook.
  @discardableResult
  public func onRelease(_ mainActor: Void..., body: @escaping @MainActor @Sendable (Product) throws -> Void) -> Self {
    releasing(.mainActor { try body($0.value(as: Product.self)) })
  }

  /// Adds an asynchronous hook that runs once, on the main actor, when the container releases an instance.
  ///
  /// - Parameters:
  ///   - mainActor: Never given; it tells this form apart from the others.
  ///   - body: The hook. Its errors are reported as those of a synchronous hook.
  @discardableResult
  public func onRelease(
    _ mainActor: Void..., body: @escaping @MainActor @Sendable (Product) async throws -> Void
  ) -> Self {
    releasing(.mainActor { try await body($0.value(as: Product.self)) })
  }

  /// Makes `bootstrap` build an instance, or leaves it to the first resolve.
  ///
  /// - Parameter isEager: False to take an earlier `eager()` back. The last call counts.
  @discardableResult
  public func eager(_ isEager: Bool = true) -> Self {
    registration.beginChange().changeFlags { $0[.isEager] = isEager }
    return self
  }

  /// Adds a hook, which may put another product in the place of the one that was built.
  @discardableResult
  package func hooking(_ hook: Hook, getting dependencies: [Dependency] = []) -> Self {
    registration.beginChange().changeOptions { options in
      options.afterInit.append(hook)
      options.dependencies += dependencies
    }
    registration.blueprint.changeFlags { flags in
      flags[.hasHooks] = true
      if dependencies.isEmpty { flags[.hasOpaqueHooks] = true }
    }
    registration.core?.refuseUnhooked(registration.blueprint)
    registration.unpublish()
    return self
  }

  /// Declares dependencies that closures of the registration resolve.
  @discardableResult
  package func declaring(_ dependencies: [Dependency]) -> Self {
    registration.beginChange().changeOptions { $0.dependencies += dependencies }
    registration.blueprint.changeFlags { $0[.isDeclared] = true }
    return self
  }

  /// Declares a finding that a check of the graph does not report.
  @discardableResult
  package func allowing(rule: String, about type: Any.Type?, because reason: String) -> Self {
    registration.beginChange().changeOptions { $0.allowances.append(Allowance(rule: rule, type: type, reason: reason)) }
    return self
  }

  private func releasing(_ hook: ReleaseHook) -> Self {
    registration.beginChange().changeOptions { $0.onRelease.append(hook) }
    return self
  }
}

/// The result of a hook that leaves the product as it is.
private func unchanged(after hook: Void) -> AnyProduct? { nil }
