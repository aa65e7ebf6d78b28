import AstrojectTesting
import XCTest

/// The same examples as in Swift Testing.
final class AssertionCase: FailureCatchingCase {
  func testReportsItsFailureAtTheLineOfTheCall() throws {
    for example in AssertionExample.all {
      let assertion = try example.prepare()
      var line = 0
      let caught = failures { line = assertion.synchronous() }
      XCTAssertEqual(caught, assertion.failures(on: line), example.testDescription)
    }
  }

  func testReportsItsFailureAtTheLineOfTheCallWhenAwaited() async throws {
    for example in AssertionExample.all {
      let assertion = try example.prepare()
      var line = 0
      let caught = await failures { line = await assertion.asynchronous() }
      XCTAssertEqual(caught, assertion.failures(on: line), example.testDescription)
    }
  }
}
