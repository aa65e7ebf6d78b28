/// What can be said about a registration: how long its product is kept, what else it implements, what happens to it.
///
/// Every function returns the registration, so that they chain, and takes effect at once. Write extensions of this
/// protocol for combinations of your own:
///
/// ```swift
/// extension Registrable {
///   func asExample() -> Self { self.as(ExampleInstance()) }
/// }
/// try container.register(Service.self) { LiveService() }.asExample()
/// ```
public protocol Registrable<Product> {
  /// What the registration makes.
  associatedtype Product

  /// The registration that is spoken of.
  var registration: Registration<Product> { get }
}

extension Registrable {
  /// The key that the product is found by.
  public var key: Key { registration.blueprint.key }
  /// Where it was registered.
  public var location: CodeLocation { registration.blueprint.location }
}

// MARK: - Scopes

extension Registrable {
  /// One instance within one resolution tree: all that one call of `resolve` asks for, directly or through factories.
  /// This is the default. To say so all the same has one effect: a check of the graph (`validate()` of Nexus) then
  /// reports what lives longer and holds it.
  @discardableResult
  @inlinable
  public func asGraph() -> Self {
    registration.setScope(.graph)
    return self
  }

  /// A new instance each time.
  @discardableResult
  @inlinable
  public func asTransient() -> Self {
    registration.setScope(.transient)
    return self
  }

  /// One instance, kept until the container goes; its dependencies come from the container that has the registration.
  @discardableResult
  @inlinable
  public func asSingleton() -> Self {
    registration.setScope(.singleton)
    return self
  }

  /// One instance, kept until it is released or the container goes.
  @discardableResult
  @inlinable
  public func asDisposableSingleton() -> Self {
    registration.setScope(.disposable)
    return self
  }

  /// One instance, for as long as somebody other than the container holds it.
  ///
  /// The product must turn out to be a class instance, and not one in an optional; if not, the resolve throws
  /// ``AstrojectError/invalidInstance(_:)``.
  ///
  /// With arguments there is one for each value of them. An argument that is compared by identity, a class instance
  /// that is not Hashable, is not held, and so may itself hold the instance. One that is compared as Hashable is held
  /// while the instance lives, and may be for a while after that: if it holds the instance, both stay until that is
  /// released.
  @discardableResult
  @inlinable
  public func asWeak() -> Self {
    registration.setScope(.weak)
    return self
  }

  /// One instance for each container that asks; child containers each have their own.
  @discardableResult
  @inlinable
  public func asScoped() -> Self {
    registration.setScope(inContainerNamed: nil)
    return self
  }

  /// One instance for the nearest container of a name, seen from the one that asks.
  ///
  /// A resolve where no container has that name throws ``AstrojectError/containerNotFound(_:)``.
  @discardableResult
  public func asScoped(to name: String) -> Self {
    registration.setScope(inContainerNamed: name)
    return self
  }

  /// Keeps what a custom instance keeps; all containers share the instance. It cannot be used with arguments.
  @discardableResult
  public func `as`<Custom: Instance>(_ instance: Custom) -> Self where Custom.Product == Product {
    sharing(CustomScope(instance))
  }

  /// Keeps what a custom instance for any product keeps; all containers share the instance. It cannot be used with
  /// arguments.
  @discardableResult
  public func `as`<Custom: Instance>(_ instance: Custom) -> Self where Custom.Product == Any {
    sharing(CustomScope(instance, for: Product.self))
  }

  /// Keeps what a custom instance keeps, made anew for each container that asks and each value of the arguments.
  @discardableResult
  public func `as`<Custom: Instance & SendableMetatype>(_ makeInstance: @escaping @Sendable () -> Custom) -> Self
  where Custom.Product == Product {
    keptBy(.perContainer) { CustomScope(makeInstance()) }
  }

