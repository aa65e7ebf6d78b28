import Astroject

extension Registrable {
  /// Fills an optional, or implicitly unwrapped, property when the product has been built.
  ///
  /// ```swift
  /// try container.register(initializer: Kitchen.init).injecting(\.fruit).injecting(\.wine, name: "red")
  /// ```
  ///
  /// It is done in the order of the hooks, is awaited where the resolve is, and may lead back to the product. So two
  /// objects are wired that hold each other: by two properties, or by a property and an initializer. Whichever of the
  /// two is asked for first, by one or by two threads or tasks: where the property's object is still being built, the
  /// property is set when its initializer has returned, before its own hooks. The hooks that follow do not wait for
  /// that; but until that object has been built, nobody else is given the product, and if its build fails, both fail.
  /// For that the product has to be an object, and what it gets is to be shared by both: of any scope but transient and
  /// custom ones. Otherwise such a loop throws `AstrojectError.circularDependency`.
  ///
  /// - Parameters:
  ///   - path: The property.
  ///   - name: The name of what it gets, if it has one.
  ///   - key: The key of what it gets, if it has one.
  ///   - isOptional: With true the property is left alone where nothing is registered for it; otherwise the resolve
  ///     throws `AstrojectError.noRegistrationFound` then.
  @discardableResult
  public func injecting<Value>(
    _ path: WritableKeyPath<Product, Value?>, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    optional isOptional: Bool = false
  ) -> Self {
    let label = Label(name: name, key: key)
    let source = ParameterSource<Value>.resolving(label)
    // The property of an object that the main actor has made is set there.
    let isOnMainActor = registration.blueprint.isOnMainActor
    let property = InjectedPath(
      path: Unchecked(path), key: Key(Value.self, label: label), source: source, isOnMainActor: isOnMainActor,
      isOptional: isOptional)
    let hook = EitherRecipe<AnyProduct, AnyProduct?>(onMainActor: isOnMainActor) { resolver, product in
      try property.fill(product, for: resolver.requiredBuild)
    } async: { resolver, product in
      try await property.fill(product, for: resolver.requiredBuild)
    }
    let site = Dependency.Site.property(path.propertyName)
    var dependency =
      isOptional ? ParameterSource<Value?>.resolving(label).dependency(at: site) : source.dependency(at: site)
    dependency.mayComeLate = property.mayComeLate
    return hooking(.either(hook), getting: [dependency])
  }
}

/// A property that is filled when its owner has been built, and what it gets.
private struct InjectedPath<Product, Value>: Sendable {
  // A key path is never changed, and the values in its subscripts belong to this registration.
  let path: Unchecked<WritableKeyPath<Product, Value?>>
  let key: Key
  let source: ParameterSource<Value>
  let isOnMainActor: Bool
  let isOptional: Bool
  /// Whether it may be filled when its owner has been handed on.
  let mayComeLate: Bool

  init(
    path: Unchecked<WritableKeyPath<Product, Value?>>, key: Key, source: ParameterSource<Value>, isOnMainActor: Bool,
    isOptional: Bool
  ) {
    self.path = path
    self.key = key
    self.source = source
    self.isOnMainActor = isOnMainActor
    self.isOptional = isOptional
    mayComeLate = source.mayBeLate && TypeKind.isReference(Product.self)
  }

  /// Fills it; a value gives a new one for its place.
  func fill(_ product: AnyProduct, for build: Build) throws -> AnyProduct? {
    if isLeftAlone(for: build) { return nil }
    guard mayComeLate else { return filled(product, with: try source.get(for: build)) }
    try build.inject(key, onMainActor: isOnMainActor) { value in
      _ = filled(product, with: value.value(as: Value.self))
    }
    return nil
  }

  /// Fills it; a value gives a new one for its place.
  func fill(_ product: AnyProduct, for build: Build) async throws -> AnyProduct? {
    if isLeftAlone(for: build) { return nil }
    guard mayComeLate else {
      let value = Unchecked(try await source.get(for: build))
      return isOnMainActor
        ? await MainActor.run { filled(product, with: value.value) } : filled(product, with: value.value)
    }
    try await build.inject(key, onMainActor: isOnMainActor) { value in
      _ = filled(product, with: value.value(as: Value.self))
    }
    return nil
  }

  private func isLeftAlone(for build: Build) -> Bool { isOptional && !build.core.answers(key, Value.self) }

  private func filled(_ product: AnyProduct, with value: Value) -> AnyProduct {
    var root = product.value(as: Product.self)
    root[keyPath: path.value] = value
    return ProductBox(root)
  }
}

extension AnyKeyPath {
  /// The names of the properties on its way, back from its end for as long as the runtime knows them.
  fileprivate var propertyName: String? {
    let components = String(describing: self).split(separator: ".").dropFirst()
    let names = components.map { $0.filter { $0 != "?" && $0 != "!" } }.reversed().prefix { name in
      name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
    return names.isEmpty ? nil : names.reversed().joined(separator: ".")
  }
}
