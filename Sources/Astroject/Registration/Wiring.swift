/// What is known of a recipe that gets by itself what it needs, without running it.
package protocol Wiring: AnyObject, Sendable {
  /// What it gets, in order.
  var dependencies: [Dependency] { get }

  /// The protocol of what it makes, until the first object has shown what else belongs to `dependencies`.
  var unseenType: Any.Type? { get }

  /// Whether it has turned out to need nothing.
  var isLeaf: Bool { get }

  /// Has a look at a build that was taken for one that needs nothing, and has resolved all the same.
  func check(_ frame: Frame) throws

  /// Awaits what a product has asked for while it was made at hand, and could not have at once.
  func finish(_ product: Any, _ frame: Frame) async throws

  /// Whether all that it gets can be had without awaiting, as far as that is known by now.
  ///
  /// - Parameter levels: How many levels of what that needs are looked at.
  func isAtHand(in core: Core, levels: Int) -> Bool

  /// Whether it cannot run without arguments.
  var needsArguments: Bool { get }

  /// Finds out which argument goes where.
  ///
  /// - Throws: An `AstrojectError.Cause` where one fits nowhere, or in several places.
  func accept(_ arguments: [SuppliedArgument]) throws -> Supply
}
