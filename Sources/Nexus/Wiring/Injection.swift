import Astroject

/// An initializer with the sources of its parameters, which makes a product without a closure.
///
/// Every parameter is filled by its type:
/// - `T` has to be registered.
/// - `T?` is nil only if `T` is not registered.
/// - ``Lazy`` and ``Provider`` resolve later.
/// - `[T]` is the collection of `T`, and `[K: T]` is the collection by key.
/// - `Resolver` and `Container` are the current ones.
///
/// A rule after `with:` replaces this for one parameter.
///
/// ```swift
/// extension LiveService: AutoInjectable {
///   static let injection = Injection<any Service>(LiveService.init(client:clock:))
/// }
/// ```
///
/// Any function with the right result can take the place of an initializer: a static one, or the case of an enum.
/// Default arguments are not seen. Name another initializer, or give the value after `with:`.
///
/// Some initializers need a closure, or a static function that calls them:
/// - The compiler refuses types that cannot be copied, and parameters that are closures which do not escape.
/// - Swift 6.3 crashes on variadic parameters and on escaping autoclosures.
/// - An `inout` parameter gets a copy, and changes to it are lost.
public struct Injection<Product>: Sendable {
  /// The recipe that makes the product.
  package let recipe: Recipe<Void, Product>
  /// The plan of the recipe, if the recipe itself does not have one.
  package let parameterPlan: (any ParameterPlan)?
  /// Makes the injection again with other rules, if the recipe cannot do so itself.
  private let remake: (@Sendable ([InitializerPlan.Input]) -> Injection)?

  private init(_ recipe: InitializerRecipe) {
    self.recipe = .initializer(recipe)
    parameterPlan = nil
    remake = nil
  }

  private init(
    _ inputs: [InitializerPlan.Input],
    recipe make: @escaping @Sendable (InitializerPlan) -> Recipe<Void, Product>
  ) {
    let parameterPlan = InitializerPlan(inputs, properties: .of(Product.self))
    recipe = make(parameterPlan)
    self.parameterPlan = parameterPlan
    remake = { Injection($0, recipe: make) }
  }

  /// The inputs of the initializer's parameters.
  var inputs: [InitializerPlan.Input] {
    recipe.initializer?.inputs ?? (parameterPlan as? InitializerPlan)?.inputs ?? []
  }

  /// Returns an injection of the same initializer with other inputs for its parameters.
  func replacing(_ inputs: [InitializerPlan.Input]) -> Injection {
    recipe.initializer.map { Injection($0.replacing(inputs)) } ?? remake?(inputs) ?? self
  }
}

// MARK: - By rules that are read while the program runs

extension Injection {
  /// The types of the initializer's parameters, in order, each with the type that is resolved for it: `any Clock` for a
  /// `Lazy<any Clock>`.
  package var parameterTypes: [(type: Any.Type, need: Any.Type)] {
    inputs.enumerated().map { ($1.source.type, $1.dependency(at: .parameter($0)).key.product) }
  }

  /// Returns the initializer with a rule for each parameter; nil leaves a parameter its rule.
  package func replacing(_ rules: [AnyParameter?]) -> Injection {
    let inputs = inputs
    precondition(inputs.count == rules.count, "rules for another number of parameters")
    return replacing(
      zip(inputs, rules).map { input, rule in
        guard let new = rule?.input else { return input }
        // The value is handed out as one of the parameter's type without another look.
        precondition(new.source.type == input.source.type, "a rule for a parameter of another type")
        return new
      })
  }
}

// MARK: - By the types of the parameters

// Only the code that is inlined into a caller is compiled for each initializer: a function that calls it with the
// values of a reader.

extension Injection {
  /// Creates an injection of an initializer whose parameters are filled by type.
  ///
  /// - Parameter initializer: Makes the product.
  @inlinable
  @preconcurrency
  public init<each D, E: Error>(_ initializer: @escaping @Sendable (repeat each D) throws(E) -> Product) {
    self.init(types: { Injection.types(repeat (each D).self) }) { reader in
      try initializer(repeat try reader.next((each D).self))
    }
  }

  /// Creates an injection of an asynchronous initializer whose parameters are filled by type.
  ///
  /// A synchronous resolve of the product throws `AstrojectError.asynchronousFactory`, unless a scope has cached it.
  ///
  /// - Parameter initializer: Makes the product.
  @inlinable
  @preconcurrency
  public init<each D, E: Error>(
    _ initializer: @escaping @Sendable @concurrent (repeat each D) async throws(E) -> Product
  ) {
    self = .asynchronous(initializer, repeat Parameter<each D>.auto)
  }

