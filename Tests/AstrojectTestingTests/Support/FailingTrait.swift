import Testing
import TestSupport

/// Takes the failures of the traits behind it, and of the test, and fails unless they are those that are expected.
struct FailingTrait: TestTrait, SuiteTrait, TestScoping {
  let expected: [Failure]
  let location: SourceLocation

  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let found = try await failures { try await function() }
    #expect(found == expected, sourceLocation: location)
  }
}

extension Trait where Self == FailingTrait {
  /// The test fails with exactly this text, at the line where this is written.
  static func failing(_ text: String, line: Int = #line, location: SourceLocation = #_sourceLocation) -> Self {
    FailingTrait(expected: [Failure(text: text, line: line)], location: location)
  }
}
