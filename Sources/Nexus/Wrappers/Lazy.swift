import Astroject

/// A product that is resolved when it is used for the first time: what breaks a cycle.
///
/// ```swift
/// final class Chicken { init(_ egg: Lazy<Egg>) { … } }
/// final class Egg { init(_ chicken: Chicken) { … } }
/// try container.register(initializer: Chicken.init).asSingleton()
/// try container.register(initializer: Egg.init).asSingleton()
/// ```
///
/// It resolves once, however many threads and tasks ask, in the container of the object that it was injected into, and
/// continues that object's resolution tree: graph-scoped class instances of the tree that are still alive are found
/// again. It keeps neither them nor the container alive. What it has resolved, it keeps.
///
/// It is Sendable whatever `Value` is, as a container is: a product that is not Sendable and is used by several threads
/// is yours to protect.
public final class Lazy<Value>: @unchecked Sendable {
  // What changes is guarded by locks: that of the single flight, and that of the source.
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

  /// Makes a lazy that has its value, for an object that is made by hand.
  @_disfavoredOverload
  public convenience init(_ value: Value) { self.init(Key(Lazy.self), .value(value)) }

  /// Makes a lazy that gets its value from a closure, for an object that is made by hand.
  ///
  /// The closure runs at the first call that needs the value: once, however many threads and tasks ask, and again after
  /// an error, which arrives as ``AstrojectError/factoryFailed(_:)``.
  ///
  /// ```swift
  /// let hen = Hen(egg: Lazy { Egg() })
  /// ```
  public convenience init(_ make: @escaping () throws -> Value) {
    let make = Unchecked(make)
    let later = Later<Value> { _ in
      try make.value()
    } async: { _ in
      try make.value()
    }
    self.init(Key(Lazy.self), later, .nowhere)
  }

  /// Makes a lazy that is to be resolved.
  convenience init(_ key: Key, _ later: Later<Value>, _ continuation: Continuation) {
    let source = Source(later, continuation)
    // It runs once, while the source is there.
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

  /// The product; resolved now if it was not before.
  ///
  /// - Throws: As the synchronous `get()`.
  public var value: Value {
    get throws {
      switch content {
      case .value(let value): return value
      case .pending(let once, let source):
        // Where the source is empty, the product is there, perhaps since just now.
        if let product = once.product { return product }
        guard let continuation = source.continuation else { return try once.get() }
        let value = try continuation.resume(key) { try once.get($0) }
        // One that is held back is kept later.
        if once.product != nil { source.empty() }
        return value
      }
    }
  }

  /// Returns the product; resolves it now if it was not before.
  ///
  /// - Throws: An ``AstrojectError`` of the resolve: ``AstrojectError/asynchronousFactory(_:)`` for what has to be
  ///   awaited, ``AstrojectError/circularDependency(_:)`` where the product needs the object that is still being built
  ///   with this, ``AstrojectError/containerReleased(_:)`` when the container is gone. After an error the next call
  ///   tries anew.
  public func get() throws -> Value { try value }

  /// Returns the product; resolves it now if it was not before, and awaits what has to be awaited.
  ///
  /// - Throws: An ``AstrojectError`` of the resolve, as the synchronous form, and ``AstrojectError/cancelled(_:)`` if the
  ///   task is cancelled while it waits.
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

/// Where a lazy's product comes from, until it has come.
private final class Source<Value>: Sendable {
  private let content: Lock<(later: Later<Value>, continuation: Continuation)?>

  init(_ later: Later<Value>, _ continuation: Continuation) { content = Lock((later, continuation)) }

  var later: Later<Value>? { content.withLock { $0?.later } }
  var continuation: Continuation? { content.withLock { $0?.continuation } }

  /// Lets go of it: the arguments, and the tree.
  func empty() {
    let old = content.withLock { content in
      defer { content = nil }
      return content
    }
    // What is no longer needed is freed here, where no lock is held.
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
    context.core.excuseWhatComesLater(by: Lazy.self, for: key)
    let lazy = Lazy(key.withoutArguments, Later(key, arguments), Continuation(ofTree: context))
    context.core.witness?.didMake(lazy)
    // The class is final.
    return unsafeDowncast(lazy, to: Self.self)
  }
}

/// What is to be resolved later, for whoever asks then.
struct Later<Value>: Sendable {
  let sync: @Sendable (ResolutionContext) throws -> Value
  let async: @Sendable (ResolutionContext) async throws -> Value
}

extension Later {
  /// What a form is made of, with the arguments that the form was asked for with.
  init(_ key: Key, _ arguments: AnyArguments?) {
    let key = key.asking(for: Value.self)
    sync = { context in try context.core.resolve(key, given: arguments, for: context) }
    async = { context in try await context.core.resolve(key, given: arguments, for: context) }
  }
}

// MARK: - CustomStringConvertible

extension Lazy: CustomStringConvertible {
  /// `Lazy<Egg>`; it resolves nothing.
  public var description: String { TypeName(Lazy.self).description }
}