  /// Creates an injection of a main-actor initializer whose parameters are filled by type.
  ///
  /// A synchronous resolve of the product off the main actor throws `AstrojectError.isolationMismatch`, unless a scope
  /// has cached it.
  ///
  /// - Parameters:
  ///   - initializer: Makes the product, on the main actor.
  ///   - mainActor: Never given; it tells this form apart from the others.
  @preconcurrency
  public init<each D, E: Error>(
    _ initializer: @escaping @MainActor @Sendable (repeat each D) throws(E) -> Product, _ mainActor: Void...
  ) {
    self = .mainActor(initializer, repeat Parameter<each D>.auto)
  }

  /// Creates an injection of an asynchronous main-actor initializer whose parameters are filled by type.
  ///
  /// A synchronous resolve of the product throws `AstrojectError.asynchronousFactory`, unless a scope has cached it.
  ///
  /// - Parameters:
  ///   - initializer: Makes the product, on the main actor.
  ///   - mainActor: Never given; it tells this form apart from the others.
  @preconcurrency
  public init<each D, E: Error>(
    _ initializer: @escaping @MainActor @Sendable (repeat each D) async throws(E) -> Product, _ mainActor: Void...
  ) {
    self = .mainActorAsynchronous(initializer, repeat Parameter<each D>.auto)
  }
}

// MARK: - By rules

extension Injection {
  /// Creates an injection of an initializer with a rule for each parameter.
  ///
  /// - Parameters:
  ///   - initializer: Makes the product.
  ///   - first: The rule for the first parameter.
  ///   - rest: The rules for the other parameters, in order.
  @inlinable
  @preconcurrency
  public init<D0, each D, E: Error>(
    _ initializer: @escaping @Sendable (D0, repeat each D) throws(E) -> Product, with first: Parameter<D0>,
    _ rest: repeat Parameter<each D>
  ) {
    self.init(rules: ParameterRules(first, repeat each rest)) { reader in
      try initializer(try reader.next(D0.self), repeat try reader.next((each D).self))
    }
  }

  /// Creates an injection of an asynchronous initializer with a rule for each parameter.
  ///
  /// A synchronous resolve of the product throws `AstrojectError.asynchronousFactory`, unless a scope has cached it.
  ///
  /// - Parameters:
  ///   - initializer: Makes the product.
  ///   - first: The rule for the first parameter.
  ///   - rest: The rules for the other parameters, in order.
  @inlinable
  @preconcurrency
  public init<D0, each D, E: Error>(
    _ initializer: @escaping @Sendable @concurrent (D0, repeat each D) async throws(E) -> Product,
    with first: Parameter<D0>,
    _ rest: repeat Parameter<each D>
  ) {
    self = .asynchronous(initializer, first, repeat each rest)
  }

  /// Creates an injection of a main-actor initializer with a rule for each parameter.
  ///
  /// A synchronous resolve of the product off the main actor throws `AstrojectError.isolationMismatch`, unless a scope
  /// has cached it.
  ///
  /// - Parameters:
  ///   - initializer: Makes the product, on the main actor.
  ///   - first: The rule for the first parameter.
  ///   - rest: The rules for the other parameters, in order.
  ///   - mainActor: Never given; it tells this form apart from the others.
  @preconcurrency
  public init<D0, each D, E: Error>(
    _ initializer: @escaping @MainActor @Sendable (D0, repeat each D) throws(E) -> Product, with first: Parameter<D0>,
    _ rest: repeat Parameter<each D>, mainActor: Void...
  ) {
    self = .mainActor(initializer, first, repeat each rest)
  }

  /// Creates an injection of an asynchronous main-actor initializer with a rule for each parameter.
  ///
  /// A synchronous resolve of the product throws `AstrojectError.asynchronousFactory`, unless a scope has cached it.
  ///
  /// - Parameters:
  ///   - initializer: Makes the product, on the main actor.
  ///   - first: The rule for the first parameter.
  ///   - rest: The rules for the other parameters, in order.
  ///   - mainActor: Never given; it tells this form apart from the others.
  @preconcurrency
  public init<D0, each D, E: Error>(
    _ initializer: @escaping @MainActor @Sendable (D0, repeat each D) async throws(E) -> Product,
    with first: Parameter<D0>, _ rest: repeat Parameter<each D>, mainActor: Void...
  ) {
    self = .mainActorAsynchronous(initializer, first, repeat each rest)
  }
}

