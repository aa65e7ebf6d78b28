import AstrojectGraph
import TestSupport

// Containers are filled from a sketch through the public functions of the library.

extension Sketch {
  /// The containers, each the parent of the next.
  func fill() throws -> [Container] {
    var containers = [Container()]
    for name in levels.dropFirst() { containers.append(containers[containers.count - 1].makeChild(named: name)) }
    for item in items { try item.register(in: containers[item.level]) }
    for item in items where decorated.contains(item.id) { try item.decorate(in: containers[item.level]) }
    return containers
  }
}

extension Item {
  func register(in container: Container) throws {
    func open<Yarn: Fiber>(_ fiber: Yarn.Type) throws { try Loom<Yarn>(container: container, item: self).register() }
    try open(product.fiber)
  }

  /// Decorates the item, under each of its types, by an initializer that returns what it gets.
  func decorate(in container: Container) throws {
    func open<Yarn: Fiber>(_ fiber: Yarn.Type) throws {
      let same = { @Sendable (product: Yarn.Product) in product }
      try container.decorate(Yarn.Product.self, key: tie?.key, initializer: Injection(same))
    }
    for fiber in [product.fiber] + forwards.map(\.fiber) { try open(fiber) }
  }
}

/// Registers one item.
struct Loom<Yarn: Fiber> {
  typealias Product = Yarn.Product
  let container: Container
  let item: Item

  private var key: (any Hashable & Sendable)? { item.tie?.key }
  private var line: UInt { UInt(item.id) }

  func register() throws {
    let registration: Registration<Product>
    switch item.origin {
    case .instance:
      let owned = try container.register(instance: Yarn.make([]), key: key, fileID: "G/S.swift", line: line)
      for strand in item.forwards { strand.forward(from: owned) }
      return
    case .closure: registration = item.takesNumber ? try closureWithNumber() : try closure()
    case .initializer:
      let needs = item.parameters
      registration = try needs.isEmpty ? bare() : gather(needs[0].rule, needs.dropFirst())
    }
    choose(registration)
    for need in item.afterwards { Yarn.inject(need, registration) }
    hook(registration)
    if let declared = item.declared {
      if declared.isEmpty { registration.dependsOnNothing() }
      for need in declared { need.declare(in: registration) }
    }
    for strand in item.forwards { strand.forward(from: registration) }
    if item.isEager { registration.eager() }
    for permit in item.permits {
      func allow<Other>(_ type: Other.Type) {
        registration.allowing(permit.rule, of: type, because: "it is meant so, for this one")
      }
      if let strand = permit.type {
        allow(strand.type)
      } else {
        registration.allowing(permit.rule, because: "it is meant so")
      }
    }
  }

  private func choose(_ registration: Registration<Product>) {
    if case .named(let name) = item.scope { registration.asScoped(to: name) }
    // All others but `unsaid` are named as in ``AnyScope``.
    AnyScope.allCases.first { "\($0)" == "\(item.scope)" }?.apply(to: registration)
  }

  // MARK: Closures

  /// The requests that the closures of the item make.
  private func asks() -> [Ask] { (item.declared ?? []).map(\.ask) }

  private func closure() throws -> Registration<Product> {
    let asks = asks()
    let blocking: @Sendable (Resolver) throws -> Product = { resolver in
      Yarn.make(try asks.map { try $0.blocking(resolver) })
    }
    switch item.effect {
    case .none:
      if item.isContribution {
        return try container.contribute(Product.self, fileID: "G/S.swift", line: line, factory: blocking)
      }
      return try container.register(Product.self, key: key, fileID: "G/S.swift", line: line, factory: blocking)
    case .awaited:
      let factory: @Sendable (Resolver) async throws -> Product = { Yarn.make(try await awaited(asks, $0)) }
      return try container.register(Product.self, key: key, fileID: "G/S.swift", line: line, factory: factory)
    case .mainActor:
      let factory: @MainActor @Sendable (Resolver) throws -> Product = blocking
      return try container.register(Product.self, key: key, fileID: "G/S.swift", line: line, factory: factory)
    case .mainActorAwaited: preconditionFailure("no form of its own")
    }
  }

  private func closureWithNumber() throws -> Registration<Product> {
    let asks = asks()
    guard item.effect.isAsynchronous else {
      return try container.register(
        Product.self, key: key, argument: Int.self, fileID: "G/S.swift", line: line
      ) { resolver, number in
        Yarn.make(try asks.map { try $0.blocking(resolver) } + [number])
      }
    }
    let factory: @Sendable (Resolver, Int) async throws -> Product = { resolver, number in
      Yarn.make(try await awaited(asks, resolver) + [number])
    }
    return try container.register(
      Product.self, key: key, argument: Int.self, fileID: "G/S.swift", line: line, factory: factory)
  }

