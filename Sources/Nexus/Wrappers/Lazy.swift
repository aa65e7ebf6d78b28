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
  // What changes is guarded by locks: that of the single flight, and that around the continuation.
  private let box: Box<Value>?
  private let once: Once<Value>?
  /// Let go of when there is nothing left to resolve.
  private let continuation: Lock<Continuation?>
  private let key: Key

  init(_ key: Key, _ recipe: Recipe<Void, Value>, _ continuation: Continuation) {
    self.key = key
    once = Once(key, recipe)
    self.continuation = Lock(continuation)
    box = nil
  }

  /// One that has its value, for objects that are made by hand.
  public init(_ value: Value) {
    key = Key(Lazy.self)
    box = Box(value)
    once = nil
    continuation = Lock(nil)
  }

  /// The product; resolved now if it was not before.
  ///
  /// - Throws: What resolving throws: ``AstrojectError/asynchronousFactory(_:)`` for what has to be awaited,
  ///   ``AstrojectError/circularDependency(_:)`` where the product needs the object that is still being built with this,
  ///   ``AstrojectError/containerReleased(_:)`` when the container is gone. After an error the next call tries anew.
  public var value: Value {
    get throws {
      guard let once else { return try ready() }
      guard let continuation = continuation.withLock({ $0 }), once.product == nil else { return try resolved(once) }
      let value = try continuation.resume(key) { try once.get($0) }
      letGo()
      return value
    }
  }

  /// The product; resolved now if it was not before, and awaited if it has to be.
  ///
  /// - Throws: What resolving throws; see ``value``.
  public func resolve() async throws -> Value {
    guard let once else { return try ready() }
    guard let continuation = continuation.withLock({ $0 }), once.product == nil else { return try resolved(once) }
    let value = try await continuation.resume(key) { try await once.get($0) }
    letGo()
    return value
  }

  /// The value of one that was made with it.
  private func ready() throws -> Value {
    guard let box else { throw AstrojectError.Cause.gone }
    return box.value
  }

  /// The product: there is one where there is no continuation.
  private func resolved(_ once: Once<Value>) throws -> Value {
    guard let product = once.product else { throw AstrojectError.Cause.gone }
    return product
  }

  private func letGo() {
    let old = continuation.withLock { continuation in
      defer { continuation = nil }
      return continuation
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

  package static func derive<Argument>(
    _ inquiry: Inquiry, _ key: Key, _ argument: Argument, _ list: ArgumentList<Argument>?
  ) -> Self {
    let later = Later<Value>(key, argument, list)
    let recipe = Recipe<Void, Value>.either(
      EitherWay { resolver, _ in
        try later.sync(Inquiry(of: resolver.build))
      } async: { resolver, _ in
        try await later.async(Inquiry(of: resolver.build))
      })
    let lazy = Lazy(key.withoutArguments, recipe, Continuation(of: inquiry))
    return unsafeDowncast(lazy, to: Self.self)
  }
}

/// What is to be resolved later, for whoever asks then.
struct Later<Value>: Sendable {
  let sync: @Sendable (Inquiry) throws -> Value
  let async: @Sendable (Inquiry) async throws -> Value

  /// What a form is made of, with the arguments that the form was asked for with.
  init<Argument>(_ key: Key, _ argument: Argument, _ list: ArgumentList<Argument>?) {
    let key = key.asking(for: Value.self)
    // It belongs to whoever holds the form.
    let argument = Unchecked(argument)
    sync = { inquiry in try inquiry.core.resolve(key, argument.value, list: list, for: inquiry) }
    async = { inquiry in try await inquiry.core.resolve(key, argument.value, list: list, for: inquiry) }
  }
}