// MARK: - Recipes

// Each effect gets the values as its caller can, blocking or awaiting, and then calls the initializer on the right
// actor.

extension Injection {
  @usableFromInline
  init(
    types: @escaping @Sendable () -> [Any.Type], call: @escaping @Sendable (inout ParameterReader) throws -> Product
  ) {
    self.init(InitializerRecipe(call, of: .byTypes(types)))
  }

  @usableFromInline
  init(
    rules: ParameterRules, call: @escaping @Sendable (inout ParameterReader) throws -> Product
  ) {
    self.init(InitializerRecipe(call, of: .byRules(rules)))
  }

  @usableFromInline
  static func types<each D>(_ types: repeat (each D).Type) -> [Any.Type] {
    var all: [Any.Type] = []
    for type in repeat each types { all.append(type) }
    return all
  }

  /// Returns an injection of an asynchronous initializer with any number of parameters and a rule for each.
  @inlinable
  package static func asynchronous<each D, E: Error>(
    _ initializer: @escaping @Sendable @concurrent (repeat each D) async throws(E) -> Product,
    _ rules: repeat Parameter<each D>
  ) -> Injection {
    Injection(
      rules: ParameterRules(repeat each rules),
      awaiting: { reader in
        var reader = reader
        return try await initializer(repeat try reader.next((each D).self))
      })
  }

  @usableFromInline
  init(
    rules: ParameterRules,
    awaiting call: @escaping @Sendable (sending ParameterReader) async throws -> Product
  ) {
    self.init(rules.inputs) { parameterPlan in
      .asyncResolving { resolver in
        let build = resolver.ownBuild
        let fetched = try await parameterPlan.fetchAll(for: build, handingTo: .elsewhere)
        // No other code has the fetched values.
        nonisolated(unsafe) let reader = ParameterReader(parameterPlan, for: build, fetched, properties: nil)
        return try await call(reader)
      }
    }
  }

  /// Returns an injection of a main-actor initializer with any number of parameters and a rule for each.
  static func mainActor<each D, E: Error>(
    _ initializer: @escaping @MainActor @Sendable (repeat each D) throws(E) -> Product,
    _ rules: repeat Parameter<each D>
  ) -> Injection {
    let call = { @MainActor @Sendable (reader: inout ParameterReader) throws -> Product in
      try initializer(repeat try reader.next((each D).self))
    }
    return Injection(ParameterRules(repeat each rules).inputs) { parameterPlan in
      .either(
        EitherRecipe(onMainActor: true) { resolver, _ in
          let build = Unchecked(resolver.ownBuild)
          return try MainActor.assumeIsolated {
            var reader = try ParameterReader(parameterPlan, for: build.value)
            defer { reader.end() }
            return Unchecked(try call(&reader))
          }.value
        } async: { resolver, _ in
          let build = resolver.ownBuild
          let before = build.note(handingTo: .mainActor)
          defer { build.note(handingTo: before) }
          let fetched = Unchecked(try await parameterPlan.fetch(for: build))
          let properties = Unchecked(try await parameterPlan.properties.fetch(for: build))
          build.note(handingTo: before)
          return try await MainActor.run {
            try CurrentBuild.lead(build) {
              var reader = ParameterReader(parameterPlan, for: build, fetched.value, properties: properties.value)
              defer { reader.end() }
              return Unchecked(try call(&reader))
            }
          }.value
        })
    }
  }

  /// Returns an injection of an asynchronous main-actor initializer with any number of parameters and a rule for
  /// each.
  static func mainActorAsynchronous<each D, E: Error>(
    _ initializer: @escaping @MainActor @Sendable (repeat each D) async throws(E) -> Product,
    _ rules: repeat Parameter<each D>
  ) -> Injection {
    Injection(ParameterRules(repeat each rules).inputs) { parameterPlan in
      .mainActorAsync { resolver, _ in
        let build = resolver.ownBuild
        let fetched = try await parameterPlan.fetchAll(for: build, handingTo: .mainActor)
        var reader = ParameterReader(parameterPlan, for: build, fetched, properties: nil)
        return try await initializer(repeat try reader.next((each D).self))
      }
    }
  }
}
