// The functions that all forms of registering call.

extension Container {
  /// Registers a recipe.
  ///
  /// - Parameters:
  ///   - recipe: The recipe of the product.
  ///   - placement: The label, the location and the policy of the registration.
  ///   - parameterPlan: The known parameters of a recipe that resolves them itself.
  package func add<Product, Argument>(
    _ recipe: consuming Recipe<Argument, Product>, _ placement: Placement, parameterPlan: (any ParameterPlan)? = nil
  ) throws -> Registration<Product> {
    let blueprint = Blueprint(recipe, placement, parameterPlan: parameterPlan)
    return try core.register(blueprint, placement.ifRegistered, as: Product.self)
  }

  /// Adds a recipe to the collection of its product.
  package func contribute<Product>(
    _ recipe: Recipe<Void, Product>, _ placement: Placement, parameterPlan: (any ParameterPlan)? = nil
  ) throws -> Registration<Product> {
    let blueprint = Blueprint(recipe, placement, parameterPlan: parameterPlan, isContribution: true)
    _ = try core.add(blueprint)
    return core.registration(of: blueprint, as: Product.self)
  }

  /// Registers a composite, which is not an element of the collection that it is made of.
  package func addComposite<Product>(
    _ recipe: Recipe<Void, Product>?, _ placement: Placement, parameterPlan: (any ParameterPlan)?
  ) throws -> Registration<Product> {
    let key = Key(Product.self, label: placement.label)
    let plan = parameterPlan ?? recipe?.initializer?.parameterPlan
    let isCollecting = { (need: Dependency) in
      need.kind == .collection && need.keys == nil && need.key.product == Product.self
    }
    guard let recipe, plan?.dependencies.contains(where: isCollecting) ?? false else {
      throw AstrojectError.invalidInstance(
        .init(key: key, path: [], location: placement.location, cause: .collectingNothing(Product.self)))
    }
    var placement = placement
    placement.label = key.ofComposite.label
    let blueprint = Blueprint(recipe, placement, parameterPlan: parameterPlan)
    blueprint.changeFlags { $0[.isComposite] = true }
    let registration = try core.register(blueprint, placement.ifRegistered, as: Product.self)
    if let core = registration.core {
      let forwarding = Forwarding(to: blueprint, isCast: true) { (product: Product) in product }
      core.forward(Blueprint(Product.self, by: forwarding, ofComposite: true), to: blueprint)
    }
    return registration
  }

  // MARK: Instances

  /// Registers an instance that was made elsewhere, by default as its own type.
  ///
  /// ```swift
  /// try container.register(instance: window, as: Presenter.self).ownedExternally()
  /// ```
  ///
  /// A resolve takes the instance without a lock, like a singleton that was built before. May be called from any
  /// thread.
  ///
  /// - Parameters:
  ///   - instance: The instance that is resolved from now on.
  ///   - type: The type that it is resolved by.
  ///   - name: The name that tells registrations of one type apart.
  ///   - key: Any hashable value instead of the name.
  ///   - isOverridable: False to protect the registration against replacement, here and in children.
  ///   - ifRegistered: The policy for a key that is already registered. By default that of the container.
  ///   - fileID: The file of the registration, for error texts.
  ///   - line: The line of the registration, for error texts.
  /// - Returns: The registration, for chained calls that name the owner of the instance.
  /// - Throws: ``AstrojectError/alreadyRegistered(type:name:)`` if a protected registration has the key,
  ///   ``AstrojectError/duplicateRegistration(_:)`` if the policy is ``DuplicatePolicy/fail``,
  ///   ``AstrojectError/sealed(_:)`` or ``AstrojectError/containerReleased(_:)``.
  @discardableResult
  @inlinable
  public func register<Product>(
    instance: Product, as type: Product.Type = Product.self, name: String? = nil,
    key: (any Hashable & Sendable)? = nil, isOverridable: Bool = true, ifRegistered: DuplicatePolicy? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> OwnedInstance<Product> {
    // The box is made here because the caller knows the type, and need not ask the runtime for that of the box.
    try add(ProductBox(instance), Placement(name, key, fileID, line, isOverridable, ifRegistered))
  }

  @usableFromInline
  package func add<Product>(_ product: ProductBox<Product>, _ placement: Placement) throws -> OwnedInstance<Product> {
    let ownership = Ownership(product)
    let blueprint = Blueprint(
      Recipe<Void, Product>.leaf { try ownership.product().value(as: Product.self) }, placement, lifetime: .singleton)
    let isConfined = product.isConfined
    blueprint.changeFlags { ($0[.isInstance], $0[.isConfined]) = (true, isConfined) }
    let storage = InstanceStorage(of: blueprint, keeping: product)
    let registration = try core.register(blueprint, placement.ifRegistered, keeping: storage, as: Product.self)
    return OwnedInstance(registration: registration, ownership: ownership, product: product)
  }
}
