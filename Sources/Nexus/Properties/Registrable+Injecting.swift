import Astroject

extension Registrable {
  /// Fills an optional, or implicitly unwrapped, property when the product has been built.
  ///
  /// ```swift
  /// try container.register(initializer: Kitchen.init).injecting(\.fruit).injecting(\.wine, name: "red")
  /// ```
  ///
  /// What it holds has to be registered; if not, the resolve throws `AstrojectError.noRegistrationFound`. It is
  /// done in the order of the hooks, is awaited where the resolve is, and may lead back to the product: so two objects
  /// are wired that hold each other.
  @discardableResult
  public func injecting<Value>(
    _ path: WritableKeyPath<Product, Value?>, name: String? = nil, key: (any Hashable & Sendable)? = nil
  ) -> Self {
    // A key path is never changed, and the values in its subscripts belong to this registration.
    let path = Unchecked(path)
    let wire = Wire<Value>.resolving(Label(name: name, key: key))
    // The property of an object that the main actor has made is set there.
    let isOnMainActor = registration.blueprint.isOnMainActor
    let hook = EitherWay<AnyProduct, AnyProduct?>(onMainActor: isOnMainActor) { resolver, product in
      let value = try wire.get(for: resolver.build)
      return ProductBox(path.value.setting(value, in: product.value(as: Product.self)))
    } async: { resolver, product in
      let value = try await wire.get(for: resolver.build)
      guard isOnMainActor else {
        return ProductBox(path.value.setting(value, in: product.value(as: Product.self)))
      }
      let given = Unchecked(value)
      return await MainActor.run {
        ProductBox(path.value.setting(given.value, in: product.value(as: Product.self)))
      }
    }
    return hooking(.either(hook), getting: [wire.dependency(at: .property(path.value.propertyName))])
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

extension WritableKeyPath {
  /// The root with a new value in it.
  fileprivate func setting<Wrapped>(_ value: Wrapped, in root: Root) -> Root where Value == Wrapped? {
    var root = root
    root[keyPath: self] = value
    return root
  }
}
