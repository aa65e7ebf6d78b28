import TestSupport

// Steps for a type that is known only as a value.

/// A registration of any product.
protocol Modifiable {
  func apply(_ change: Change, in world: World, of id: Int)
}

extension Registration: Modifiable {
  func apply(_ change: Change, in world: World, of id: Int) {
    switch change {
    case .scope(let scope): choose(scope)
    case .implements(let kind):
      implement(Kind.all[kind])
    case .afterInit(let hook):
      if hook.isAwaited {
        afterInit { resolver, product in try await world.prepare(thing(product), by: hook, of: id, resolver) }
      } else {
        afterInit { resolver, product in try world.prepare(thing(product), by: hook, of: id, resolver) }
      }
    case .onRelease(let fails):
      onRelease { product in try world.release(thing(product), of: id, fails: fails) }
    }
  }

  private func implement<Other: Typed>(_ kind: Other) { implements(Other.Product.self) }

  private func choose(_ scope: Scope) {
    if case .named(let name) = scope { asScoped(to: name) }
    // All others are named as in ``AnyScope``.
    AnyScope.allCases.first { "\($0)" == "\(scope)" }?.apply(to: self)
  }
}

// MARK: - Factories

/// Casts a product to a thing, which it is for each of the types.
private func thing<Product>(_ product: Product) -> Thing {
  guard let thing = product as? Thing else { preconditionFailure("\(Product.self) is not a Thing") }
  return thing
}

extension Thing {
  fileprivate func `as`<Product>(_ type: Product.Type) -> Product {
    guard let product = self as? Product else { preconditionFailure("a recipe for \(type) makes another type") }
    return product
  }
}

extension World {
  /// - Parameter inside: The thing that a decorator surrounds.
  func run(_ recipe: Recipe, _ argument: Int?, around inside: [Thing] = [], _ resolver: Resolver) throws -> Thing {
    try begin()
    return try make(recipe, argument: argument, parts: inside + gather(recipe.needs, from: resolver))
  }

  func run(
    _ recipe: Recipe, _ argument: Int?, around inside: [Thing] = [], _ resolver: Resolver
  ) async throws -> Thing {
    try begin()
    return try await make(recipe, argument: argument, parts: inside + gather(recipe.needs, from: resolver))
  }

  func prepare(_ thing: Thing, by hook: Hook, of recipe: Int, _ resolver: Resolver) throws {
    try begin()
    _ = try gather(hook.needs, from: resolver)
    try prepare(thing, by: hook, of: recipe)
  }

  func prepare(_ thing: Thing, by hook: Hook, of recipe: Int, _ resolver: Resolver) async throws {
    try begin()
    _ = try await gather(hook.needs, from: resolver)
    try prepare(thing, by: hook, of: recipe)
  }

  private func gather(_ needs: [Ask], from resolver: Resolver) throws -> [Thing] {
    var parts: [Thing] = []
    for ask in needs {
      do {
        parts += try Kind.all[ask.service.kind].resolve(ask, in: resolver) ?? []
      } catch {
        if !ask.isTolerated { throw error }
      }
    }
    return parts
  }

  private func gather(_ needs: [Ask], from resolver: Resolver) async throws -> [Thing] {
    var parts: [Thing] = []
    for ask in needs {
      do {
        parts += try await Kind.all[ask.service.kind].resolve(ask, in: resolver) ?? []
      } catch {
        if !ask.isTolerated { throw error }
      }
    }
    return parts
  }

  fileprivate func build(_ recipe: Recipe, _ values: [Tag.Value]) throws -> Thing {
    try begin()
    let argument = values.lazy.compactMap(\.number).first
    return try make(recipe, argument: argument, parts: values.flatMap(\.things))
  }
}

/// Tells an initializer its recipe.
private struct Tag: Sendable {
  /// A value that the initializer gets: some things, or the argument.
  typealias Value = (things: [Thing], number: Int?)

  let recipe: Recipe
  let world: World

  func make<Product>(_ values: Value...) throws -> Product { try world.build(recipe, values).as(Product.self) }
}

/// A parameter of an initializer.
private protocol Input<Part>: Sendable {
  associatedtype Part

  var rule: Parameter<Part> { get }
  var read: @Sendable (Part) -> Tag.Value { get }
}

private struct Reading<Part>: Input {
  let name: String?
  let read: @Sendable (Part) -> Tag.Value

