import Astroject

/// A product that is resolved on first use, which breaks a cycle.
///
/// ```swift
/// final class Chicken { init(_ egg: Lazy<Egg>) { … } }
/// final class Egg { init(_ chicken: Chicken) { … } }
/// try container.register(initializer: Chicken.init).asSingleton()
/// try container.register(initializer: Egg.init).asSingleton()
/// ```
///
/// It resolves once, however many threads and tasks ask, in the container of the object that it was injected into. It
/// shares the graph-scoped class instances of that object's resolution tree that are still alive. It keeps neither
/// these instances nor the container alive. It caches its product after resolving it.
///
/// It is Sendable for every `Value`, as a container is. If several threads use a product that is not Sendable, the
/// caller has to protect the product.
public final class Lazy<Value>: @unchecked Sendable {
  // Locks guard all mutable state: the lock of the single flight, and the lock of the source.
  private enum Content {
    case value(Value)
    case pending(Once<Value>, Source<Value>)
  }

  private let content: Content
  private let key: Key

  private init(_ key: Key, _ content: Content) {
    self.key = key
    self.content = content
  }

  /// Creates a lazy that already has its value, for an object that is made by hand.
  @_disfavoredOverload
  public convenience init(_ value: Value) { self.init(Key(Lazy.self), .value(value)) }

  /// Creates a lazy that gets its value from a closure, for an object that is made by hand.
  ///
  /// The closure runs at the first call that needs the value. It runs once, however many threads and tasks ask. It runs
  /// again after an error, which arrives as `AstrojectError.factoryFailed`.
  ///
  /// ```swift
  /// let hen = Hen(egg: Lazy { Egg() })
  /// ```
  ///
  /// - Parameter make: Makes the value, on the thread that asks first.
  public convenience init(_ make: @escaping () throws -> Value) {
    let make = Unchecked(make)
    let later = Later<Value> { _ in
      try make.value()
    } async: { _ in
      try make.value()
    }
    self.init(Key(Lazy.self), later, .nowhere)
  }

  /// Creates a lazy that resolves later.
  convenience init(_ key: Key, _ later: Later<Value>, _ continuation: Continuation) {
    let source = Source(later, continuation)
    // The recipe runs once, before the source is emptied.
    let recipe = Recipe<Void, Value>.either(
      EitherRecipe { resolver, _ in
        guard let later = source.later else { throw AstrojectError.Cause.gone }
        return try later.sync(ResolutionContext(of: resolver.requiredBuild))
      } async: { resolver, _ in
        guard let later = source.later else { throw AstrojectError.Cause.gone }
        return try await later.async(ResolutionContext(of: resolver.requiredBuild))
      })
    self.init(key, .pending(Once(key, recipe), source))
  }

  /// The product, which is resolved on first access.
  ///
  /// - Throws: The errors of the synchronous `get()`.
  public var value: Value {
    get throws {
      switch content {
      case .value(let value): return value
      case .pending(let once, let source):
        // If the source is empty, the product exists, possibly only since a moment ago.
        if let product = once.product { return product }
        guard let continuation = source.continuation else { return try once.get() }
        let value = try continuation.resume(key) { try once.get($0) }
        // A product that is held back is cached later, and until then the source is needed.
        if once.product != nil { source.empty() }
        return value
      }
    }
  }

  /// Returns the product, which the first call resolves.
  ///
  /// After an error the next call tries again.
  ///
  /// - Throws: An `AstrojectError` of the resolve, such as:
  ///   - `AstrojectError.asynchronousFactory` if the product or a dependency must be awaited;
  ///   - `AstrojectError.circularDependency` if the product needs the object that is still being built with this
  ///     lazy;
  ///   - `AstrojectError.containerReleased` if the container is gone.
  public func get() throws -> Value { try value }

  /// Returns the product, which the first call resolves and awaits.
  ///
  /// - Throws: An `AstrojectError` of the resolve, as the synchronous form does, and `AstrojectError.cancelled`
  ///   if the task is cancelled while it waits.
  public func get() async throws -> Value {
    switch content {
    case .value(let value): return value
    case .pending(let once, let source):
      if let product = once.product { return product }
      guard let continuation = source.continuation else { return try once.get() }
      let value = try await continuation.resume(key) { try await once.get($0) }
      if once.product != nil { source.empty() }
      return value
    }
  }
}

/// The source of a lazy's product, which is emptied when the product has been resolved.
private final class Source<Value>: Sendable {
  private let content: Lock<(later: Later<Value>, continuation: Continuation)?>

  init(_ later: Later<Value>, _ continuation: Continuation) { content = Lock((later, continuation)) }

  var later: Later<Value>? { content.withLock { $0?.later } }
  var continuation: Continuation? { content.withLock { $0?.continuation } }

  /// Releases the content: the arguments and the resolution tree.
  func empty() {
    let old = content.withLock { content in
      defer { content = nil }
      return content
    }
    // The old content is freed here, because no lock is held.
    withExtendedLifetime(old) {}
  }
}

// MARK: - DerivedForm

extension Lazy: DerivedForm {
  package static func isAvailable(for key: Key) -> Bool { true }

  package static func dependency(for key: Key, at site: Dependency.Site) -> Dependency {
    Dependency(key: key.asking(for: Value.self), kind: .lazy, site: site)
  }

  package static func supplied(by argument: SuppliedArgument, exactly isExact: Bool) -> Self? {
    // The class is final.
    argument.fitting(Value.self, exactly: isExact).map { unsafeDowncast(Lazy($0), to: Self.self) }
  }

  package static func isKnown(in core: Core, for key: Key) -> Bool {
    core.answers(key.asking(for: Value.self), Value.self)
  }

  package static func derive(
    _ context: ResolutionContext, _ key: Key, _ arguments: AnyArguments?, within openStep: OpenStep?
  ) -> Self {
    context.core.delegate?.didDefer(Lazy.self, for: key, in: context.core)
    let lazy = Lazy(key.withoutArguments, Later(key, arguments), Continuation(ofTree: context))
    context.core.witness?.didMake(lazy)
    // The class is final.
    return unsafeDowncast(lazy, to: Self.self)
  }
}

/// A resolve that runs later, for a caller that blocks or for one that awaits.
struct Later<Value>: Sendable {
  let sync: @Sendable (ResolutionContext) throws -> Value
  let async: @Sendable (ResolutionContext) async throws -> Value
}

extension Later {
  /// Creates the resolve of the product that a derived form is made of, with the arguments of the form's request.
  init(_ key: Key, _ arguments: AnyArguments?) {
    let key = key.asking(for: Value.self)
    sync = { context in try context.core.resolve(key, given: arguments, for: context) }
    async = { context in try await context.core.resolve(key, given: arguments, for: context) }
  }
}

// MARK: - CustomStringConvertible

extension Lazy: CustomStringConvertible {
  /// The name of the type, such as `Lazy<Egg>`; reading it resolves nothing.
  public var description: String { TypeName(Lazy.self).description }
}
