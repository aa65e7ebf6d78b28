import AstrojectGraph

// Values that are known at run time alone, as types and rules.

extension Strand {
  var type: Any.Type {
    func open<Yarn: Fiber>(_ fiber: Yarn.Type) -> Any.Type { Yarn.Product.self }
    return open(fiber)
  }
}

extension Need {
  var type: Any.Type {
    func open<Yarn: Fiber>(_ fiber: Yarn.Type) -> Any.Type {
      switch form {
      case .plain: Yarn.Product.self
      case .optional: Yarn.Product?.self
      case .lazy: Lazy<Yarn.Product>.self
      case .provider: Provider<Yarn.Product>.self
      case .collection: [Yarn.Product].self
      case .lazyOptional: Lazy<Yarn.Product?>.self
      case .optionalLazy: Lazy<Yarn.Product>?.self
      case .lazyCollection: Lazy<[Yarn.Product]>.self
      case .container: Container.self
      case .lazyContainer: Lazy<Container>.self
      case .resolver: Resolver.self
      case .argument, .value, .closure: Int.self
      }
    }
    return open(of.fiber)
  }

  var rule: any ParameterRule {
    func open<Value>(_ type: Value.Type) -> any ParameterRule {
      switch tie {
      case nil: Parameter<Value>.auto
      case .name(let name): Parameter<Value>.named(name)
      case .number(let number): Parameter<Value>.keyed(number)
      }
    }
    return switch form {
    case .argument: Parameter<Int>.argument
    case .value: Parameter<Int>.value(5)
    case .closure: Parameter<Int>.resolving { @Sendable _ in 5 }
    default: _openExistential(type, do: open)
    }
  }
}

/// The rule of a parameter of any type.
protocol ParameterRule {
  associatedtype Value
  var parameter: Parameter<Value> { get }
}

extension Parameter: ParameterRule { var parameter: Parameter<Value> { self } }

// MARK: - Requests of closures

struct Ask: Sendable {
  let blocking: @Sendable (Resolver) throws -> Any
  let awaiting: @Sendable (Resolver) async throws -> Any
}

extension Need {
  var ask: Ask {
    func open<Value>(_ type: Value.Type) -> Ask {
      let key = tie?.key
      guard takesNumber else {
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
    return _openExistential(type, do: open)
  }

  func declare<Product>(in registration: Registration<Product>) {
    func open<Value>(_ type: Value.Type) {
      let key = tie?.key
      if takesNumber {
        registration.depends(on: Value.self, key: key, arguments: Int.self)
      } else if key == nil {
        registration.depends(on: Value.self)
      } else {
        registration.depends(on: Value.self, key: key)
      }
    }
    _openExistential(type, do: open)
  }
}

// MARK: - Forwardings

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
