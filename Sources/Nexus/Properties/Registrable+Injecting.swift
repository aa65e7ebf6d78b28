import Astroject

extension Registrable {
  /// Fills an optional, or implicitly unwrapped, property when the product has been built.
  ///
  /// ```swift
  /// try container.register(initializer: Kitchen.init).injecting(\.fruit).injecting(\.wine, name: "red")
  /// ```
  ///
  /// What it holds has to be registered; if not, the resolve throws ``AstrojectError/noRegistrationFound(_:)``. It is
  /// done in the order of the hooks, is awaited where the resolve is, and may lead back to the product: so two objects
  /// are wired that hold each other.
  @discardableResult
  public func injecting<Value>(
    _ path: WritableKeyPath<Product, Value?>, name: String? = nil, key: (any Hashable & Sendable)? = nil
  ) -> Self {
    // A key path is never changed, and the values in its subscripts belong to this registration.
    let path = Unchecked(path)
    let wire = Wire<Value>.resolving(Label(name: name, key: key))
    let hook = EitherWay<Product, Product?> { resolver, product in
      var product = product
      product[keyPath: path.value] = try wire.get(for: resolver.build)
      return product
    } async: { resolver, product in
      var product = product
      product[keyPath: path.value] = try await wire.get(for: resolver.build)
      return product
    }
    return hooking(.either(hook), getting: [wire.dependency(at: .property(nil))])
  }
}