  var rule: Parameter<Part> { name.map { .named($0) } ?? .auto }
}

// MARK: - Registering and resolving

extension Typed {
  func isRegistered(_ ask: Ask, in container: Container) -> Bool {
    ask.argument == nil
      ? container.isRegistered(Product.self, name: ask.service.name)
      : container.isRegistered(Product.self, name: ask.service.name, arguments: Int.self)
  }

  func release(_ service: Service, in container: Container) { container.release(Product.self, name: service.name) }

  func unregister(_ service: Service, in container: Container) {
    container.unregister(Product.self, name: service.name)
  }

  func resolve(_ ask: Ask, in resolving: some Resolving) throws -> [Thing]? {
    let name = ask.service.name
    if let argument = ask.argument {
      return [thing(try resolving.resolve(Product.self, name: name, argument: argument))]
    }
    switch ask.form {
    case .one: return [thing(try resolving.resolve(Product.self, name: name))]
    case .optional: return try resolving.resolveOptional(Product.self, name: name).map { [thing($0)] }
    case .all: return try resolving.resolveAll(Product.self).map { thing($0) }
    }
  }

  func resolve(_ ask: Ask, in resolving: some Resolving) async throws -> [Thing]? {
    let name = ask.service.name
    if let argument = ask.argument {
      return [thing(try await resolving.resolve(Product.self, name: name, argument: argument))]
    }
    switch ask.form {
    case .one: return [thing(try await resolving.resolve(Product.self, name: name))]
    case .optional: return try await resolving.resolveOptional(Product.self, name: name).map { [thing($0)] }
    case .all: return try await resolving.resolveAll(Product.self).map { thing($0) }
    }
  }

  func register(_ recipe: Recipe, in container: Container, _ world: World) throws -> any Modifiable {
    if recipe.form == .initializer { return try registerInitializer(of: recipe, in: container, world) }
    let (name, isOverridable, line) = (recipe.service.name, !recipe.isProtected, UInt(recipe.id))
    let (type, policy) = (Product.self, recipe.manner == .keeping ? DuplicatePolicy.keep : nil)
    let make = { @Sendable (resolver: Resolver) throws -> Product in
      try world.run(recipe, nil, resolver).as(Product.self)
    }
    let makeAwaited: nonisolated(nonsending) @Sendable (Resolver) async throws -> Product = { resolver in
      try await world.run(recipe, nil, resolver).as(Product.self)
    }
    let makeWith = { @Sendable (resolver: Resolver, argument: Int) throws -> Product in
      try world.run(recipe, argument, resolver).as(Product.self)
    }
    let makeAwaitedWith: nonisolated(nonsending) @Sendable (Resolver, Int) async throws -> Product = {
      resolver, argument in
      try await world.run(recipe, argument, resolver).as(Product.self)
    }
    switch (recipe.manner, recipe.requiresArgument, recipe.isAwaited) {
    case (.contribute, _, false): return try container.contribute(type, line: line, factory: make)
    case (.contribute, _, true): return try container.contribute(type, line: line, factory: makeAwaited)
    case (_, false, false):
      return try container.register(
        type, name: name, isOverridable: isOverridable, ifRegistered: policy, line: line, factory: make)
    case (_, false, true):
      return try container.register(
        type, name: name, isOverridable: isOverridable, ifRegistered: policy, line: line, factory: makeAwaited)
    case (_, true, false):
      return try container.register(
        type, name: name, argument: Int.self, isOverridable: isOverridable, ifRegistered: policy, line: line,
        factory: makeWith)
    case (_, true, true):
      return try container.register(
        type, name: name, argument: Int.self, isOverridable: isOverridable, ifRegistered: policy, line: line,
        factory: makeAwaitedWith)
    }
  }

  func decorate(by recipe: Recipe, in container: Container, _ world: World) throws {
    let (name, line) = (recipe.service.name, UInt(recipe.id))
    if recipe.isAwaited {
      try container.decorate(Product.self, name: name, line: line) { resolver, product in
        try await world.run(recipe, nil, around: [thing(product)], resolver).as(Product.self)
      }
    } else {
      try container.decorate(Product.self, name: name, line: line) { resolver, product in
        try world.run(recipe, nil, around: [thing(product)], resolver).as(Product.self)
      }
    }
  }

