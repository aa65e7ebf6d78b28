/// What is known of a recipe that gets by itself what it needs, without running it.
package protocol ParameterPlan: AnyObject, Sendable {
  /// What it gets, in order.
  var dependencies: [Dependency] { get }

  /// The protocol of what it makes, which does not show what else belongs to `dependencies`.
  var unseenType: Any.Type? { get }

  /// True where nothing is known that it needs.
  var isLeaf: Bool { get }

  /// Notes that a build has resolved something, though it was taken for one that needs nothing.
  func noteAsked()

  /// Whether it cannot run without arguments.
  var needsArguments: Bool { get }

  /// Finds out which argument goes where.
  ///
  /// - Throws: An `AstrojectError.Cause` where one fits nowhere, or in several places.
  func accept(_ arguments: [SuppliedArgument]) throws -> SuppliedArguments
}
