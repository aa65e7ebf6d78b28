import Testing

@testable import Astroject
@testable import AstrojectOverrides
@testable import AstrojectTesting

struct FailureTests {
  private func fail(
    _ text: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    Reporter.fail(text, at: CallSite(fileID, filePath, line, column))
  }

  @Test func `the failures helper returns the text and line of each failure in order`() {
    let line = #line
    let caught = failures {
      fail("one")
      fail("two\nlines")
    }
    #expect(caught == [Failure(text: "one", line: line + 2), Failure(text: "two\nlines", line: line + 3)])
  }
}
