/// A description of a recipe that gets its dependencies by itself. It is there without running the recipe.
package protocol ParameterPlan: AnyObject, Sendable {
  /// The dependencies, in order.
  var dependencies: [Dependency] { get }

  /// The protocol of the product, which hides some of the dependencies; nil for any other type.
  var unseenType: Any.Type? { get }

  /// True if no dependencies are known.
  var isLeaf: Bool { get }

  /// True if the recipe cannot run without arguments.
  var needsArguments: Bool { get }

  /// Returns true if each dependency is the product registered for a type, and the word of each type passes a test.
  func takesOnly(_ isIt: (_ type: UInt) -> Bool) -> Bool

  /// Assigns the arguments to parameters.
  ///
  /// - Throws: An `AstrojectError.Cause` if an argument fits no parameter, or several.
  func accept(_ arguments: [SuppliedArgument]) throws -> SuppliedArguments
}