  private func hook(_ registration: Registration<Product>) {
    guard let hook = item.hook else { return }
    let asks = item.origin == .closure ? [] : asks()
    let blocking: @Sendable (Resolver, Product) throws -> Void = { resolver, _ in
      for ask in asks { _ = try ask.blocking(resolver) }
    }
    let awaiting: @Sendable (Resolver, Product) async throws -> Void = { resolver, _ in
      _ = try await awaited(asks, resolver)
    }
    let onMainActor: @MainActor @Sendable (Resolver, Product) throws -> Void = blocking
    let awaitingOnMainActor: @MainActor @Sendable (Resolver, Product) async throws -> Void = awaiting
    switch hook {
    case .none: registration.afterInit(blocking)
    case .awaited: registration.afterInit(awaiting)
    case .mainActor: registration.afterInit(body: onMainActor)
    case .mainActorAwaited: registration.afterInit(body: awaitingOnMainActor)
    }
  }

  // MARK: Initializers

  private func bare() throws -> Registration<Product> {
    let plain: @Sendable () throws -> Product = { Yarn.make([]) }
    let awaited: @Sendable @concurrent () async throws -> Product = { Yarn.make([]) }
    let main: @MainActor @Sendable () throws -> Product = { Yarn.make([]) }
    let mainAwaited: @MainActor @Sendable () async throws -> Product = { Yarn.make([]) }
    let file: StaticString = "G/S.swift"
    switch (item.effect, item.isContribution) {
    case (.none, false): return try container.register(key: key, fileID: file, line: line, initializer: plain)
    case (.awaited, false): return try container.register(key: key, fileID: file, line: line, initializer: awaited)
    case (.mainActor, false): return try container.register(key: key, fileID: file, line: line, initializer: main)
    case (.none, true): return try container.contribute(fileID: file, line: line, initializer: plain)
    case (.awaited, true): return try add(Injection(awaited))
    case (.mainActor, true): return try add(Injection(main))
    case (.mainActorAwaited, _): return try add(Injection(mainAwaited))
    }
  }

  private func add(_ injection: Injection<Product>) throws -> Registration<Product> {
    if item.isContribution {
      return try container.contribute(fileID: "G/S.swift", line: line, initializer: injection)
    }
    return try container.register(key: key, fileID: "G/S.swift", line: line, initializer: injection)
  }

  /// Registers an initializer with these rules, and with those of the needs.
  private func gather<First: ParameterRule, each Other: ParameterRule>(
    _ first: First, _ rest: ArraySlice<Need>, _ others: repeat each Other
  ) throws -> Registration<Product> {
    guard let need = rest.first else { return try finish(first.parameter, repeat (each others).parameter) }
    func adding<Next: ParameterRule>(_ next: Next) throws -> Registration<Product> {
      try gather(first, rest.dropFirst(), repeat each others, next)
    }
    return try adding(need.rule)
  }

  private func finish<First, each Other>(
    _ first: Parameter<First>, _ others: repeat Parameter<each Other>
  ) throws -> Registration<Product> {
    let plain: @Sendable (First, repeat each Other) throws -> Product = { (first: First, other: repeat each Other) in
      Yarn.make(gathered(first, repeat each other))
    }
    let awaited: @Sendable @concurrent (First, repeat each Other) async throws -> Product = plain
    let main: @MainActor @Sendable (First, repeat each Other) throws -> Product = plain
    let mainAwaited: @MainActor @Sendable (First, repeat each Other) async throws -> Product = plain
    switch item.effect {
    case .none: return try add(Injection(plain, with: first, repeat each others))
    case .awaited: return try add(Injection(awaited, with: first, repeat each others))
    case .mainActor: return try add(Injection(main, with: first, repeat each others))
    case .mainActorAwaited: return try add(Injection(mainAwaited, with: first, repeat each others))
    }
  }
}

private func gathered<each Value>(_ values: repeat each Value) -> [Any] {
  var parts: [Any] = []
  for value in repeat each values { parts.append(value) }
  return parts
}

private func awaited(_ asks: [Ask], _ resolver: Resolver) async throws -> [Any] {
  var parts: [Any] = []
  for ask in asks { parts.append(try await ask.awaiting(resolver)) }
  return parts
}
