import AstrojectTesting
import TestSupport
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

/// An assertion that is ready to be called, on the line after that of its closure.
struct Assertion {
  /// The expected report; nil if the assertion passes.
  let text: String?
  let synchronous: () -> Void
  private(set) var asynchronous: () async -> Void
  private let line: Int
  private var awaitedLine: Int

  /// - Parameter place: The line of the report, if it is not that of the call.
  init(_ text: String?, at place: Int? = nil, line: Int = #line, _ synchronous: @escaping () -> Void) {
    (self.text, self.synchronous, asynchronous) = (text, synchronous, synchronous)
    self.line = place ?? line + 1
    awaitedLine = self.line
  }

  /// Returns the assertion with a closure that calls and awaits it.
  func awaited(at place: Int? = nil, line: Int = #line, _ asynchronous: @escaping () async -> Void) -> Assertion {
    var assertion = self
    assertion.asynchronous = asynchronous
    assertion.awaitedLine = place ?? line + 1
    return assertion
  }

  func failures(of call: Call) -> [Failure] {
    text.map { [Failure(text: $0, line: call.isAwaiting ? awaitedLine : line)] } ?? []
  }
}