  /// Keeps what a custom instance for any product keeps, made anew for each container that asks and each value of the
  /// arguments.
  @discardableResult
  public func `as`<Custom: Instance & SendableMetatype>(_ makeInstance: @escaping @Sendable () -> Custom) -> Self
  where Custom.Product == Any {
    keptBy(.perContainer) { CustomScope(makeInstance(), for: Product.self) }
  }

  private func sharing(_ scope: CustomScope) -> Self { keptBy(.shared) { scope } }

  private func keptBy(_ lifetime: Lifetime, _ custom: @escaping @Sendable () -> CustomScope) -> Self {
    registration.setScope(lifetime, forAnotherKeeper: true) { $0.custom = custom }
    return self
  }
}

// Where the product is registered as `Any`, both forms would do.
extension Registrable where Product == Any {
  /// Keeps what a custom instance keeps; all containers share the instance. It cannot be used with arguments.
  @discardableResult
  public func `as`<Custom: Instance>(_ instance: Custom) -> Self where Custom.Product == Any {
    sharing(CustomScope(instance))
  }

  /// Keeps what a custom instance keeps, made anew for each container that asks and each value of the arguments.
  @discardableResult
  public func `as`<Custom: Instance & SendableMetatype>(_ makeInstance: @escaping @Sendable () -> Custom) -> Self
  where Custom.Product == Any {
    keptBy(.perContainer) { CustomScope(makeInstance()) }
  }
}

// MARK: - Forwarding

extension Registrable {
  /// Answers for another type too, with the same instance.
  ///
  /// Whether the instance is of that type is checked when it is resolved; if not, the resolve throws
  /// ``AstrojectError/typeMismatch(_:)``. It counts as a registration of that type made now, under the same name and
  /// arguments: it comes before an earlier one, unless that is protected, and both are in `resolveAll`.
  @discardableResult
  public func implements<Service>(_ type: Service.Type) -> Self {
    forwarding(isCast: true) { product in
      guard let service = product as? Service else {
        throw Mismatch(type: Swift.type(of: product as Any))
      }
      return service
    }
  }

  /// Answers for another type too, with the same instance, by a conversion that the compiler has checked: `{ $0 }`.
  ///
  /// What the conversion throws arrives as ``AstrojectError/factoryFailed(_:)``.
  @discardableResult
  public func implements<Service>(
    _ type: Service.Type, _ convert: @escaping @Sendable (Product) throws -> Service
  ) -> Self {
    forwarding(isCast: false, convert)
  }

  private func forwarding<Service>(isCast: Bool, _ convert: @escaping @Sendable (Product) throws -> Service) -> Self {
    if let core = registration.core {
      registration.blueprint.forward(from: Product.self, in: core, isCast: isCast, convert: convert)
    }
    return self
  }
}

// MARK: - Hooks

extension Registrable {
  /// Runs once for each instance that was built, before anybody but the resolution that builds it gets it.
  ///
  /// It may resolve back to the instance under construction, in graph scope and in scopes that keep: that is how two
  /// objects are wired that hold each other by property. What it throws arrives as
  /// ``AstrojectError/afterInitFailed(_:)``.
  ///
  /// ```swift
  /// try container.register(Parent.self) { Parent() }
  ///   .afterInit { resolver, parent in parent.child = try resolver.resolve(Child.self) }
  /// ```
  @discardableResult
  public func afterInit(_ body: @escaping @Sendable (Resolver, Product) throws -> Void) -> Self {
    hooking(
      .sync {
        try body($0, $1.value(as: Product.self)); return nil
      })
  }

  /// Runs once for each instance that was built, and makes the registration asynchronous.
  @discardableResult
  public func afterInit(_ body: @escaping @Sendable (Resolver, Product) async throws -> Void) -> Self {
    hooking(
      .async {
        try await body($0, $1.value(as: Product.self)); return nil
      })
  }

  /// Runs once for each instance that was built, on the main actor.
  @discardableResult
  public func afterInit(
    _ mainActor: Void..., body: @escaping @MainActor @Sendable (Resolver, Product) throws -> Void
  ) -> Self {
    hooking(
      .mainActor {
        try body($0, $1.value(as: Product.self)); return nil
      })
  }

