import AstrojectGraph

// Visitors turn values that are known at run time into types.

/// Visits a type.
protocol TypeVisitor {
  associatedtype Outcome
  func visit<Value>(_ type: Value.Type) throws -> Outcome
}

/// Visits the rule of a parameter.
protocol RuleVisitor {
  associatedtype Outcome
  func visit<Value>(_ rule: Parameter<Value>) throws -> Outcome
}

extension Strand {
  @discardableResult
  func visit<Visitor: TypeVisitor>(_ visitor: Visitor) throws -> Visitor.Outcome {
    func open<Yarn: Fiber>(_ fiber: Yarn.Type) throws -> Visitor.Outcome { try visitor.visit(Yarn.Product.self) }
    return try open(fiber)
  }
}

extension Need {
  @discardableResult
  func visit<Visitor: TypeVisitor>(_ visitor: Visitor) throws -> Visitor.Outcome {
    func open<Yarn: Fiber>(_ fiber: Yarn.Type) throws -> Visitor.Outcome {
      switch form {
      case .plain: try visitor.visit(Yarn.Product.self)
      case .optional: try visitor.visit(Yarn.Product?.self)
      case .lazy: try visitor.visit(Lazy<Yarn.Product>.self)
      case .provider: try visitor.visit(Provider<Yarn.Product>.self)
      case .collection: try visitor.visit([Yarn.Product].self)
      case .lazyOptional: try visitor.visit(Lazy<Yarn.Product?>.self)
      case .optionalLazy: try visitor.visit(Lazy<Yarn.Product>?.self)
      case .lazyCollection: try visitor.visit(Lazy<[Yarn.Product]>.self)
      case .container: try visitor.visit(Container.self)
      case .lazyContainer: try visitor.visit(Lazy<Container>.self)
      case .resolver: try visitor.visit(Resolver.self)
      case .argument, .value, .closure: try visitor.visit(Int.self)
      }
    }
    return try open(of.fiber)
  }

  func rule<Visitor: RuleVisitor>(_ visitor: Visitor) throws -> Visitor.Outcome {
    switch form {
    case .argument: try visitor.visit(Parameter<Int>.argument)
    case .value: try visitor.visit(Parameter<Int>.value(5))
    case .closure: try visitor.visit(Parameter<Int>.resolving { @Sendable _ in 5 })
    default: try visit(Ruler(visitor: visitor, tie: tie))
    }
  }
}

private struct Ruler<Visitor: RuleVisitor>: TypeVisitor {
  let visitor: Visitor
  let tie: Tie?

  func visit<Value>(_ type: Value.Type) throws -> Visitor.Outcome {
    switch tie {
    case nil: try visitor.visit(Parameter<Value>.auto)
    case .name(let name): try visitor.visit(Parameter<Value>.named(name))
    case .number(let number): try visitor.visit(Parameter<Value>.keyed(number))
    }
  }
}

// MARK: - Parameters, one by one

struct Step0<Yarn: Fiber>: RuleVisitor {
  let loom: Loom<Yarn>
  func visit<A>(_ a: Parameter<A>) throws -> Registration<Yarn.Product> {
    let needs = loom.item.parameters
    return try needs.count == 1 ? loom.finish(a) : needs[1].rule(Step1(loom: loom, a: a))
  }
}

private struct Step1<Yarn: Fiber, A>: RuleVisitor {
  let loom: Loom<Yarn>
  let a: Parameter<A>
  func visit<B>(_ b: Parameter<B>) throws -> Registration<Yarn.Product> {
    let needs = loom.item.parameters
    return try needs.count == 2 ? loom.finish(a, b) : needs[2].rule(Step2(loom: loom, a: a, b: b))
  }
}

private struct Step2<Yarn: Fiber, A, B>: RuleVisitor {
  let loom: Loom<Yarn>
  let a: Parameter<A>
  let b: Parameter<B>
  func visit<C>(_ c: Parameter<C>) throws -> Registration<Yarn.Product> {
    let needs = loom.item.parameters
    return try needs.count == 3 ? loom.finish(a, b, c) : needs[3].rule(Step3(loom: loom, a: a, b: b, c: c))
  }
}

private struct Step3<Yarn: Fiber, A, B, C>: RuleVisitor {
  let loom: Loom<Yarn>
  let a: Parameter<A>
  let b: Parameter<B>
  let c: Parameter<C>
  func visit<D>(_ d: Parameter<D>) throws -> Registration<Yarn.Product> { try loom.finish(a, b, c, d) }
}

// MARK: - Requests of closures

struct Ask: Sendable {
  let blocking: @Sendable (Resolver) throws -> Any
  let awaiting: @Sendable (Resolver) async throws -> Any
}

struct Asker: TypeVisitor {
  let need: Need

  func visit<Value>(_ type: Value.Type) -> Ask {
    let key = need.tie?.key
    guard need.takesNumber else {
      return Ask {
        try $0.resolve(Value.self, key: key)
      } awaiting: {
        try await $0.resolve(Value.self, key: key)
      }
    }
    return Ask {
      try $0.resolve(Value.self, key: key, argument: 7)
    } awaiting: {
      try await $0.resolve(Value.self, key: key, argument: 7)
    }
  }
}

struct Declaration<Product>: TypeVisitor {
  let registration: Registration<Product>
  let need: Need

  func visit<Value>(_ type: Value.Type) {
    let key = need.tie?.key
    if need.takesNumber {
      registration.depends(on: Value.self, key: key, arguments: Int.self)
    } else if key == nil {
      registration.depends(on: Value.self)
    } else {
      registration.depends(on: Value.self, key: key)
    }
  }
}

// MARK: - Forwardings and allowances

extension Strand {
  /// Forwards this type to a registration: to its product, or else to a product that holds it.
  func forward<Product>(from registration: Registration<Product>) {
    func open<Yarn: Fiber>(_ fiber: Yarn.Type) {
      registration.implements(Yarn.Product.self) { $0 as? Yarn.Product ?? Yarn.make([$0]) }
    }
    open(fiber)
  }

  /// Forwards this type to an instance.
  func forward<Product>(from instance: OwnedInstance<Product>) {
    func open<Yarn: Fiber>(_ fiber: Yarn.Type) {
      instance.implements(Yarn.Product.self) { $0 as? Yarn.Product ?? Yarn.make([$0]) }
    }
    open(fiber)
  }
}

struct Permission<Product>: TypeVisitor {
  let registration: Registration<Product>
  let rule: GraphRule
  func visit<Value>(_ type: Value.Type) {
    registration.allowing(rule, of: type, because: "it is meant so, for this one")
  }
}
