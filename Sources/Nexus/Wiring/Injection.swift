import Astroject

/// An initializer with what is known of its parameters: how a product is made, without a closure.
///
/// Every parameter is filled by its type: `T` (which has to be registered), `T?` (nil only where `T` is not
/// registered), ``Lazy``, ``Provider``, `[T]` (all there is of `T`), `Resolver` and `Container`. `with:` says otherwise
/// for one.
///
/// ```swift
/// extension LiveService: AutoInjectable {
///   static let injection = Injection<any Service>(LiveService.init(client:clock:))
/// }
/// ```
///
/// Instead of an initializer, any function with the right result will do: a static one, or the case of an enum. Default
/// arguments are not seen: name another initializer, or give the value after `with:`.
///
/// The compiler refuses types that cannot be copied, and parameters that are closures which do not escape. Swift 6.3
/// crashes on variadic parameters and on escaping autoclosures; an `inout` parameter gets a copy, and what is written
/// to it is lost. For these, register a closure, or a static function that calls the initializer.
public struct Injection<Product>: Sendable {
  let recipe: Recipe<Void, Product>
  /// What is known of the recipe, if that does not tell it itself.
  let wiring: (any Wiring)?

  private init(_ recipe: Recipe<Void, Product>, _ wiring: (any Wiring)? = nil) {
    self.recipe = recipe
    self.wiring = wiring
  }
}

// MARK: - By the types of the parameters

extension Injection {
  /// An initializer whose parameters are filled by their types.
  @inlinable
  @preconcurrency
  public init<each D, E: Error>(_ initializer: @escaping @Sendable (repeat each D) throws(E) -> Product) {
    self.init(late: Injection.ways(initializer))
  }

  /// An asynchronous initializer whose parameters are filled by their types.
  @inlinable
  @preconcurrency
  public init<each D, E: Error>(
    _ initializer: @escaping @Sendable @concurrent (repeat each D) async throws(E) -> Product
  ) {
    self = .asynchronous(initializer, repeat Parameter<each D>.auto)
  }

  /// An initializer of the main actor whose parameters are filled by their types.
  @preconcurrency
  public init<each D, E: Error>(
    _ initializer: @escaping @MainActor @Sendable (repeat each D) throws(E) -> Product, _ mainActor: Void...
  ) {
    self = .mainActor(initializer, repeat Parameter<each D>.auto)
  }

  /// An asynchronous initializer of the main actor whose parameters are filled by their types.
  @preconcurrency
  public init<each D, E: Error>(
    _ initializer: @escaping @MainActor @Sendable (repeat each D) async throws(E) -> Product, _ mainActor: Void...
  ) {
    self = .mainActorAsynchronous(initializer, repeat Parameter<each D>.auto)
  }
}

// MARK: - By rules

extension Injection {
  /// An initializer with a rule for each parameter.
  @inlinable
  @preconcurrency
  public init<D0, each D, E: Error>(
    _ initializer: @escaping @Sendable (D0, repeat each D) throws(E) -> Product, with first: Parameter<D0>,
    _ rest: repeat Parameter<each D>
  ) {
    let wiring = InitializerWiring(for: Product.self, first, repeat each rest)
    let carefully = Injection.carefully(initializer, wiring)
    self = .synchronous(
      initializer,
      plainly: {
        guard $0.hasProperties else { return try initializer(try $0.next(D0.self), repeat try $0.next((each D).self)) }
        return try $0.run(initializer, try $0.next(D0.self), repeat try $0.next((each D).self))
      },
      awaiting: { resolver in
        guard var gathering = try wiring.gathering(for: resolver) else { return try await carefully(resolver) }
        let product = try gathering.lead(
          initializer, try await gathering.nextAwaited(D0.self), repeat try await gathering.nextAwaited((each D).self))
        if gathering.hasFilling { try gathering.finish() }
        return product
      }, wiring)
  }

  /// An asynchronous initializer with a rule for each parameter.
  @inlinable
  @preconcurrency
  public init<D0, each D, E: Error>(
    _ initializer: @escaping @Sendable @concurrent (D0, repeat each D) async throws(E) -> Product,
    with first: Parameter<D0>,
    _ rest: repeat Parameter<each D>
  ) {
    self = .asynchronous(initializer, first, repeat each rest)
  }

  /// An initializer of the main actor with a rule for each parameter.
  @preconcurrency
  public init<D0, each D, E: Error>(
    _ initializer: @escaping @MainActor @Sendable (D0, repeat each D) throws(E) -> Product, with first: Parameter<D0>,
    _ rest: repeat Parameter<each D>, mainActor: Void...
  ) {
    self = .mainActor(initializer, first, repeat each rest)
  }

  /// An asynchronous initializer of the main actor with a rule for each parameter.
  @preconcurrency
  public init<D0, each D, E: Error>(
    _ initializer: @escaping @MainActor @Sendable (D0, repeat each D) async throws(E) -> Product,
    with first: Parameter<D0>, _ rest: repeat Parameter<each D>, mainActor: Void...
  ) {
    self = .mainActorAsynchronous(initializer, first, repeat each rest)
  }
}

