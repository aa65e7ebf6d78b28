import Astroject

/// A rule for the value of one parameter, used if the type of the parameter is not enough.
///
/// Rules are given after `with:`, one for each parameter, and have the type of the parameter:
///
/// ```swift
/// try container.register(initializer: Repository.init(db:cache:limit:),
///                        with: .named("primary"), .auto, .value(10))
/// ```
public struct Parameter<Value>: Sendable {
  /// Makes a source for each parameter that the rule is given for, because a source knows the parameter that gets its
  /// value.
  let makeSource: @Sendable () -> ParameterSource<Value>
  /// True if the caller supplies the value.
  let isArgument: Bool
  /// True if an argument of the caller may replace the value.
  let takesArguments: Bool

  /// The input of the parameter.
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

  /// A rule that fills the parameter by its type, as without `with:`.
  public static var auto: Parameter { Parameter(takesArguments: true) { .resolving(nil) } }

  /// Returns a rule that resolves the parameter's type under a name.
  ///
  /// - Parameter name: The name to resolve.
  public static func named(_ name: String) -> Parameter {
    Parameter(takesArguments: true) { .resolving(Label(name: name, key: nil)) }
  }

  /// Returns a rule that resolves the parameter's type under a key.
  ///
  /// - Parameter key: The key to resolve.
  public static func keyed(_ key: any Hashable & Sendable) -> Parameter {
    Parameter(takesArguments: true) { .resolving(Label(name: nil, key: key)) }
  }

  /// Returns a rule that gives every product the same value, which is evaluated once, at registration.
  ///
  /// For a parameter that is a Sendable function, write `.value({ @Sendable in … })`.
  ///
  /// - Parameter value: The value.
  public static func value(_ value: sending Value) -> Parameter {
    let source = FixedSource(value)
    return Parameter { source }
  }

  /// A rule that takes the value from the caller's arguments, by position.
  ///
  /// The first parameter with this rule takes the first argument, and the second one the second.
  public static var argument: Parameter { Parameter(isArgument: true) { .resolving(nil) } }

  /// Returns a rule that calls a closure for each product.
  ///
  /// Write `.resolving { @Sendable resolver in … }`.
  ///
  /// - Parameter body: Makes the value. An error that is not an `AstrojectError` arrives as
  ///   `AstrojectError.factoryFailed`.
  public static func resolving(_ body: @escaping @Sendable (Resolver) throws -> Value) -> Parameter {
    Parameter(body)
  }

  /// Returns a rule that awaits a closure for each product.
  ///
  /// A synchronous resolve throws `AstrojectError.asynchronousFactory`.
  ///
  /// - Parameter body: Makes the value. An error that is not an `AstrojectError` arrives as
  ///   `AstrojectError.factoryFailed`.
  public static func resolving(_ body: @escaping @Sendable (Resolver) async throws -> Value) -> Parameter {
    Parameter(body)
  }

  /// Creates a rule that calls a closure for each product.
  ///
  /// - Parameter body: Makes the value. An error that is not an `AstrojectError` arrives as
  ///   `AstrojectError.factoryFailed`.
  public init(_ body: @escaping @Sendable (Resolver) throws -> Value) {
    self.init { RecipeSource<Value>(.resolving(body)) }
  }

  /// Creates a rule that awaits a closure for each product.
  ///
  /// A synchronous resolve throws `AstrojectError.asynchronousFactory`.
  ///
  /// - Parameter body: Makes the value. An error that is not an `AstrojectError` arrives as
  ///   `AstrojectError.factoryFailed`.
  public init(_ body: @escaping @Sendable (Resolver) async throws -> Value) {
    self.init { RecipeSource<Value>(.asyncResolving(body)) }
  }
}
