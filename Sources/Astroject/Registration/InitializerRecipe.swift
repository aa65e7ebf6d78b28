/// A recipe that is stored as an object, without its types.
package class RecipeObject: @unchecked Sendable {
  // Nothing in it changes.
  /// The parameters, if the recipe knows them itself.
  package var parameterPlan: (any ParameterPlan)? { nil }
}

/// A synchronous recipe that gets its dependencies as its caller can: by blocking or by awaiting.
///
/// The caller leads the blocking form, as for recipes of one colour. The awaiting form leads the user's code itself.
package final class EitherRecipe<Argument, Output>: RecipeObject, @unchecked Sendable {
  /// True if the synchronous part of it belongs to the main actor.
  let isOnMainActor: Bool
  private let plan: (any ParameterPlan)?
  let sync: @Sendable (Resolver, Argument) throws -> Output
  let async: @Sendable (Resolver, Argument) async throws -> Output

  package init(
    onMainActor isOnMainActor: Bool = false, parameterPlan: (any ParameterPlan)? = nil,
    sync: @escaping @Sendable (Resolver, Argument) throws -> Output,
    async: @escaping @Sendable (Resolver, Argument) async throws -> Output
  ) {
    self.isOnMainActor = isOnMainActor
    plan = parameterPlan
    self.sync = sync
    self.async = async
  }

  override package var parameterPlan: (any ParameterPlan)? { plan }
}

// MARK: - Initializers

/// A recipe that calls an initializer: the function, and its parameters as data.
///
/// The calls are made when they are first needed. That asks much of the runtime, and many registrations are never
/// resolved.
package final class InitializerRecipe: RecipeObject, @unchecked Sendable {
  /// The function that calls the initializer.
  package let call: StoredRecipe
  /// The type of the product.
  package let product: Any.Type
  package let parameters: Parameters
  private let makeCalls: @Sendable (InitializerRecipe) -> RecipeObject
  /// The address of the calls, retained once; zero before they are made.
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
  /// - Parameter makeCalls: Makes the `EitherRecipe` of the product, which knows the parameters. The blocking form
  ///   resolves each value when its parameter needs it, the awaiting form fetches the values first. It may run twice if
  ///   two threads come first. Then one of the results counts.
  package init(
    _ call: StoredRecipe, making product: Any.Type, of parameters: consuming Parameters,
    _ makeCalls: @escaping @Sendable (InitializerRecipe) -> RecipeObject
  ) {
    self.call = call
    self.product = product
    self.parameters = parameters
    self.makeCalls = makeCalls
  }

  deinit { known?.release() }

  private var known: Borrowed<RecipeObject>? { word.object() }

  var calls: RecipeObject { known?.object ?? word.object(orPut: makeCalls(self)) }

  override package var parameterPlan: (any ParameterPlan)? { calls.parameterPlan }
}
