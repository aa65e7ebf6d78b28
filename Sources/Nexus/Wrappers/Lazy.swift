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
public final class Lazy<Value>: Sendable {
  // It finds the way back into the container by a `Continuation`, which retains nothing.
  private let once: Once

  /// Creates a lazy that already has its value, for an object that is made by hand.
  @_disfavoredOverload
  public init(_ value: Value) { once = Once(Key(Value.self), given: ProductBox(value)) }

  /// Creates a lazy that gets its value from a closure, for an object that is made by hand.
  ///
  /// The closure runs at the first call that needs the value. It runs once, however many threads and tasks ask. It runs
  /// again after an error, which arrives as `AstrojectError.factoryFailed`.
  ///
  /// ```swift
  /// let hen = Hen(egg: Lazy { Egg() })
  /// ```
  ///
  /// - Parameter make: Makes the value, on the thread that asks first. It is not Sendable, so that a test can use what
  ///   it has at hand. The compiler does not see that it may leave an actor: if it uses what belongs to one, ask there.
  public convenience init(_ make: @escaping () throws -> Value) {
    let make = Unchecked(make)
    self.init(Key(Lazy.self)) {
      try make.value()
    } awaiting: {
      try make.value()
    }
  }

  /// Creates a lazy that gets its value from closures, one for each kind of caller.
  init(
    _ key: Key, _ make: @escaping @Sendable () throws -> Value,
    awaiting makeAwaiting: @escaping @Sendable () async throws -> Value
  ) {
    let closures = Once.Source.Recipe.closures {
      ProductBox(try make())
    } awaiting: {
      ProductBox(try await makeAwaiting())
    }
    once = Once(key, .pending(Once.Source(.nowhere, closures)))
  }

  /// Creates a lazy that resolves later.
  ///
  /// - Parameters:
  ///   - key: The key of the lazy.
  ///   - arguments: The arguments of the request, if there are any.
  init(_ key: Key, given arguments: AnyArguments?, in continuation: Continuation) {
    let source = Once.Source(continuation, .key(key.asking(for: Value.self), arguments))
    once = Once(key.withoutArguments, .pending(source))
  }

  // The box of the product has its type.

  /// The product, which is resolved on first access.
  ///
  /// - Throws: The errors of the synchronous `get()`.
  public var value: Value { get throws { try once.get().value(as: Value.self) } }

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
  public func get() async throws -> Value { try await once.get().value(as: Value.self) }
}

// MARK: - DerivedForm

extension Lazy: DerivedForm {
  package typealias Target = Value
  package static var dependencyKind: Dependency.Kind { .lazy }

  package static func supplied(by argument: SuppliedArgument, exactly isExact: Bool) -> Self? {
    // The class is final.
    argument.fitting(Value.self, exactly: isExact).map { unsafeDowncast(Lazy($0), to: Self.self) }
  }

  package static func derive(_ context: ResolutionContext, _ key: Key, _ arguments: AnyArguments?) -> Self {
    context.core.delegate?.didDefer(Lazy.self, for: key, in: context.core)
    let lazy = Lazy(key, given: arguments, in: Continuation(ofTree: context))
    context.core.witness?.didMake(lazy)
    // The class is final.
    return unsafeDowncast(lazy, to: Self.self)
  }
}

// MARK: - CustomStringConvertible

extension Lazy: CustomStringConvertible {
  /// The name of the type, such as `Lazy<Egg>`; reading it resolves nothing.
  public var description: String { TypeName(Lazy.self).description }
}
