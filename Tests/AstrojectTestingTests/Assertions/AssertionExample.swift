import AstrojectTesting
import Testing

/// A call of an assertion, and what it is to report; every runner goes through all of them.
struct AssertionExample: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Makes what is asserted about.
  let prepare: @Sendable () throws -> Assertion

  init(_ description: String, prepare: @escaping @Sendable () throws -> Assertion) {
    testDescription = description
    self.prepare = prepare
  }

  static let all =
    resolving + registering + throwing + comparing + counting + validating + validatingResources + buildingOnce
    + releasing + using
}

/// An assertion that is ready to be made.
struct Assertion {
  /// What it reports; nil if it passes.
  let text: String?
  /// Makes it, and returns the line of the call.
  let synchronous: () -> Int
  /// Makes it, and returns the line of the call.
  let asynchronous: () async -> Int

  init(_ text: String?, _ synchronous: @escaping () -> Int, asynchronously: (() async -> Int)? = nil) {
    self.text = text
    self.synchronous = synchronous
    asynchronous = asynchronously ?? synchronous
  }

  /// What is to be seen of it when it was made on a line.
  func failures(on line: Int) -> [Failure] { text.map { [Failure(text: $0, line: line)] } ?? [] }
}
