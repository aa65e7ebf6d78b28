/// Sees every instance that some containers build; it is told at once, on the thread that builds.
///
/// Containers that have none pay nothing for it; one that has takes the slower way that behaviors see.
package protocol BuildWitness: AnyObject, Sendable {
  /// An instance was built.
  func didBuild(_ product: Any, of blueprint: Blueprint)

  /// A container was made, or something that resolves later.
  func didMake(_ object: AnyObject)
}

/// Who sees what is built by the containers that a piece of code makes.
package enum Witnesses {
  @TaskLocal private static var bound: (any BuildWitness)?
  /// How many pieces of code are being watched in the process: while there are none, nobody need look.
  private static let count = AtomicWord(0)

  static var current: (any BuildWitness)? { count.load() == 0 ? nil : bound }

  /// Has somebody watch the containers that a closure makes, and their children.
  package static func run<Result>(_ witness: any BuildWitness, _ body: () throws -> Result) rethrows -> Result {
    _ = count.add(1)
    defer { _ = count.add(0 &- 1) }
    return try $bound.withValue(witness, operation: body)
  }

  /// Has somebody watch the containers that a closure makes, and their children.
  package static func run<Result>(
    _ witness: any BuildWitness, isolation: isolated (any Actor)? = #isolation, awaiting body: () async throws -> Result
  ) async rethrows -> Result {
    _ = count.add(1)
    defer { _ = count.add(0 &- 1) }
    return try await $bound.withValue(witness, isolation: isolation, awaiting: body)
  }
}

extension Container {
  /// What is kept here, or by parents, and was not built for a witness: instances that were made elsewhere and are
  /// owned by the container, and what parents keep that it does not watch.
  package func products(notBuiltFor witness: any BuildWitness) -> [Any] {
    core.lineage.flatMap { core in
      core.ownRegistrations.filter { core.witness !== witness || $0.blueprint.isInstance }
        .compactMap(\.entry.slots).flatMap(\.products) + core.gifts.map(\.product.any)
    }
  }
}
