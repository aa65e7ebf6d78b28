import Astroject

/// A handle that resolves a product at each call, with or without arguments.
///
/// ```swift
/// struct Orchard {
///   let apples: Provider<Apple>
///   func pick() throws -> [Apple] { try (1...3).map { _ in try apples.get() } }
/// }
/// ```
///
/// It resolves in the container of the object that it was injected into. Each call begins a resolution tree, so a
/// graph-scoped product is a new one each time. A call while that object is still being built throws
/// `AstrojectError.circularDependency` if the product needs the object. A provider does not keep the container alive.
/// It is Sendable for every `Value`; see ``Lazy``.
public struct Provider<Value>: Sendable {
  // Not private, because an optimized build of a module that stores a provider needs this type too.
  enum Source: Sendable {
    case later(Key, AnyArguments?, Continuation)
    case closure(@Sendable () throws -> Value)
  }

  private let source: Source

  private init(_ source: Source) { self.source = source }

  /// Creates a provider that returns the products of a closure, for an object that is made by hand.
  ///
  /// - Parameter make: Makes the product at each call. It does not see the arguments of the call.
  public init(_ make: @escaping @Sendable () throws -> Value) { source = .closure(make) }

  // MARK: Getting

  /// Resolves the product.
  ///
  /// - Throws: An `AstrojectError` of the resolve, such as `AstrojectError.containerReleased` if the container is gone.
  ///   A provider that was created with a closure throws the error of the closure.
  public func get() throws -> Value {
    switch source {
    case .later(let key, let arguments, let continuation):
      try continuation.resume(key) { try $0.core.resolve(key, given: arguments, for: $0) }
    case .closure(let make): try make()
    }
  }

  /// Resolves the product asynchronously.
  ///
  /// - Throws: An `AstrojectError` of the resolve, such as `AstrojectError.containerReleased` if the container is gone.
  ///   A provider that was created with a closure throws the error of the closure.
  public func get() async throws -> Value {
    switch source {
    case .later(let key, let arguments, let continuation):
      try await continuation.resume(key) { try await $0.core.resolve(key, given: arguments, for: $0) }
    case .closure(let make): try make()
    }
  }

  /// Resolves the product with arguments, which replace those that the provider itself was asked for with.
  ///
  /// - Parameter arguments: The arguments of the request. A provider that was created with a closure ignores them.
  /// - Throws: The errors of `get()`.
  public func get<each Argument>(arguments: repeat each Argument) throws -> Value {
    guard case .later(let key, _, let continuation) = source else { return try get() }
    let request = ResolutionRequest(Value.self, label: key.label, arguments: repeat each arguments)
    return try continuation.resume(request.key) { try $0.core.resolve(request, for: $0) }
  }

  /// Resolves the product asynchronously, with arguments instead of the provider's own.
  ///
  /// - Parameter arguments: The arguments of the request. A provider that was created with a closure ignores them.
  /// - Throws: The errors of `get()`.
  public func get<each Argument>(arguments: repeat each Argument) async throws -> Value {
    guard case .later(let key, _, let continuation) = source else { return try await get() }
    let request = ResolutionRequest(Value.self, label: key.label, arguments: repeat each arguments)
    return try await continuation.resume(request.key) { try await $0.core.resolve(request, for: $0) }
  }
}

// MARK: - DerivedForm

extension Provider: DerivedForm {
  package typealias Target = Value
  package static var dependencyKind: Dependency.Kind { .provider }

  /// Returns true also if the product takes arguments, because the provider may be asked with any.
  package static func isKnown(in core: Core, for key: Key) -> Bool {
    let key = key.asking(for: Value.self)
    if core.answers(key, Value.self) { return true }
    for found in core.registrations(of: Value.self) {
      if found.blueprint.key.withoutArguments == key, !found.blueprint.isContribution { return true }
    }
    return false
  }

  package static func supplied(by argument: SuppliedArgument, exactly isExact: Bool) -> Provider? {
    argument.fitting(Value.self, exactly: isExact).map { Provider { [lazy = Lazy($0)] in try lazy.get() } }
  }

  package static func derive(_ context: ResolutionContext, _ key: Key, _ arguments: AnyArguments?) -> Provider {
    context.core.delegate?.didDefer(Provider.self, for: key, in: context.core)
    return Provider(.later(key.asking(for: Value.self), arguments, Continuation(in: context.core, for: context.parent)))
  }
}

// MARK: - CustomStringConvertible

extension Provider: CustomStringConvertible {
  /// The name of the type, such as `Provider<Egg>`; reading it resolves nothing.
  public var description: String { TypeName(Provider.self).description }
}
