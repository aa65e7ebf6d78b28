import AstrojectTesting
import Testing

/// A call of an assertion with the expected report. The tests of both runners iterate over all examples.
struct AssertionExample: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Makes the containers that the assertion examines.
  let prepare: @Sendable () throws -> Assertion

  init(_ description: String, prepare: @escaping @Sendable () throws -> Assertion) {
    testDescription = description
    self.prepare = prepare
  }

  static let all =
    resolving + registering + throwing + comparing + counting + validating + validatingResources + buildingOnce
    + releasing + using
}

/// An assertion that is ready to be called.
struct Assertion {
  /// The expected report; nil if the assertion passes.
  let text: String?
  /// Calls the assertion and returns the line of the call.
  let synchronous: () -> Int
  /// Calls and awaits the assertion, and returns the line of the call.
  let asynchronous: () async -> Int

  init(_ text: String?, _ synchronous: @escaping () -> Int, asynchronously: (() async -> Int)? = nil) {
    self.text = text
    self.synchronous = synchronous
    asynchronous = asynchronously ?? synchronous
  }

  /// The failures expected if the assertion is called on a line.
  func failures(on line: Int) -> [Failure] { text.map { [Failure(text: $0, line: line)] } ?? [] }
}