// MARK: - Recipes

// Each effect gathers the parameters in the way of its caller, and then makes the product as its initializer has to be
// run.

extension Injection {
  @usableFromInline
  init(late ways: LateWays) { self.init(.either(EitherWay(ways))) }

  /// The ways of an initializer whose parameters are filled by their types.
  @inlinable
  package static func ways<each D, E: Error>(
    _ initializer: @escaping @Sendable (repeat each D) throws(E) -> Product
  ) -> LateWays {
    LateWays {
      let wiring = InitializerWiring(byTypesOf: initializer)
      let carefully = Injection.carefully(initializer, wiring)
      return Injection.made(
        initializer,
        plainly: {
          guard $0.hasProperties else { return try initializer(repeat try $0.next((each D).self)) }
          return try $0.run(initializer, repeat try $0.next((each D).self))
        },
        awaiting: { resolver in
          guard var gathering = try wiring.gathering(for: resolver) else { return try await carefully(resolver) }
          let product = try gathering.lead(initializer, repeat try await gathering.nextAwaited((each D).self))
          if gathering.hasFilling { try gathering.finish() }
          return product
        }, wiring)
    }
  }

  /// What is made of it at first need; see ``synchronous(_:plainly:awaiting:_:)``.
  @usableFromInline
  static func made<each D, E: Error>(
    _ initializer: @escaping @Sendable (repeat each D) throws(E) -> Product,
    plainly plain: @escaping @Sendable (inout Gathering) throws -> Product,
    awaiting: @escaping @Sendable (Resolver) async throws -> Product, _ wiring: InitializerWiring
  ) -> WiredWays {
    WiredWays(ways(initializer, plainly: plain, awaiting: awaiting, wiring), wiring)
  }

  /// - Parameters:
  ///   - plain: Runs the initializer where each parameter gets what its wire gets.
  ///   - awaiting: Runs it for a caller that awaits, and leads it itself. Called as it is, as each function on the way
  ///     takes a frame of the task's.
  @usableFromInline
  static func synchronous<each D, E: Error>(
    _ initializer: @escaping @Sendable (repeat each D) throws(E) -> Product,
    plainly plain: @escaping @Sendable (inout Gathering) throws -> Product,
    awaiting: @escaping @Sendable (Resolver) async throws -> Product, _ wiring: InitializerWiring
  ) -> Injection {
    Injection(.either(ways(initializer, plainly: plain, awaiting: awaiting, wiring)), wiring)
  }

  private static func ways<each D, E: Error>(
    _ initializer: @escaping @Sendable (repeat each D) throws(E) -> Product,
    plainly plain: @escaping @Sendable (inout Gathering) throws -> Product,
    awaiting: @escaping @Sendable (Resolver) async throws -> Product, _ wiring: InitializerWiring
  ) -> EitherWay<Void, Product> {
    let bare = { @Sendable () throws in
      var nothing = Gathering.nothing
      return try plain(&nothing)
    }
    let resolving = { @Sendable (resolver: Resolver) throws in
      let frame = resolver.ownBuild
      guard wiring.isPlain(withoutAwaiting: frame) else {
        if frame.isAtHand { throw NotAtHand() }
        return try make(initializer, wiring, for: frame)
      }
      var gathering = Gathering(wiring, for: frame)
      let product = try plain(&gathering)
      if !gathering.hasProperties { try frame.finishFilling() }
      return product
    }
    return EitherWay(bare: bare, resolving: resolving, awaiting: awaiting)
  }

  /// The same for whoever does not know the types either.
  package static func synchronous<each D, E: Error>(
    _ initializer: @escaping @Sendable (repeat each D) throws(E) -> Product, _ rules: repeat Parameter<each D>
  ) -> Injection {
    let wiring = InitializerWiring(for: Product.self, repeat each rules)
    let carefully = Injection.carefully(initializer, wiring)
    return .synchronous(
      initializer,
      plainly: {
        guard $0.hasProperties else { return try initializer(repeat try $0.next((each D).self)) }
        return try $0.run(initializer, repeat try $0.next((each D).self))
      },
      awaiting: { resolver in
        guard var gathering = try wiring.gathering(for: resolver) else { return try await carefully(resolver) }
        let product = try gathering.lead(initializer, repeat try await gathering.nextAwaited((each D).self))
        if gathering.hasFilling { try gathering.finish() }
        return product
      }, wiring)
  }

  /// A function of its own, for what is not plain: the values are kept together, and have to be described to the
  /// runtime.
  @inline(never)
  private static func make<each D, E: Error>(
    _ initializer: @Sendable (repeat each D) throws(E) -> Product, _ wiring: InitializerWiring, for frame: Frame
  ) throws -> Product {
    var position = 0
    let values = (repeat try wiring.value((each D).self, for: frame, at: &position))
    return try wiring.properties.make(in: frame) { try initializer(repeat each values) }
  }

  /// Makes what is not plain, for a caller that awaits. A closure of its own: in one with what is plain, this compiler
  /// frees the task's memory in the wrong order.
  @usableFromInline
  static func carefully<each D, E: Error>(
    _ initializer: @escaping @Sendable (repeat each D) throws(E) -> Product, _ wiring: InitializerWiring
  ) -> @Sendable (Resolver) async throws -> Product {
    { resolver in try await makeAwaited(initializer, wiring, for: resolver.build) }
  }

