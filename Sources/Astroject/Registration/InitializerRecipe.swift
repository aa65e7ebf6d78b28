/// A recipe that is stored as an object, without its types.
package class RecipeObject: @unchecked Sendable {
  // Nothing in it changes.
  /// True if the synchronous part of it belongs to the main actor.
  final let isOnMainActor: Bool

  fileprivate init(onMainActor isOnMainActor: Bool) { self.isOnMainActor = isOnMainActor }

  /// The parameters, if the recipe knows them itself.
  package var parameterPlan: (any ParameterPlan)? { nil }
}

/// A synchronous recipe that gets its dependencies as its caller can: by blocking or by awaiting.
///
/// The caller leads the blocking form, as for recipes of one colour. The awaiting form leads the user's code itself.
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

/// A recipe that calls an initializer: the function, and its parameters as data.
///
/// The calls are made when they are first needed. That asks much of the runtime, and many registrations are never
/// resolved.
package final class InitializerRecipe: RecipeObject, @unchecked Sendable {
  /// The function that calls the initializer.
  package let call: StoredFunction
  /// The type of the product.
  package let product: Any.Type
  package let parameters: Parameters
  private let makeCalls: @Sendable (InitializerRecipe) -> AnyInitializerCalls
  /// The address of the ``InitializerCalls``, retained once; zero before they are made.
  private let word = AtomicWord(0)

  /// The sources of the parameters.
  package enum Parameters: Sendable {
    /// The registrations of their types.
    case byTypes(@Sendable () -> [Any.Type])
    /// The rules in an object of another module.
    case byRules(any AnyObject & Sendable)
  }

  /// Creates the recipe.
  ///
  /// - Parameter makeCalls: Makes the ``InitializerCalls`` of the product. It may run twice if two threads come first.
  ///   Then one of the results counts.
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

  private var known: Borrowed<AnyInitializerCalls>? { word.object() }

  var calls: AnyInitializerCalls { known?.object ?? word.object(orPut: makeCalls(self)) }

  /// Returns the calls with their type, which is not checked.
  func calls<Output>(of type: Output.Type) -> InitializerCalls<Output> {
    unsafeDowncast(calls, to: InitializerCalls<Output>.self)
  }

  override package var parameterPlan: (any ParameterPlan)? { calls.parameterPlan }
}

/// The calls of an initializer, without their type.
package class AnyInitializerCalls: @unchecked Sendable {
  // Nothing in it changes.
  final let parameterPlan: any ParameterPlan
  fileprivate init(_ parameterPlan: any ParameterPlan) { self.parameterPlan = parameterPlan }
}

/// The calls of an initializer.
package final class InitializerCalls<Output>: AnyInitializerCalls, @unchecked Sendable {
  /// The call for a build whose caller blocks. Each value is resolved when its parameter needs it.
  let blocking: @Sendable (Resolver) throws -> Output
  /// The call for a build whose caller awaits. The values are fetched first. It leads the user's code itself.
  let awaiting: @Sendable (Resolver) async throws -> Output

  package init(
    _ parameterPlan: any ParameterPlan, blocking: @escaping @Sendable (Resolver) throws -> Output,
    awaiting: @escaping @Sendable (Resolver) async throws -> Output
  ) {
    self.blocking = blocking
    self.awaiting = awaiting
    super.init(parameterPlan)
  }
}
