// What the many forms of registering come down to.

extension Container {
  /// Registers a recipe.
  func add<Product, Argument>(
    _ recipe: consuming Recipe<Argument, Product>, label: Label?,
    comparison: (@Sendable (Argument) -> ArgumentValue?)? = nil, parameterPlan: (any ParameterPlan)? = nil,
    at location: CodeLocation,
    isOverridable: Bool, ifAbsent: Bool = false
  ) throws -> Registration<Product> {
    let blueprint = Blueprint(
      recipe, label: label, comparison: comparison, parameterPlan: parameterPlan, location: location,
      isOverridable: isOverridable)
    return try core.register(blueprint, as: Product.self, ifAbsent: ifAbsent)
  }

  /// Registers a recipe that gets by itself what it needs.
  ///
  /// - Parameter parameterPlan: What is known of it, if it does not tell that itself.
  package func add<Product>(
    _ recipe: Recipe<Void, Product>, parameterPlan: (any ParameterPlan)?, label: Label?, at location: CodeLocation,
    isOverridable: Bool,
    ifAbsent: Bool
  ) throws -> Registration<Product> {
    try add(
      recipe, label: label, comparison: nil, parameterPlan: parameterPlan, at: location, isOverridable: isOverridable,
      ifAbsent: ifAbsent)
  }

  /// Registers an initializer.
  package func add<Product>(
    initializer recipe: consuming InitializerRecipe, as type: Product.Type, label: Label?, at location: CodeLocation,
    isOverridable: Bool,
    ifAbsent: Bool
  ) throws -> Registration<Product> {
    let blueprint = Blueprint(
      Recipe<Void, Product>.initializer(recipe), label: label, location: location, isOverridable: isOverridable)
    return try core.register(blueprint, as: type, ifAbsent: ifAbsent)
  }

  /// Registers a recipe that takes any number of arguments.
  package func add<Product, each Argument>(
    _ recipe: Recipe<(repeat each Argument), Product>, label: Label?, arguments: repeat (each Argument).Type,
    parameterPlan: (any ParameterPlan)? = nil, at location: CodeLocation
  ) throws -> Registration<Product> {
    try add(
      recipe, label: label,
      comparison: { (arguments: (repeat each Argument)) in ArgumentValue.of(repeat each arguments) },
      parameterPlan: parameterPlan,
      at: location, isOverridable: true)
  }

  /// Adds a recipe to the collection of its product.
  package func contribute<Product>(
    _ recipe: Recipe<Void, Product>, parameterPlan: (any ParameterPlan)? = nil, at location: CodeLocation
  ) -> Registration<Product> {
    core.contribute(
      Blueprint(recipe, parameterPlan: parameterPlan, location: location, isContribution: true), as: Product.self)
  }

  // MARK: Instances

  /// Registers an instance that was made elsewhere, by default as its own type.
  ///
  /// ```swift
  /// try container.register(instance: window, as: Presenter.self).ownedExternally()
  /// ```
  /// - Parameters:
  ///   - instance: What is resolved from now on.
  ///   - type: The type that it is resolved by.
  /// - Throws: ``AstrojectError/alreadyRegistered(type:name:)`` where a protected registration is in the way.
  @discardableResult
  @inlinable
  public func register<Product>(
    instance: Product, as type: Product.Type = Product.self, name: String? = nil,
    key: (any Hashable & Sendable)? = nil, isOverridable: Bool = true, fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws -> OwnedInstance<Product> {
    // The caller knows the type, and need not ask the runtime for that of the box.
    try add(
      ProductBox(instance), label: Label(name: name, key: key), at: CodeLocation(fileID: fileID, line: line),
      isOverridable: isOverridable)
  }

  @usableFromInline
  func add<Product>(
    _ product: ProductBox<Product>, label: Label?, at location: CodeLocation, isOverridable: Bool
  ) throws -> OwnedInstance<Product> {
    let ownership = Ownership(product)
    let blueprint = Blueprint(
      Recipe<Void, Product>.leaf { try ownership.product().value(as: Product.self) }, label: label, location: location,
      isOverridable: isOverridable, lifetime: .singleton)
    blueprint.changeFlags { $0.isInstance = true }
    let registration = try core.register(
      blueprint, keeping: InstanceStorage(of: blueprint, keeping: product), as: Product.self, ifAbsent: false)
    return OwnedInstance(registration: registration, ownership: ownership, product: product)
  }
}
