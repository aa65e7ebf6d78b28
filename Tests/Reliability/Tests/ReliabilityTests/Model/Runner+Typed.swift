import AstrojectTesting
import Nexus

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
    switch scope {
    case .transient: asTransient()
    case .graph: asGraph()
    case .singleton: asSingleton()
    case .disposable: asDisposableSingleton()
    case .weak: asWeak()
    case .scoped: asScoped()
    case .named(let name): asScoped(to: name)
    case .shared: self.as(Keeping())
    case .perContainer: self.as { Keeping() }
    }
  }
}

/// A custom scope that caches one product until release.
private final class Keeping: Instance {
  private var product: Any?

  func get(for context: Context) -> Any? { product }
  func set(_ product: Any, for context: Context) { self.product = product }
  func release(for context: Context?) { if context == nil { product = nil } }
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
  func run(_ recipe: Recipe, _ argument: Int?, _ resolver: Resolver) throws -> Thing {
    try begin()
    return try make(recipe, argument: argument, parts: gather(recipe.needs, from: resolver))
  }

  func run(_ recipe: Recipe, _ argument: Int?, _ resolver: Resolver) async throws -> Thing {
    try begin()
    return try await make(recipe, argument: argument, parts: gather(recipe.needs, from: resolver))
  }

  func decorate(_ inside: Thing, by recipe: Recipe, _ resolver: Resolver) throws -> Thing {
    try begin()
    return try make(recipe, argument: nil, parts: [inside] + gather(recipe.needs, from: resolver))
  }

  func decorate(_ inside: Thing, by recipe: Recipe, _ resolver: Resolver) async throws -> Thing {
    try begin()
    return try await make(recipe, argument: nil, parts: [inside] + gather(recipe.needs, from: resolver))
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

  fileprivate func build(_ recipe: Recipe, _ parts: [[Thing]]) throws -> Thing {
    try begin()
    return try make(recipe, argument: nil, parts: parts.flatMap { $0 })
  }
}

/// Tells an initializer its recipe.
private struct Tag: Sendable {
  let recipe: Recipe
  let world: World

  func make<Product>(_ parts: [Thing]...) throws -> Product { try world.build(recipe, parts).as(Product.self) }
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
    let type = Product.self
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
    switch (recipe.manner, recipe.takesArgument, recipe.isAwaited) {
    case (.contribute, _, false): return try container.contribute(type, line: line, factory: make)
    case (.contribute, _, true): return try container.contribute(type, line: line, factory: makeAwaited)
    case (.register, false, false):
      return try container.register(type, name: name, isOverridable: isOverridable, line: line, factory: make)
    case (.register, false, true):
      return try container.register(type, name: name, isOverridable: isOverridable, line: line, factory: makeAwaited)
    case (.register, true, false):
      return try container.register(
        type, name: name, argument: Int.self, isOverridable: isOverridable, line: line, factory: makeWith)
    case (.register, true, true):
      return try container.register(
        type, name: name, argument: Int.self, isOverridable: isOverridable, line: line, factory: makeAwaitedWith)
    case (.keeping, false, false):
      return try container.register(
        type, name: name, isOverridable: isOverridable, ifRegistered: .keep, line: line, factory: make)
    case (.keeping, false, true):
      return try container.register(
        type, name: name, isOverridable: isOverridable, ifRegistered: .keep, line: line, factory: makeAwaited)
    case (.keeping, true, false):
      return try container.register(
        type, name: name, argument: Int.self, isOverridable: isOverridable, ifRegistered: .keep, line: line,
        factory: makeWith)
    case (.keeping, true, true):
      return try container.register(
        type, name: name, argument: Int.self, isOverridable: isOverridable, ifRegistered: .keep, line: line,
        factory: makeAwaitedWith)
    }
  }

  func decorate(by recipe: Recipe, in container: Container, _ world: World) throws {
    let (name, line) = (recipe.service.name, UInt(recipe.id))
    if recipe.isAwaited {
      try container.decorate(Product.self, name: name, line: line) { resolver, product in
        try await world.decorate(thing(product), by: recipe, resolver).as(Product.self)
      }
    } else {
      try container.decorate(Product.self, name: name, line: line) { resolver, product in
        try world.decorate(thing(product), by: recipe, resolver).as(Product.self)
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
    switch recipe.needs.count {
    case 0: return try register(tag, in: container)
    case 1: return try Kind.all[recipe.needs[0].service.kind].parameter(of: self, tag, recipe.needs[0], in: container)
    default:
      func first<One: Typed>(_ one: One) throws -> any Modifiable {
        try second(one, Kind.all[recipe.needs[1].service.kind])
      }
      func second<One: Typed, Two: Typed>(_ one: One, _ two: Two) throws -> any Modifiable {
        try register(tag, One.Product.self, Two.Product.self, in: container)
      }
      return try first(Kind.all[recipe.needs[0].service.kind])
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

  /// Registers an initializer of another type that takes this type as a parameter.
  fileprivate func parameter<Outer: Typed>(
    of outer: Outer, _ tag: Tag, _ ask: Ask, in container: Container
  ) throws -> any Modifiable {
    switch ask.form {
    case .one: try outer.register(tag, ask, in: container) { (part: Product) in [thing(part)] }
    case .optional:
      try outer.register(tag, ask, in: container) { (part: Product?) in part.map { [thing($0)] } ?? [] }
    case .all: try outer.register(tag, ask, in: container) { (parts: [Product]) in parts.map { thing($0) } }
    }
  }

  private func register<Part>(
    _ tag: Tag, _ ask: Ask, in container: Container, _ things: @escaping @Sendable (Part) -> [Thing]
  ) throws -> any Modifiable {
    let (name, isOverridable, line) = (tag.recipe.service.name, !tag.recipe.isProtected, UInt(tag.recipe.id))
    let rule: Parameter<Part> = ask.service.name.map { .named($0) } ?? .auto
    if tag.recipe.isAwaited {
      return try container.register(
        Product.self, name: name, isOverridable: isOverridable, line: line,
        initializer: Injection(
          { @Sendable (tag: Tag, part: Part) async throws -> Product in try tag.make(things(part)) },
          with: .value(tag), rule))
    }
    return try container.register(
      Product.self, name: name, isOverridable: isOverridable, line: line,
      initializer: { @Sendable (tag: Tag, part: Part) throws -> Product in try tag.make(things(part)) },
      with: .value(tag), rule)
  }

  private func register<One, Two>(
    _ tag: Tag, _ one: One.Type, _ two: Two.Type, in container: Container
  ) throws -> any Modifiable {
    let (name, isOverridable, line) = (tag.recipe.service.name, !tag.recipe.isProtected, UInt(tag.recipe.id))
    let rules = tag.recipe.needs.map(\.service.name)
    let first: Parameter<One> = rules[0].map { .named($0) } ?? .auto
    let second: Parameter<Two> = rules[1].map { .named($0) } ?? .auto
    if tag.recipe.isAwaited {
      return try container.register(
        Product.self, name: name, isOverridable: isOverridable, line: line,
        initializer: Injection(
          { @Sendable (tag: Tag, one: One, two: Two) async throws -> Product in
            try tag.make([thing(one)], [thing(two)])
          }, with: .value(tag), first, second))
    }
    return try container.register(
      Product.self, name: name, isOverridable: isOverridable, line: line,
      initializer: { @Sendable (tag: Tag, one: One, two: Two) throws -> Product in
        try tag.make([thing(one)], [thing(two)])
      }, with: .value(tag), first, second)
  }
}