  /// Runs once for each instance that was built, on the main actor, and makes the registration asynchronous.
  @discardableResult
  public func afterInit(
    _ mainActor: Void..., body: @escaping @MainActor @Sendable (Resolver, Product) async throws -> Void
  ) -> Self {
    hooking(
      .mainActorAsync {
        try await body($0, $1.value(as: Product.self)); return nil
      })
  }

  /// Runs once when the container lets go of an instance that it kept: on `release`, `releaseAll`, `clear`,
  /// replacement and `shutdown`, and when the container goes.
  ///
  /// Several of them run in the order in which they were given. Where letting go is not awaited, the synchronous ones
  /// run at once, and the others after them, in a task; when the container goes, the others do not run.
  ///
  /// What a custom ``Instance`` keeps, it lets go of itself, in its `release(for:)`.
  @discardableResult
  public func onRelease(_ body: @escaping @Sendable (Product) throws -> Void) -> Self {
    releasing(.sync { try body($0.value(as: Product.self)) })
  }

  /// Runs once when the container lets go of an instance that it kept.
  ///
  /// Asynchronous functions of the container await it; synchronous ones start a task for it; a container that goes
  /// without `shutdown` does not run it.
  @discardableResult
  public func onRelease(_ body: @escaping @Sendable (Product) async throws -> Void) -> Self {
    releasing(.awaited(body))
  }

  /// Runs once, on the main actor, when the container lets go of an instance that it kept; it is awaited like an
  /// asynchronous one.
  @discardableResult
  public func onRelease(
    _ mainActor: Void..., body: @escaping @MainActor @Sendable (Product) throws -> Void
  ) -> Self {
    releasing(.mainActor { try body($0.value(as: Product.self)) })
  }

  /// Runs once, on the main actor, when the container lets go of an instance that it kept.
  @discardableResult
  public func onRelease(
    _ mainActor: Void..., body: @escaping @MainActor @Sendable (Product) async throws -> Void
  ) -> Self {
    releasing(.mainActor { try await body($0.value(as: Product.self)) })
  }

  /// Has `bootstrap` build an instance.
  @discardableResult
  public func eager() -> Self { eager(true) }

  /// Has `bootstrap` build an instance, or leave it to the first resolve, whatever was said before.
  @discardableResult
  package func eager(_ isEager: Bool) -> Self {
    registration.blueprint.changeFlags { $0.isEager = isEager }
    return self
  }

  /// Adds a hook, which may put something in the place of the product.
  @discardableResult
  package func hooking(_ hook: Hook, getting dependencies: [Dependency] = []) -> Self {
    registration.blueprint.changeOptions { options in
      options.afterInit.append(hook)
      options.dependencies += dependencies
    }
    registration.blueprint.changeFlags { flags in
      flags.hasHooks = true
      if dependencies.isEmpty { flags.hasOpaqueHooks = true }
    }
    registration.unpublish()
    return self
  }

  /// Says what closures of the registration resolve.
  @discardableResult
  package func declaring(_ dependencies: [Dependency]) -> Self {
    registration.blueprint.changeOptions { $0.dependencies += dependencies }
    registration.blueprint.changeFlags { $0.isDeclared = true }
    return self
  }

  /// Says what a check of the graph is not to report.
  @discardableResult
  package func allowing(_ allowance: Allowance) -> Self {
    registration.blueprint.changeOptions { $0.allowances.append(allowance) }
    return self
  }

  /// Notes that what makes the product may resolve more than is known.
  @discardableResult
  package func opaque() -> Self {
    registration.blueprint.changeFlags { $0.hasOpaqueHooks = true }
    return self
  }

  private func releasing(_ hook: ReleaseHook) -> Self {
    registration.blueprint.changeOptions { $0.onRelease.append(hook) }
    registration.blueprint.changeFlags { $0.hasReleaseHooks = true }
    return self
  }
}
