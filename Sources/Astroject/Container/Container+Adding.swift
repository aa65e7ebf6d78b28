// What the many forms of registering come down to.

extension Container {
  /// Registers a recipe.
  ///
  /// - Parameters:
  ///   - comparison: Compares arguments, where the recipe takes some.
  ///   - parameterPlan: What is known of a recipe that gets by itself what it needs.
  func add<Product, Argument>(
    _ recipe: consuming Recipe<Argument, Product>, _ placement: Placement,
    comparison: (@Sendable (Argument) -> ArgumentValue?)?, parameterPlan: (any ParameterPlan)? = nil
  ) throws -> Registration<Product> {
    let blueprint = Blueprint(
      recipe, label: placement.label, comparison: comparison, parameterPlan: parameterPlan,
      location: placement.location, isOverridable: placement.isOverridable, ifRegistered: policy(of: placement))
    return try core.register(blueprint, as: Product.self)
  }

  /// Registers a recipe without arguments.
  package func add<Product>(
    _ recipe: consuming Recipe<Void, Product>, _ placement: Placement, parameterPlan: (any ParameterPlan)? = nil
  ) throws -> Registration<Product> {
    try add(recipe, placement, comparison: nil, parameterPlan: parameterPlan)
  }

  /// Registers an initializer.
  package func add<Product>(
    initializer recipe: consuming InitializerRecipe, as type: Product.Type, _ placement: Placement
  ) throws -> Registration<Product> {
    try add(Recipe<Void, Product>.initializer(recipe), placement)
  }

  /// Registers a recipe that takes any number of arguments.
  package func addTakingArguments<Product, each Argument>(
    _ recipe: Recipe<(repeat each Argument), Product>, _ placement: Placement,
    arguments: repeat (each Argument).Type, parameterPlan: (any ParameterPlan)? = nil
  ) throws -> Registration<Product> {
    try add(
      recipe, placement,
      comparison: { (arguments: (repeat each Argument)) in ArgumentValue.of(repeat each arguments) },
      parameterPlan: parameterPlan)
  }

  /// Adds a recipe to the collection of its product.
  package func contribute<Product>(
    _ recipe: Recipe<Void, Product>, _ placement: Placement, parameterPlan: (any ParameterPlan)? = nil
  ) throws -> Registration<Product> {
    try core.contribute(
      Blueprint(
        recipe, label: placement.label, parameterPlan: parameterPlan, location: placement.location,
        isContribution: true),
      as: Product.self)
  }

  /// Registers a composite, which is left out of what it is made of.
  package func addComposite<Product>(
    _ recipe: Recipe<Void, Product>?, _ placement: Placement, parameterPlan: (any ParameterPlan)?
  ) throws -> Registration<Product> {
    let key = Key(Product.self, label: placement.label)
    let made = recipe.map { recipe in
      Blueprint(
        recipe, label: key.ofComposite.label, parameterPlan: parameterPlan, location: placement.location,
        isOverridable: placement.isOverridable, ifRegistered: policy(of: placement), role: .composite)
    }
    let isCollecting = { (need: Dependency) in need.kind == .collection && need.key.product == Product.self }
    guard let blueprint = made, blueprint.parameterPlan?.dependencies.contains(where: isCollecting) ?? false else {
      throw AstrojectError.invalidInstance(
        AstrojectError.Failure(
          key: key, path: [], location: placement.location, cause: .collectingNothing(Product.self)))
    }
    let registration = try core.register(blueprint, as: Product.self)
    if let core = registration.core { blueprint.leadToComposite(of: Product.self, in: core) }
    return registration
  }

  private func policy(of placement: Placement) -> DuplicatePolicy { placement.ifRegistered ?? core.ifRegistered }

  // MARK: Instances

  /// Registers an instance that was made elsewhere, by default as its own type.
  ///
  /// ```swift
  /// try container.register(instance: window, as: Presenter.self).ownedExternally()
  /// ```
  /// - Parameters:
  ///   - instance: What is resolved from now on.
  ///   - type: The type that it is resolved by.
  /// - Throws: ``AstrojectError/alreadyRegistered(type:name:)`` where a protected registration is in the way,
  ///   ``AstrojectError/duplicateRegistration(_:)`` where the policy says so, ``AstrojectError/sealed(_:)``.
  @discardableResult
  @inlinable
  public func register<Product>(
    instance: Product, as type: Product.Type = Product.self, name: String? = nil,
    key: (any Hashable & Sendable)? = nil, isOverridable: Bool = true, ifRegistered: DuplicatePolicy? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> OwnedInstance<Product> {
    // The caller knows the type, and need not ask the runtime for that of the box.
    try add(
      ProductBox(instance),
      Placement(
        name: name, key: key, isOverridable: isOverridable, ifRegistered: ifRegistered, fileID: fileID, line: line))
  }

  @usableFromInline
  package func add<Product>(
    _ product: ProductBox<Product>, _ placement: Placement
  ) throws -> OwnedInstance<Product> {
    let ownership = Ownership(product)
    let blueprint = Blueprint(
      Recipe<Void, Product>.leaf { try ownership.product().value(as: Product.self) }, label: placement.label,
      location: placement.location, isOverridable: placement.isOverridable, lifetime: .singleton,
      ifRegistered: policy(of: placement))
    blueprint.changeFlags { $0.isInstance = true }
    let registration = try core.register(
      blueprint, keeping: InstanceStorage(of: blueprint, keeping: product), as: Product.self)
    return OwnedInstance(registration: registration, ownership: ownership, product: product)
  }
}
