import Testing

@testable import Astroject
@testable import AstrojectTesting

@Suite("What the helpers of these tests catch")
struct FailureTests {
  private func fail(
    _ text: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    Reporter.fail(text, at: CallSite(fileID, filePath, line, column))
  }

  @Test("a failure's text and line, in order")
  func textAndLine() {
    let line = #line
    let caught = failures {
      fail("one")
      fail("two\nlines")
    }
    #expect(caught == [Failure(text: "one", line: line + 2), Failure(text: "two\nlines", line: line + 3)])
  }

  @Test("a failure's text and line, after a suspension")
  func asynchronously() async {
    let line = #line
    let caught = await failures {
      await Task.yield()
      fail("one")
    }
    #expect(caught == [Failure(text: "one", line: line + 3)])
  }

  @Test("nothing, where nothing fails")
  func nothing() async {
    #expect(failures {}.isEmpty)
    #expect(await failures { await Task.yield() }.isEmpty)
  }
}
