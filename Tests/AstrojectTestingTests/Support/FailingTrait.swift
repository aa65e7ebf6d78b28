import Testing
import TestSupport

/// Catches the failures of the test and of later traits, and fails unless they are the expected ones.
struct FailingTrait: TestTrait, SuiteTrait, TestScoping {
  let expected: [Failure]
  let location: SourceLocation

  var isRecursive: Bool { true }

  /// Returns the trait once for each test function, so that failures after the last case are caught, too.
  func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    (testCase == nil) == test.isParameterized && !test.isSuite ? self : nil
  }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let found = try await failures { try await function() }
    #expect(found == expected, sourceLocation: location)
  }
}

extension Trait where Self == FailingTrait {
  /// Expects that the test fails with exactly this text, at the line of this call.
  static func failing(_ text: String, line: Int = #line, location: SourceLocation = #_sourceLocation) -> Self {
    FailingTrait(expected: [Failure(text: text, line: line)], location: location)
  }
}
