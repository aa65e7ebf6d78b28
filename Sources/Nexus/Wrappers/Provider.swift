import Astroject

/// Resolves a product each time it is asked: for what is needed often, or with arguments.
///
/// ```swift
/// struct Orchard {
///   let apples: Provider<Apple>
///   func pick() throws -> [Apple] { try (1...3).map { _ in try apples.get() } }
/// }
/// ```
///
/// It resolves in the container of the object that it was injected into, and begins a resolution tree at each call: a
/// graph-scoped product is a new one each time. Called while that object is being built, it throws
/// `AstrojectError.circularDependency` where the product needs the object. It does not keep the container alive. It is
/// Sendable whatever `Value` is; see ``Lazy``.
public struct Provider<Value>: Sendable {
  // Not private: an optimized build of a module that stores a provider asks for this type, too.
  enum Source: Sendable {
    case later(Key, Later<Value>, Continuation)
    case value(Box<Value>)
    case closure(@Sendable () throws -> Value)
  }

  private let source: Source

  private init(_ source: Source) { self.source = source }

  /// One that gives what a closure makes, for objects that are made by hand; it takes no notice of arguments.
  public init(_ make: @escaping @Sendable () throws -> Value) { source = .closure(make) }

  // MARK: Getting

  /// Resolves the product.
  ///
  /// - Throws: What resolving throws; `AstrojectError.containerReleased` when the container is gone.
  public func get() throws -> Value {
    switch source {
    case .later(let key, let later, let continuation): try continuation.resume(key) { try later.sync($0) }
    case .value(let box): box.value
    case .closure(let make): try make()
    }
  }

  /// Resolves the product, and awaits what has to be awaited.
  ///
  /// - Throws: What resolving throws; `AstrojectError.containerReleased` when the container is gone.
  public func get() async throws -> Value {
    switch source {
    case .later(let key, let later, let continuation): try await continuation.resume(key) { try await later.async($0) }
    case .value(let box): box.value
    case .closure(let make): try make()
    }
  }

  /// Resolves the product with arguments, in the place of those that the provider itself was asked for with.
  ///
  /// - Throws: What resolving throws; `AstrojectError.containerReleased` when the container is gone.
  public func get<each Argument>(arguments: repeat each Argument) throws -> Value {
    guard case .later(let key, _, let continuation) = source else { return try get() }
    let request = ResolutionRequest(Value.self, label: key.label, arguments: repeat each arguments)
    return try continuation.resume(request.key) { try $0.core.resolve(request, for: $0) }
  }

  /// Resolves the product with arguments, in the place of those that the provider itself was asked for with, and awaits
  /// what has to be awaited.
  ///
  /// - Throws: What resolving throws; `AstrojectError.containerReleased` when the container is gone.
  public func get<each Argument>(arguments: repeat each Argument) async throws -> Value {
    guard case .later(let key, _, let continuation) = source else { return try await get() }
    let request = ResolutionRequest(Value.self, label: key.label, arguments: repeat each arguments)
    return try await continuation.resume(request.key) { try await $0.core.resolve(request, for: $0) }
  }
}

// MARK: - DerivedForm

extension Provider: DerivedForm {
  package static func isAvailable(for key: Key) -> Bool { true }

  package static func dependency(for key: Key, at site: Dependency.Site) -> Dependency {
    Dependency(key: key.asking(for: Value.self), kind: .provider, site: site)
  }

  package static func supplied(by argument: SuppliedArgument, exactly isExact: Bool) -> Provider? {
    argument.fitting(Value.self, exactly: isExact).map { Provider(.value(Box($0))) }
  }

  package static func isKnown(in core: Core, for key: Key) -> Bool {
    core.answers(key.asking(for: Value.self), Value.self)
  }

  package static func derive(
    _ context: ResolutionContext, _ key: Key, _ arguments: AnyArguments?, within openStep: OpenStep?
  ) -> Provider {
    context.core.excuseWhatComesLater(by: Provider.self, for: key)
    let asked = key.asking(for: Value.self)
    return Provider(.later(asked, Later(key, arguments), Continuation(ofContainer: context)))
  }
}

// MARK: - CustomStringConvertible

extension Provider: CustomStringConvertible {
  /// `Provider<Egg>`; it resolves nothing.
  public var description: String { TypeName(Provider.self).description }
}
