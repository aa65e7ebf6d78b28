import TestSupport

/// The form in which A needs B, or a protocol that B implements. The tests of the rules go through all forms.
enum Form: CaseIterable, Sendable {
  case none, argument, value, closure, resolver, container
  case named, declaredNamed, declaredArguments
  case required, twice, forwarding, injected, filled, declared, contribution
  case optional, injectedOptional, declaredOptional
  case collection, faces, injectedCollection
  case lazy, lazyOptional, optionalLazy, lazyFaces, injectedLazy, declaredLazy
  case provider, providerOfOptional, providerOfLazy, lazyOfProvider, providerOfFaces

  /// False if no registration is needed, or only one with a name or arguments.
  var leadsToPlain: Bool { needsRegistration && !isLabelled }
  var needsRegistration: Bool { ![.none, .argument, .value, .closure, .resolver, .container].contains(self) }
  /// True if a registration with a name or with arguments is needed.
  var isLabelled: Bool { [.named, .declaredNamed, .declaredArguments].contains(self) }
  /// True if it may be absent.
  var isOptional: Bool {
    [.optional, .injectedOptional, .declaredOptional, .lazyOptional, .optionalLazy, .providerOfOptional].contains(self)
  }
  var isCollection: Bool { [.collection, .faces, .injectedCollection, .lazyFaces, .providerOfFaces].contains(self) }
  var isLazy: Bool {
    [.lazy, .lazyOptional, .optionalLazy, .lazyFaces, .injectedLazy, .declaredLazy].contains(self)
  }
  /// True if it is resolved each time, and not held.
  var isProvider: Bool {
    [.provider, .providerOfOptional, .providerOfLazy, .lazyOfProvider, .providerOfFaces].contains(self)
  }
  /// True if a closure declares it, and does not resolve it.
  var isDeclared: Bool {
    [.declared, .declaredNamed, .declaredArguments, .declaredOptional, .declaredLazy].contains(self)
  }

  @discardableResult
  func register(in container: Container) throws -> Registration<Cast.A> {
    func rule(_ parameter: Parameter<Cast.B>) throws -> Registration<Cast.A> {
      try container.register(initializer: { @Sendable (_: Cast.B) in Cast.A() }, with: parameter)
    }
    func inject<Content>(_ type: Content.Type) throws -> Registration<Cast.A> {
      try container.register(initializer: Keeper<Content>.init)
      return try container.wire(Cast.A.self, Keeper<Content>.self)
    }
    func closure() throws -> Registration<Cast.A> { try container.register(Cast.A.self) { Cast.A() } }
    return switch self {
    case .none: try container.wire(Cast.A.self)
    case .argument: try rule(.argument)
    case .value: try rule(.value(Cast.B()))
    case .closure: try rule(.resolving { @Sendable _ in Cast.B() })
    case .resolver: try container.wire(Cast.A.self, Resolver.self)
    case .container: try container.wire(Cast.A.self, Container.self)
    case .named: try rule(.named("x"))
    case .declaredNamed: try closure().depends(on: Cast.B.self, name: "x")
    case .declaredArguments: try closure().depends(on: Cast.B.self, arguments: Int.self)
    case .required: try container.wire(Cast.A.self, Cast.B.self)
    case .twice: try container.wire(Cast.A.self, Cast.B.self, Cast.B.self)
    case .forwarding: try container.wire(Cast.A.self, (any Cast.Face).self)
    case .injected: try inject(Cast.B.self)
    case .filled: try container.wire(Cast.A.self).injecting(\.filled)
    case .declared: try closure().depends(on: Cast.B.self)
    case .contribution: try container.contribute(initializer: { @Sendable (_: Cast.B) in Cast.A() })
    case .optional: try container.wire(Cast.A.self, Cast.B?.self)
    case .injectedOptional: try inject(Cast.B?.self)
    case .declaredOptional: try closure().depends(on: Cast.B?.self)
    case .collection: try container.wire(Cast.A.self, [Cast.B].self)
    case .faces: try container.wire(Cast.A.self, [any Cast.Face].self)
    case .injectedCollection: try inject([Cast.B].self)
    case .lazy: try container.wire(Cast.A.self, Lazy<Cast.B>.self)
    case .lazyOptional: try container.wire(Cast.A.self, Lazy<Cast.B?>.self)
    case .optionalLazy: try container.wire(Cast.A.self, Lazy<Cast.B>?.self)
    case .lazyFaces: try container.wire(Cast.A.self, Lazy<[any Cast.Face]>.self)
    case .injectedLazy: try inject(Lazy<Cast.B>.self)
    case .declaredLazy: try closure().depends(on: Lazy<Cast.B>.self)
    case .provider: try container.wire(Cast.A.self, Provider<Cast.B>.self)
    case .providerOfOptional: try container.wire(Cast.A.self, Provider<Cast.B?>.self)
    case .providerOfLazy: try container.wire(Cast.A.self, Provider<Lazy<Cast.B>>.self)
    case .lazyOfProvider: try container.wire(Cast.A.self, Lazy<Provider<Cast.B>>.self)
    case .providerOfFaces: try container.wire(Cast.A.self, Provider<[any Cast.Face]>?.self)
    }
  }

  private final class Keeper<Content> { @Inject var content: Content }
}

// Properties for `injecting`.
extension Cast.A {
  var filled: Cast.B? {
    get { nil }
    set {}
  }

  var extra: Cast.E? {
    get { nil }
    set {}
  }

  var home: Container? {
    get { nil }
    set {}
  }
}