  func replace(by recipe: Recipe, in overrides: Overrides, _ world: World) throws {
    let (name, line) = (recipe.service.name, UInt(recipe.id))
    if recipe.takesArgument, recipe.isAwaited {
      try overrides.replace(Product.self, name: name, arguments: Int.self, line: line) { resolver, argument in
        try await world.run(recipe, argument, resolver).as(Product.self)
      }
    } else if recipe.takesArgument {
      try overrides.replace(Product.self, name: name, arguments: Int.self, line: line) { resolver, argument in
        try world.run(recipe, argument, resolver).as(Product.self)
      }
    } else if recipe.isAwaited {
      try overrides.replace(Product.self, name: name, line: line) { resolver in
        try await world.run(recipe, nil, resolver).as(Product.self)
      }
    } else {
      try overrides.replace(Product.self, name: name, line: line) { resolver in
        try world.run(recipe, nil, resolver).as(Product.self)
      }
    }
  }

  // MARK: Initializers

  private func registerInitializer(of recipe: Recipe, in container: Container, _ world: World) throws -> any Modifiable
  {
    let tag = Tag(recipe: recipe, world: world)
    var inputs = recipe.needs.map { Kind.all[$0.service.kind].input(of: $0) }
    if recipe.takesArgument { inputs.append(Reading<Int?>(name: nil) { ([], $0) }) }
    switch inputs.count {
    case 0: return try register(tag, in: container)
    case 1: return try register(tag, inputs[0], in: container)
    default: return try register(tag, inputs[0], inputs[1], in: container)
    }
  }

  /// Returns the parameter for a dependency on this type.
  fileprivate func input(of ask: Ask) -> any Input {
    let name = ask.service.name
    return switch ask.form {
    case .one: Reading<Product>(name: name) { ([thing($0)], nil) }
    case .optional: Reading<Product?>(name: name) { ($0.map { [thing($0)] } ?? [], nil) }
    case .all: Reading<[Product]>(name: name) { ($0.map { thing($0) }, nil) }
    }
  }

  private func register(_ tag: Tag, in container: Container) throws -> any Modifiable {
    let (name, isOverridable, line) = (tag.recipe.service.name, !tag.recipe.isProtected, UInt(tag.recipe.id))
    if tag.recipe.isAwaited {
      return try container.register(
        Product.self, name: name, isOverridable: isOverridable, line: line,
        initializer: Injection({ @Sendable (tag: Tag) async throws -> Product in try tag.make() }, with: .value(tag)))
    }
    return try container.register(
      Product.self, name: name, isOverridable: isOverridable, line: line,
      initializer: { @Sendable (tag: Tag) throws -> Product in try tag.make() }, with: .value(tag))
  }

  private func register<Part>(
    _ tag: Tag, _ input: some Input<Part>, in container: Container
  ) throws -> any Modifiable {
    let (name, isOverridable, line) = (tag.recipe.service.name, !tag.recipe.isProtected, UInt(tag.recipe.id))
    let read = input.read
    if tag.recipe.isAwaited {
      return try container.register(
        Product.self, name: name, isOverridable: isOverridable, line: line,
        initializer: Injection(
          { @Sendable (tag: Tag, part: Part) async throws -> Product in try tag.make(read(part)) },
          with: .value(tag), input.rule))
    }
    return try container.register(
      Product.self, name: name, isOverridable: isOverridable, line: line,
      initializer: { @Sendable (tag: Tag, part: Part) throws -> Product in try tag.make(read(part)) },
      with: .value(tag), input.rule)
  }

  private func register<One, Two>(
    _ tag: Tag, _ one: some Input<One>, _ two: some Input<Two>, in container: Container
  ) throws -> any Modifiable {
    let (name, isOverridable, line) = (tag.recipe.service.name, !tag.recipe.isProtected, UInt(tag.recipe.id))
    let (first, second) = (one.read, two.read)
    if tag.recipe.isAwaited {
      return try container.register(
        Product.self, name: name, isOverridable: isOverridable, line: line,
        initializer: Injection(
          { @Sendable (tag: Tag, one: One, two: Two) async throws -> Product in
            try tag.make(first(one), second(two))
          }, with: .value(tag), one.rule, two.rule))
    }
    return try container.register(
      Product.self, name: name, isOverridable: isOverridable, line: line,
      initializer: { @Sendable (tag: Tag, one: One, two: Two) throws -> Product in
        try tag.make(first(one), second(two))
      }, with: .value(tag), one.rule, two.rule)
  }
}
