import Astroject

extension Registrable {
  /// Fills an optional or implicitly unwrapped property after the product has been built.
  ///
  /// ```swift
  /// try container.register(initializer: Kitchen.init).injecting(\.fruit).injecting(\.wine, name: "red")
  /// ```
  ///
  /// The property is filled in the order of the hooks, and awaited if the resolve is awaited. Its value may depend on
  /// the product. In this way two objects are wired that hold each other: by two properties, or by a property and an
  /// initializer.
  ///
  /// Either object may be resolved first, by one or by two threads or tasks. If the object that the property gets is
  /// still being built, the property is set when the initializer of that object returns, before the hooks of that
  /// object. Later hooks of the product do not wait for it. Until that object has been built, no caller outside its
  /// build gets the product. If its build fails, both builds fail. An object that takes the product while this property
  /// is filled is given to other callers when the product is complete.
  ///
  /// A loop of this kind has three conditions:
  /// - The product is an object.
  /// - If the other object takes it by an initializer, neither it nor a forwarding on the way of the property is
  ///   decorated.
  /// - Both objects share the value that the property gets, so its scope is neither transient nor custom.
  ///
  /// Any other loop throws `AstrojectError.circularDependency`. A value is given out when its properties are set: an
  /// `afterInit` that leads back to it has to come after them.
  ///
  /// - Parameters:
  ///   - path: The property to fill.
  ///   - name: The name of the value to resolve, if it has one.
  ///   - key: The key of the value to resolve, if it has one.
  ///   - isOptional: True to leave the property alone if nothing is registered for it. If false, the resolve throws
  ///     `AstrojectError.noRegistrationFound` in that case.
  ///   - isolation: The actor of the caller. If that is the main actor, a property of what is built asynchronously is
  ///     set there, because only code of the main actor can name a property that belongs to it.
  /// - Returns: The registration, for further calls.
  @discardableResult
  public func injecting<Value>(
    _ path: WritableKeyPath<Product, Value?>, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    optional isOptional: Bool = false, isolation: (any Actor)? = #isolation
  ) -> Self {
    let label = Label(name: name, key: key)
    let source = ParameterSource<Value>.resolving(label)
    let blueprint = registration.blueprint
    // If the main actor makes the product, the main actor also sets the property. An asynchronous factory may belong to
    // the main actor without showing it.
    let effect = blueprint.kind.effect
    let isOnMainActor = effect.isOnMainActor || effect.isAsynchronous && isolation === MainActor.shared
    let property = InjectedPath(
      path: Unchecked(path), key: Key(Value.self, label: label), source: source, isOnMainActor: isOnMainActor,
      isOptional: isOptional)
    let hook = EitherRecipe<AnyProduct, AnyProduct?>(onMainActor: isOnMainActor) { resolver, product in
      try property.fill(product, for: resolver.ownBuild)
    } async: { resolver, product in
      let build = resolver.ownBuild
      let before = build.note(handingTo: Recipient(onMainActor: isOnMainActor))
      defer { build.note(handingTo: before) }
      return try await property.fill(product, for: build)
    }
    let site = Dependency.Site.property(path.propertyName)
    let dependency =
      isOptional ? ParameterSource<Value?>.resolving(label).dependency(at: site) : source.dependency(at: site)
    dependency.mayComeLate = property.mayComeLate
    return hooking(.either(hook), getting: [dependency])
  }
}

/// A property to fill after its owner has been built, and the source of its value.
private struct InjectedPath<Product, Value>: Sendable {
  // A key path never changes, and the values in its subscripts belong to this registration.
  let path: Unchecked<WritableKeyPath<Product, Value?>>
  let key: Key
  let source: ParameterSource<Value>
  let isOnMainActor: Bool
  let isOptional: Bool
  /// True if the property may be set after its owner has been handed on.
  var mayComeLate: Bool { source.mayBeLate && TypeKind.isReference(Product.self) }

  /// Fills the property, and returns the product that takes the place of the given one; nil if that one stays.
  func fill(_ product: AnyProduct, for build: Build) throws -> AnyProduct? {
    if try isLeftAlone(for: build) { return nil }
    guard mayComeLate else {
      build.note(filling: true)
      defer { build.note(filling: false) }
      return filled(product, with: try source.get(for: build))
    }
    try build.inject(key, onMainActor: isOnMainActor) { (value: Value) in _ = filled(product, with: value) }
    return nil
  }

  /// Fills the property for an awaiting caller, and returns the product that takes the place of the given one, if any.
  func fill(_ product: AnyProduct, for build: Build) async throws -> AnyProduct? {
    if try isLeftAlone(for: build) { return nil }
    guard mayComeLate else {
      build.note(filling: true)
      defer { build.note(filling: false) }
      let value = Unchecked(try await source.get(for: build))
      return isOnMainActor
        ? await MainActor.run { filled(product, with: value.value) } : filled(product, with: value.value)
    }
    try await build.inject(key, onMainActor: isOnMainActor) { (value: Value) in _ = filled(product, with: value) }
    return nil
  }

  private func isLeftAlone(for build: Build) throws -> Bool {
    try isOptional && !build.core.answers(key, Value.self, for: ResolutionContext(of: build))
  }

  private func filled(_ product: AnyProduct, with value: Value) -> AnyProduct {
    var root = product.value(as: Product.self)
    root[keyPath: path.value] = value
    return ProductBox(root)
  }
}

extension AnyKeyPath {
  /// The names of the properties on the path, from its end back as far as the runtime knows them.
  fileprivate var propertyName: String? {
    let components = String(describing: self).split(separator: ".").dropFirst()
    let names = components.map { $0.filter { $0 != "?" && $0 != "!" } }.reversed().prefix { name in
      name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
    return names.isEmpty ? nil : names.reversed().joined(separator: ".")
  }
}
