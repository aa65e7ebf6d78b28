import Astroject

/// Where the value of one parameter comes from, where its type alone does not say it.
///
/// Given after `with:`, one for each parameter, and typed by it:
///
/// ```swift
/// try container.register(initializer: Repository.init(db:cache:limit:),
///                        with: .named("primary"), .auto, .value(10))
/// ```
public struct Parameter<Value>: Sendable {
  /// One for each parameter that it is given for: where a value goes is known by its source.
  let makeSource: @Sendable () -> ParameterSource<Value>
  /// Whether the caller supplies it.
  let isArgument: Bool
  /// Whether an argument of the caller's may take its place.
  let takesArguments: Bool

  /// What goes into the parameter.
  var input: InitializerPlan.Input {
    InitializerPlan.Input(source: makeSource(), isArgument: isArgument, takesArguments: takesArguments)
  }

  private init(
    isArgument: Bool = false, takesArguments: Bool = false,
    _ makeSource: @escaping @Sendable () -> ParameterSource<Value>
  ) {
    self.makeSource = makeSource
    self.isArgument = isArgument
    self.takesArguments = takesArguments
  }

  /// The same for a decorator of what has a key: a parameter of that type, or of what is made of it, gets what is
  /// decorated.
  package func surrounding(_ key: Key) -> Parameter {
    let wish = makeSource().dependency(at: .parameter(0))
    // What is decorated may itself be an optional or a collection.
    let isFixed = wish.kind == .fixed || wish.kind == .closure || wish.kind == .argument
    if Value.self == key.product, !isFixed, wish.key.label == nil || wish.key.label == key.label {
      return Parameter { [makeSource] in SurroundedSource(as: makeSource(), key) }
    }
    let isMeant = wish.key.product == key.product && (wish.key.label == nil || wish.key.label == key.label)
    switch wish.kind {
    case .required, .optional, .lazy, .provider:
      return isMeant ? Parameter { [makeSource] in SurroundedSource(as: makeSource(), key) } : self
    case .collection, .argument, .fixed, .surrounded, .closure, .forwarded, .container, .resolver: return self
    }
  }

  /// By its type, as without `with:`.
  public static var auto: Parameter { Parameter(takesArguments: true) { .resolving(nil) } }

  /// What is registered under a name.
  public static func named(_ name: String) -> Parameter {
    Parameter(takesArguments: true) { .resolving(Label(name: name, key: nil)) }
  }

  /// What is registered under a key.
  public static func keyed(_ key: any Hashable & Sendable) -> Parameter {
    Parameter(takesArguments: true) { .resolving(Label(name: nil, key: key)) }
  }

  /// This value, which is evaluated once, at registration. For a parameter that is a Sendable function, write
  /// `.value({ @Sendable in … })`.
  public static func value(_ value: sending Value) -> Parameter {
    let source = FixedSource(value)
    return Parameter { source }
  }

  /// What the caller gives: the first parameter so marked takes the first argument, the second one the second.
  public static var argument: Parameter { Parameter(isArgument: true) { .resolving(nil) } }

  /// What a closure makes of the resolver, each time. Write `.resolving { @Sendable resolver in … }`.
  public static func resolving(_ body: @escaping @Sendable (Resolver) throws -> Value) -> Parameter {
    Parameter(body)
  }

  /// What a closure makes of the resolver, each time, where that has to be awaited.
  public static func resolving(_ body: @escaping @Sendable (Resolver) async throws -> Value) -> Parameter {
    Parameter(body)
  }

  /// What a closure makes of the resolver, each time.
  public init(_ body: @escaping @Sendable (Resolver) throws -> Value) {
    self.init { RecipeSource<Value>(.sync { resolver, _ in try body(resolver) }) }
  }

  /// What a closure makes of the resolver, each time, where that has to be awaited.
  public init(_ body: @escaping @Sendable (Resolver) async throws -> Value) {
    self.init { RecipeSource<Value>(.async { resolver, _ in try await body(resolver) }) }
  }
}