  @inline(never)
  private static func makeAwaited<each D, E: Error>(
    _ initializer: @Sendable (repeat each D) throws(E) -> Product, _ wiring: InitializerWiring, for frame: Frame
  ) async throws -> Product {
    var position = 0
    let values = (repeat try await wiring.value((each D).self, for: frame, at: &position))
    return try await wiring.properties.makeAwaited(in: frame) { try initializer(repeat each values) }
  }

  @inlinable
  package static func asynchronous<each D, E: Error>(
    _ initializer: @escaping @Sendable @concurrent (repeat each D) async throws(E) -> Product,
    _ rules: repeat Parameter<each D>
  ) -> Injection {
    let wiring = InitializerWiring(for: Product.self, repeat each rules)
    let carefully = Injection.carefully(awaiting: initializer, wiring)
    return Injection(
      awaiting: { resolver in
        guard var gathering = try wiring.gathering(for: resolver) else { return try await carefully(resolver) }
        let product = try await initializer(repeat try await gathering.nextAwaited((each D).self))
        if gathering.hasFilling { try gathering.finish() }
        return product
      }, wiring)
  }

  @usableFromInline
  init(awaiting: @escaping @Sendable (Resolver) async throws -> Product, _ wiring: InitializerWiring) {
    self.init(.asyncResolving(awaiting), wiring)
  }

  /// Makes what is not plain.
  @usableFromInline
  static func carefully<each D, E: Error>(
    awaiting initializer: @escaping @Sendable @concurrent (repeat each D) async throws(E) -> Product,
    _ wiring: InitializerWiring
  ) -> @Sendable (Resolver) async throws -> Product {
    { resolver in try await makeAwaited(awaiting: initializer, wiring, for: resolver.build) }
  }

  @inline(never)
  private static func makeAwaited<each D, E: Error>(
    awaiting initializer: @escaping @Sendable @concurrent (repeat each D) async throws(E) -> Product,
    _ wiring: InitializerWiring, for frame: Frame
  ) async throws -> Product {
    var position = 0
    // Nobody has them when they have been handed over, nor the product; the compiler sees that in no closure.
    nonisolated(unsafe) let values = (repeat try await wiring.value((each D).self, for: frame, at: &position))
    try await wiring.properties.prepare(for: frame)
    nonisolated(unsafe) let product = try await initializer(repeat each values)
    try frame.finishFilling()
    return product
  }

  package static func mainActor<each D, E: Error>(
    _ initializer: @escaping @MainActor @Sendable (repeat each D) throws(E) -> Product,
    _ rules: repeat Parameter<each D>
  ) -> Injection {
    let wiring = InitializerWiring(for: Product.self, repeat each rules)
    let recipe = EitherWay<Void, Product>(onMainActor: true) { resolver, _ in
      let frame = try resolver.build
      var position = 0
      let values = Unchecked((repeat try wiring.value((each D).self, for: frame, at: &position)))
      return try wiring.properties.make(in: frame) {
        try MainActor.assumeIsolated { Unchecked(try initializer(repeat each values.value)) }.value
      }
    } async: { resolver, _ in
      let frame = try resolver.build
      var position = 0
      let values = Unchecked((repeat try await wiring.value((each D).self, for: frame, at: &position)))
      return try await wiring.properties.makeAwaited(
        in: frame,
        awaiting: {
          try await MainActor.run {
            Unchecked(try Ambient.lead(frame) { try initializer(repeat each values.value) })
          }.value
        })
    }
    return Injection(.either(recipe), wiring)
  }

  package static func mainActorAsynchronous<each D, E: Error>(
    _ initializer: @escaping @MainActor @Sendable (repeat each D) async throws(E) -> Product,
    _ rules: repeat Parameter<each D>
  ) -> Injection {
    let wiring = InitializerWiring(for: Product.self, repeat each rules)
    let recipe = Recipe<Void, Product>.mainActorAsync { resolver, _ in
      let frame = try resolver.build
      var position = 0
      let values = (repeat try await wiring.value((each D).self, for: frame, at: &position))
      return try await wiring.properties.makeAwaited(in: frame, awaiting: { try await initializer(repeat each values) })
    }
    return Injection(recipe, wiring)
  }
}

extension InitializerWiring {
  @usableFromInline
  convenience init<Product, each D>(for product: Product.Type, _ rules: repeat Parameter<each D>) {
    var inputs: [Input] = []
    for rule in repeat each rules {
      inputs.append(Input(wire: rule.makeWire(), isArgument: rule.isArgument, takesArguments: rule.takesArguments))
    }
    self.init(inputs, properties: .of(product))
  }

  /// That of an initializer whose parameters are filled by their types.
  @usableFromInline
  convenience init<Product, each D, E: Error>(byTypesOf initializer: (repeat each D) throws(E) -> Product) {
    self.init(for: Product.self, repeat Parameter<each D>.auto)
  }
}
