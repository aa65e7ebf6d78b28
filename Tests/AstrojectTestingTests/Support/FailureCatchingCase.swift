import TestSupport
import XCTest

@testable import AstrojectTesting

/// An XCTest case whose tests examine the failures that they provoke.
class FailureCatchingCase: ContainerTestCase {
  private let caught = Guarded<[Failure]?>(nil)

  /// Returns the failures reported to XCTest while the closure runs, in order. None of them fails the test.
  func failures(_ body: () throws -> Void) rethrows -> [Failure] {
    caught.withLock { $0 = [] }
    defer { caught.withLock { $0 = nil } }
    try body()
    return caught.now ?? []
  }

  /// Returns the failures reported to XCTest while the closure is awaited, in order. None of them fails the test.
  func failures(_ body: () async throws -> Void) async rethrows -> [Failure] {
    caught.withLock { $0 = [] }
    defer { caught.withLock { $0 = nil } }
    try await body()
    return caught.now ?? []
  }

  private func isCaught(_ failure: Failure) -> Bool {
    // The observer does not hear of a failure that is caught.
    RunningCase.shared.note(failure: failure.text)
    return caught.withLock { caught in
      caught?.append(failure)
      return caught != nil
    }
  }

  #if canImport(Darwin)
    override func record(_ issue: XCTIssue) {
      let line = issue.sourceCodeContext.location?.lineNumber ?? 0
      let text = issue.compactDescription.droppingPrefix
      if !isCaught(Failure(text: text, line: line)) { super.record(issue) }
    }
  #else
    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine line: Int, expected: Bool
    ) {
      if isCaught(Failure(text: description.droppingPrefix, line: line)) { return }
      super.recordFailure(withDescription: description, inFile: filePath, atLine: line, expected: expected)
    }
  #endif
}

extension String {
  /// The text without the prefix that XCTest adds.
  fileprivate var droppingPrefix: String {
    let prefixes = ["failed - ", "XCTFail - "]
    return prefixes.first(where: hasPrefix).map { String(dropFirst($0.count)) } ?? self
  }
}
