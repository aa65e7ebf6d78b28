import XCTest

final class FailureCase: FailureCatchingCase {
  func testCatchesTextAndLine() {
    let caught = failures { XCTFail("one\nand more") }
    XCTAssertEqual(caught, [Failure(text: "one\nand more", line: #line - 1)])
    XCTAssertEqual(failures {}, [])
  }

  func testCatchesAfterASuspension() async {
    let caught = await failures {
      await Task.yield()
      XCTFail("one")
    }
    XCTAssertEqual(caught, [Failure(text: "one", line: #line - 2)])
  }
}
