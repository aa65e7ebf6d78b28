import XCTest

final class FailureCase: FailureCatchingCase {
  func testCatchesTextAndLine() {
    let caught = failures { XCTFail("one\nand more") }
    XCTAssertEqual(caught, [Failure(text: "one\nand more", line: #line - 1)])
    XCTAssertEqual(failures {}, [])
  }
}
