extension Core {
  /// Returns the registration of a blueprint in this container.
  package func registration<Product>(of blueprint: Blueprint, as type: Product.Type) -> Registration<Product> {
    Registration(blueprint: blueprint, core: self)
  }

  /// Registers a blueprint, with its cached instances.
  ///
  /// If the earlier registration stays because of the policy, the returned one is detached.
  func register<Product>(
    _ blueprint: Blueprint, keeping storage: InstanceStorage? = nil, as type: Product.Type
  ) throws -> Registration<Product> {
    Registration(blueprint: blueprint, core: try add(blueprint, keeping: storage) ? self : nil)
  }
}
