extension Core {
  /// Returns the registration of a blueprint in this container.
  package func registration<Product>(of blueprint: Blueprint, as type: Product.Type) -> Registration<Product> {
    Registration(blueprint: blueprint, core: self)
  }

  /// Registers a blueprint, with its cached instances.
  ///
  /// If the earlier registration stays because of the policy, the returned one is detached.
  ///
  /// - Parameter policy: The policy for an earlier registration; nil for that of the container.
  func register<Product>(
    _ blueprint: consuming Blueprint, _ policy: DuplicatePolicy? = nil, keeping storage: InstanceStorage? = nil,
    as type: Product.Type
  ) throws -> Registration<Product> {
    let policy = policy ?? ifRegistered
    if policy != .replace { blueprint.changeFlags { $0.ifRegistered = policy } }
    let isAdded = try add(blueprint, keeping: storage)
    return Registration(blueprint: blueprint, core: isAdded ? self : nil)
  }
}
