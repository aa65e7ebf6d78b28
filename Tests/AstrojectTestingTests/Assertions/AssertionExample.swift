import TestSupport
import Testing

/// A call of an assertion with the expected report. The tests of both runners iterate over all examples.
struct AssertionExample: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Makes the containers that the assertion examines.
  let prepare: @Sendable () throws -> Assertion

  /// - Parameter prepare: Gets an empty container.
  init(_ description: String, prepare: @escaping @Sendable (Container) throws -> Assertion) {
    testDescription = description
    self.prepare = { try prepare(Container()) }
  }

  static let all =
    resolving + registering + throwing + comparing + counting + validating + validatingResources + buildingOnce
    + releasing + using
}

/// An assertion that is ready to be called.
struct Assertion {
  /// The expected report; nil if the assertion passes.
  let text: String?
  let call: (Call) async -> Void
  private let line: Int

  /// - Parameter line: The line of the report, which is that of the call.
  init(_ text: String?, at line: Int = #line, _ call: @escaping (Call) async -> Void) {
    (self.text, self.line, self.call) = (text, line, call)
  }

  /// Creates an assertion that has no asynchronous form.
  init(_ text: String?, at line: Int = #line, _ call: @escaping () -> Void) {
    self.init(text, at: line) { (_: Call) in call() }
  }

  var failures: [Failure] { text.map { [Failure(text: $0, line: line)] } ?? [] }
}
