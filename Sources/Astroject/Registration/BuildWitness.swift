/// An observer of the instances that some containers build.
///
/// It is called at once, on the thread that builds.
///
/// A container without a witness pays nothing for this. Each resolve of a container with a witness is seen, as with a
/// behavior.
package protocol BuildWitness: AnyObject, Sendable {
  /// Receives what a recipe has made: a product without its decorators, or a decorator.
  func didBuild(_ product: Any, of blueprint: Blueprint)

  /// Receives a container that was made, or an object that resolves later.
  func didMake(_ object: AnyObject)
}

/// The witness of the containers that a piece of code makes.
package enum Witnesses {
  @TaskLocal private static var bound: (any BuildWitness)?
  /// The number of closures under way that bind a witness.
  ///
  /// While it is zero, no caller looks the witness up.
  private static let count = AtomicWord(0)

  /// The witness that observes the containers that this thread or task makes; nil if there is none.
  package static var current: (any BuildWitness)? { count.load() == 0 ? nil : bound }

  /// Runs a closure, and binds a witness to the containers that it makes and to their children.
  package static func run<Result>(_ witness: any BuildWitness, _ body: () throws -> Result) rethrows -> Result {
    _ = count.add(1)
    defer { _ = count.add(0 &- 1) }
    return try $bound.withValue(witness, operation: body)
  }

  /// Runs an asynchronous closure, and binds a witness to the containers that it makes and to their children.
  package static func run<Result>(
    _ witness: any BuildWitness, isolation: isolated (any Actor)? = #isolation, awaiting body: () async throws -> Result
  ) async rethrows -> Result {
    _ = count.add(1)
    defer { _ = count.add(0 &- 1) }
    return try await $bound.withValue(witness, isolation: isolation, awaiting: body)
  }
}
