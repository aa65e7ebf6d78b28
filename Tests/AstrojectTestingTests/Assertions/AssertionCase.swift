import TestSupport
import XCTest

/// Runs the examples of `AssertionTests` in XCTest.
final class AssertionCase: FailureCatchingCase {
  func testReportsItsFailureAtTheLineOfTheCall() async throws {
    for (example, call) in AssertionExample.all.flatMap({ example in Call.allCases.map { (example, $0) } }) {
      let assertion = try example.prepare()
      let caught = await failures { await assertion.call(call) }
      XCTAssertEqual(caught, assertion.failures, "\(example.testDescription), \(call)")
    }
  }
}
