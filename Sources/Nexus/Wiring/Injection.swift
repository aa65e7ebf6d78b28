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
  package let recipe: Recipe<Void, Product>
  /// What is known of the recipe, if that does not tell it itself.
  package let parameterPlan: (any ParameterPlan)?
  /// Makes the same of other rules, where the recipe does not do so itself.
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

  /// The same initializer, whose parameters get something else.
  func replacing(_ rules: ([InitializerPlan.Input]) throws -> [InitializerPlan.Input]) rethrows -> Injection {
    if case .initializer(let recipe) = recipe { return Injection(try recipe.replacing(rules)) }
    guard let remake, let parameterPlan = parameterPlan as? InitializerPlan else { return self }
    return remake(try rules(parameterPlan.inputs))
  }
}

// MARK: - By rules that are read while the program runs

extension Injection {
  /// The types of the initializer's parameters, in order, each with the type that is resolved for it: `any Clock` for a
  /// `Lazy<any Clock>`.
  package var parameterTypes: [(type: Any.Type, need: Any.Type)] {
    var types: [(type: Any.Type, need: Any.Type)] = []
    _ = replacing { inputs in
      types = inputs.enumerated().map { ($1.source.type, $1.dependency(at: .parameter($0)).key.product) }
      return inputs
    }
    return types
  }

  /// The same initializer, with a rule for each parameter; nil leaves a parameter what it has.
  package func replacing(_ rules: [AnyParameter?]) -> Injection {
    replacing { inputs in
      precondition(inputs.count == rules.count, "rules for another number of parameters")
      return zip(inputs, rules).map { input, rule in
        guard let new = rule?.input else { return input }
        // The value is handed out as one of the parameter's type without another look.
        precondition(new.source.type == input.source.type, "a rule for a parameter of another type")
        return new
      }
    }
  }
}

// MARK: - By the types of the parameters

// What is inlined into a caller is all that is compiled for each initializer: a function that calls it with what a
// reader hands out.

extension Injection {
  /// An initializer whose parameters are filled by their types.
  @inlinable
  @preconcurrency
  public init<each D, E: Error>(_ initializer: @escaping @Sendable (repeat each D) throws(E) -> Product) {
    self.init(types: { Injection.types(repeat (each D).self) }) { reader in
      try initializer(repeat try reader.next((each D).self))
    }
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
    self.init(rules: ParameterRules(first, repeat each rest)) { reader in
      try initializer(try reader.next(D0.self), repeat try reader.next((each D).self))
    }
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

// Each effect fetches what the parameters get in the way of its caller, and then calls the initializer where it has to
// run.

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

  /// An initializer with rules, for whoever does not know its types.
  package static func synchronous<each D, E: Error>(
    _ initializer: @escaping @Sendable (repeat each D) throws(E) -> Product, _ rules: repeat Parameter<each D>
  ) -> Injection {
    Injection(rules: ParameterRules(repeat each rules)) { reader in
      try initializer(repeat try reader.next((each D).self))
    }
  }

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
        let build = try resolver.requiredBuild
        let fetched = try await parameterPlan.fetch(for: build)
        try await parameterPlan.properties.prepare(for: build)
        // Nobody else has what was fetched.
        nonisolated(unsafe) let reader = ParameterReader(parameterPlan, for: build, fetched, properties: nil)
        return try await call(reader)
      }
    }
  }

  package static func mainActor<each D, E: Error>(
    _ initializer: @escaping @MainActor @Sendable (repeat each D) throws(E) -> Product,
    _ rules: repeat Parameter<each D>
  ) -> Injection {
    let call = { @MainActor @Sendable (reader: inout ParameterReader) throws -> Product in
      try initializer(repeat try reader.next((each D).self))
    }
    return Injection(ParameterRules(repeat each rules).inputs) { parameterPlan in
      .either(
        EitherRecipe(onMainActor: true) { resolver, _ in
          let build = Unchecked(try resolver.requiredBuild)
          return try MainActor.assumeIsolated {
            var reader = try ParameterReader(parameterPlan, for: build.value)
            defer { reader.end() }
            return Unchecked(try call(&reader))
          }.value
        } async: { resolver, _ in
          let build = try resolver.requiredBuild
          let fetched = Unchecked(try await parameterPlan.fetch(for: build))
          let properties = Unchecked(try await parameterPlan.properties.fetch(for: build))
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

  package static func mainActorAsynchronous<each D, E: Error>(
    _ initializer: @escaping @MainActor @Sendable (repeat each D) async throws(E) -> Product,
    _ rules: repeat Parameter<each D>
  ) -> Injection {
    Injection(ParameterRules(repeat each rules).inputs) { parameterPlan in
      .mainActorAsync { resolver, _ in
        let build = try resolver.requiredBuild
        let fetched = try await parameterPlan.fetch(for: build)
        try await parameterPlan.properties.prepare(for: build)
        var reader = ParameterReader(parameterPlan, for: build, fetched, properties: nil)
        return try await initializer(repeat try reader.next((each D).self))
      }
    }
  }
}
