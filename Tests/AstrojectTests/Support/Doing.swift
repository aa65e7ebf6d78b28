@testable import Astroject
import TestSupport
import Testing

/// An assembly that runs a closure.
struct Doing: Assembly {
  private let body: @Sendable (Container) throws -> Void

  init(_ body: @escaping @Sendable (Container) throws -> Void) { self.body = body }
  init() { self.init { _ in } }

  func assemble(container: Container) throws { try body(container) }
}

extension Container {
  /// Runs a closure as an assembly.
  func assemble(_ body: @escaping @Sendable (Container) throws -> Void) throws {
    try Assembler(container: self).apply(assembly: Doing(body))
  }

  /// Runs a closure in a transaction that fails after it.
  func failTransaction(at location: Testing.SourceLocation = #_sourceLocation, _ body: () throws -> Void) {
    #expect(throws: Objection(), sourceLocation: location) {
      try transaction {
        try body()
        throw Objection()
      }
    }
  }
}

extension Registrable {
  /// Counts the instances that are released.
  @discardableResult
  func countingReleases(by counter: Counter) -> Self { onRelease { _ throws in _ = counter.increment() } }
}
