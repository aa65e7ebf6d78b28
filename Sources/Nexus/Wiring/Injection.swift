import Astroject

/// An initializer with what is known of its parameters: how a product is made, without a closure.
///
/// Every parameter is filled by its type: `T` (which has to be registered), `T?` (nil only where `T` is not registered),
/// ``Lazy``, ``Provider``, `[T]` (all there is of `T`), `Resolver` and `Container`. `with:` says otherwise for one.
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
/// crashes on variadic parameters and on escaping autoclosures; an `inout` parameter gets a copy, and what is written to
/// it is lost. For these, register a closure, or a static function that calls the initializer.
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
    self = .synchronous(
      initializer, plainly: { try initializer(try $0.next(D0.self), repeat try $0.next((each D).self)) },
      awaiting: { gathering in
        let first = try await gathering.nextAwaited(D0.self)
        let rest = (repeat try await gathering.nextAwaited((each D).self))
        let product = try gathering.lead { try initializer(first, repeat each rest) }
        if gathering.hasFilling { try await gathering.finish(product) }
        return product
      }, first, repeat each rest)
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
      Injection.made(
        initializer, plainly: { try initializer(repeat try $0.next((each D).self)) },
        awaiting: { gathering in
          let values = (repeat try await gathering.nextAwaited((each D).self))
          let product = try gathering.lead { try initializer(repeat each values) }
          if gathering.hasFilling { try await gathering.finish(product) }
          return product
        })
    }
  }

  /// What is made then where every parameter is filled by its type; see ``synchronous(_:plainly:awaiting:_:)``.
  @usableFromInline
  static func made<each D, E: Error>(
    _ initializer: @escaping @Sendable (repeat each D) throws(E) -> Product,
    plainly plain: @escaping @Sendable (inout Gathering) throws -> Product,
    awaiting: @escaping @Sendable (inout Gathering) async throws -> Product
  ) -> WiredWays {
    let wiring = InitializerWiring(Product.self, repeat Parameter<each D>.auto)
    return WiredWays(ways(initializer, plainly: plain, awaiting: awaiting, wiring), wiring)
  }

  /// - Parameters:
  ///   - plain: Runs the initializer where each parameter gets what its wire gets.
  ///   - awaiting: The same where that may have to be awaited; it leads the initializer itself.
  @usableFromInline
  package static func synchronous<each D, E: Error>(
    _ initializer: @escaping @Sendable (repeat each D) throws(E) -> Product,
    plainly plain: @escaping @Sendable (inout Gathering) throws -> Product,
    awaiting: @escaping @Sendable (inout Gathering) async throws -> Product, _ rules: repeat Parameter<each D>
  ) -> Injection {
    let wiring = InitializerWiring(Product.self, repeat each rules)
    return Injection(.either(ways(initializer, plainly: plain, awaiting: awaiting, wiring)), wiring)
  }

  private static func ways<each D, E: Error>(
    _ initializer: @escaping @Sendable (repeat each D) throws(E) -> Product,
    plainly plain: @escaping @Sendable (inout Gathering) throws -> Product,
    awaiting: @escaping @Sendable (inout Gathering) async throws -> Product, _ wiring: InitializerWiring
  ) -> EitherWay<Void, Product> {
    let bare = { @Sendable () throws in
      var nothing = Gathering.nothing
      return try plain(&nothing)
    }
    return EitherWay(bare: bare) { resolver in
      let frame = resolver.ownBuild
      guard wiring.isPlain(forOneWhoBlocks: frame) else {
        if frame.isAtHand { throw NotAtHand() }
        return try make(initializer, wiring, for: frame)
      }
      var gathering = wiring.gathering(for: frame)
      let product = try plain(&gathering)
      let isDone = wiring.properties.hasNothingToDo || wiring.properties.expects(product)
      if frame.hasFilling || !isDone { try finish(product, wiring, for: frame) }
      return product
    } awaiting: { resolver in
      let frame = try resolver.build
      guard wiring.isPlain(for: frame) else { return try await makeAwaited(initializer, wiring, for: frame) }
      var gathering = wiring.gathering(for: frame)
      return try await awaiting(&gathering)
    }
  }

  /// The same for whoever does not know the types either.
  package static func synchronous<each D, E: Error>(
    _ initializer: @escaping @Sendable (repeat each D) throws(E) -> Product, _ rules: repeat Parameter<each D>
  ) -> Injection {
    .synchronous(
      initializer, plainly: { try initializer(repeat try $0.next((each D).self)) },
      awaiting: { gathering in
        let values = (repeat try await gathering.nextAwaited((each D).self))
        let product = try gathering.lead { try initializer(repeat each values) }
        if gathering.hasFilling { try await gathering.finish(product) }
        return product
      }, repeat each rules)
  }

  /// A function of its own: only here the values are kept together, and have to be described to the runtime.
  @inline(never)
  private static func make<each D, E: Error>(
    _ initializer: @Sendable (repeat each D) throws(E) -> Product, _ wiring: InitializerWiring, for frame: Frame
  ) throws -> Product {
    var position = 0
    let values = (repeat try wiring.value((each D).self, for: frame, at: &position))
    return try wiring.properties.make(in: frame) { try initializer(repeat each values) }
  }

  /// Looks after a product whose properties have asked for something, though none was to be expected.
  @inline(never)
  private static func finish(_ product: Product, _ wiring: InitializerWiring, for frame: Frame) throws {
    do { try wiring.properties.finish(product, in: frame) } catch {
      guard frame.isAtHand, error.mayBeAwaited else { throw error }
      if !frame.isFinishedLater {
        wiring.properties.expectMore()
        throw NotAtHand()
      }
    }
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
    .asynchronous(
      initializer,
      awaiting: { gathering in
        let values = Unchecked((repeat try await gathering.nextAwaited((each D).self)))
        gathering.forgetParameters()
        let product = try await Injection.call(initializer, values).value
        if gathering.hasFilling { try await gathering.finish(product) }
        return product
      }, repeat each rules)
  }

  /// - Parameter awaiting: Runs the initializer where each parameter gets what its wire gets.
  @usableFromInline
  static func asynchronous<each D, E: Error>(
    _ initializer: @escaping @Sendable @concurrent (repeat each D) async throws(E) -> Product,
    awaiting: @escaping @Sendable (inout Gathering) async throws -> Product, _ rules: repeat Parameter<each D>
  ) -> Injection {
    let wiring = InitializerWiring(Product.self, repeat each rules)
    let recipe = Recipe<Void, Product>.asyncResolving { resolver in
      let frame = try resolver.build
      guard wiring.isPlain(for: frame) else { return try await makeAwaited(awaiting: initializer, wiring, for: frame) }
      var gathering = wiring.gathering(for: frame)
      return try await awaiting(&gathering)
    }
    return Injection(recipe, wiring)
  }

  @inline(never)
  private static func makeAwaited<each D, E: Error>(
    awaiting initializer: @escaping @Sendable @concurrent (repeat each D) async throws(E) -> Product,
    _ wiring: InitializerWiring, for frame: Frame
  ) async throws -> Product {
    var position = 0
    let values = Unchecked((repeat try await wiring.value((each D).self, for: frame, at: &position)))
    return try await wiring.properties.makeAwaited(in: frame, awaiting: { try await call(initializer, values).value })
  }

  /// Calls an asynchronous initializer, which does not run where its caller runs: a reference to one that does crashes
  /// this compiler in the caller's module.
  @concurrent
  @inlinable
  static func call<each D, E: Error>(
    _ initializer: @Sendable @concurrent (repeat each D) async throws(E) -> Product,
    _ values: Unchecked<(repeat each D)>
  ) async throws -> Unchecked<Product> {
    Unchecked(try await initializer(repeat each values.value))
  }

  package static func mainActor<each D, E: Error>(
    _ initializer: @escaping @MainActor @Sendable (repeat each D) throws(E) -> Product,
    _ rules: repeat Parameter<each D>
  ) -> Injection {
    let wiring = InitializerWiring(Product.self, repeat each rules)
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
    let wiring = InitializerWiring(Product.self, repeat each rules)
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
  convenience init<Product, each D>(_ product: Product.Type, _ rules: repeat Parameter<each D>) {
    var inputs: [Input] = []
    for rule in repeat each rules {
      inputs.append(Input(wire: rule.makeWire(), isArgument: rule.isArgument, takesArguments: rule.takesArguments))
    }
    self.init(inputs, properties: PropertyPlan(for: product))
  }
}
