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
  private let once: Once

  /// Creates a lazy that already has its value, for an object that is made by hand.
  @_disfavoredOverload
  public init(_ value: Value) { once = Once(Key(Lazy.self), having: ProductBox(value)) }

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
  ///
  /// - Parameter target: The key that is resolved, if nothing but that determines the product.
  init(_ key: Key, _ later: Later<Value>, _ continuation: Continuation, target: Key? = nil) {
    let recipe = EitherRecipe<Void, AnyProduct> { resolver, _ in
      let build = try resolver.requiredBuild
      if let target { return ProductBox(try build.resolve(target) as Value) }
      return ProductBox(try later.sync(ResolutionContext(of: build)))
    } async: { resolver, _ in
      ProductBox(try await later.async(ResolutionContext(of: resolver.requiredBuild)))
    }
    once = Once(key, Once.Source(continuation, target: target, recipe))
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

  package static func derive(
    _ context: ResolutionContext, _ key: Key, _ arguments: AnyArguments?, within openStep: OpenStep?
  ) -> Self {
    context.core.delegate?.didDefer(Lazy.self, for: key, in: context.core)
    let target = key.takesArguments || arguments != nil ? nil : key.asking(for: Value.self)
    let lazy = Lazy(key.withoutArguments, Later(key, arguments), Continuation(ofTree: context), target: target)
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
