/// What a recipe runs that is an object, as those see it who do not know its types.
package class RecipeObject: @unchecked Sendable {
  // Nothing in it changes.
  /// Whether what is synchronous in it is the main actor's.
  final let isOnMainActor: Bool

  fileprivate init(onMainActor isOnMainActor: Bool) { self.isOnMainActor = isOnMainActor }

  /// What is known of the recipe, if it tells that itself.
  package var parameterPlan: (any ParameterPlan)? { nil }
}

/// A recipe that is synchronous by itself, and gets what it needs as its caller can: blocking or awaiting.
///
/// The blocking way is led, as the recipes of one colour are; the other one leads code of the user's itself.
package final class EitherRecipe<Argument, Output>: RecipeObject, @unchecked Sendable {
  let sync: @Sendable (Resolver, Argument) throws -> Output
  let async: @Sendable (Resolver, Argument) async throws -> Output

  package init(
    onMainActor isOnMainActor: Bool = false,
    sync: @escaping @Sendable (Resolver, Argument) throws -> Output,
    async: @escaping @Sendable (Resolver, Argument) async throws -> Output
  ) {
    self.sync = sync
    self.async = async
    super.init(onMainActor: isOnMainActor)
  }
}

// MARK: - Initializers

/// A recipe that calls an initializer with what its parameters get: a function, and beside it, as data, the parameters.
///
/// How it is called is made out when something of it is needed first, as that takes much that the runtime is asked for,
/// and many a registration is never resolved.
package final class InitializerRecipe: RecipeObject, @unchecked Sendable {
  /// The function that calls the initializer.
  package let call: StoredFunction
  /// The type of what it makes.
  package let product: Any.Type
  package let parameters: Parameters
  private let makeCalls: @Sendable (InitializerRecipe) -> AnyInitializerCalls
  /// Where the ``InitializerCalls`` lie, which are counted; zero before.
  private let word = AtomicWord(0)

  /// What the parameters get.
  package enum Parameters: Sendable {
    /// What is registered for their types.
    case byTypes(@Sendable () -> [Any.Type])
    /// What somebody knows of them.
    case byRules(any AnyObject & Sendable)
  }

  /// - Parameter makeCalls: Makes the ``InitializerCalls`` of the product. It may run twice, where two threads are the
  ///   first ones; one of what it makes counts.
  package init(
    _ call: StoredFunction, making product: Any.Type, of parameters: consuming Parameters,
    _ makeCalls: @escaping @Sendable (InitializerRecipe) -> AnyInitializerCalls
  ) {
    self.call = call
    self.product = product
    self.parameters = parameters
    self.makeCalls = makeCalls
    super.init(onMainActor: false)
  }

  deinit { known?.release() }

  private var known: Unmanaged<AnyInitializerCalls>? { word.object() }

  private var calls: AnyInitializerCalls { known?.takeUnretainedValue() ?? word.object(orPut: makeCalls(self)) }

  /// How it is called; whoever asks knows the type.
  func calls<Output>(of type: Output.Type) -> InitializerCalls<Output> {
    unsafeDowncast(calls, to: InitializerCalls<Output>.self)
  }

  override package var parameterPlan: (any ParameterPlan)? { calls.parameterPlan }
}

/// How an initializer is called, as those see it who do not know its type.
package class AnyInitializerCalls: @unchecked Sendable {
  // Nothing in it changes.
  fileprivate final let parameterPlan: any ParameterPlan
  fileprivate init(_ parameterPlan: any ParameterPlan) { self.parameterPlan = parameterPlan }
}

/// How an initializer is called.
package final class InitializerCalls<Output>: AnyInitializerCalls, @unchecked Sendable {
  /// For when it needs nothing.
  let bare: @Sendable () throws -> Output
  /// For a build whose caller blocks: each value is got when its parameter wants it.
  let blocking: @Sendable (Resolver) throws -> Output
  /// For a build whose caller awaits: the values are fetched first. It leads the code of the user's itself.
  let awaiting: @Sendable (Resolver) async throws -> Output

  package init(
    _ parameterPlan: any ParameterPlan, bare: @escaping @Sendable () throws -> Output,
    blocking: @escaping @Sendable (Resolver) throws -> Output,
    awaiting: @escaping @Sendable (Resolver) async throws -> Output
  ) {
    self.bare = bare
    self.blocking = blocking
    self.awaiting = awaiting
    super.init(parameterPlan)
  }
}
