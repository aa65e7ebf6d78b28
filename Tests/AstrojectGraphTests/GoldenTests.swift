import TestSupport
import Testing

@Suite("Golden files")
struct GoldenTests {
  @Test("an equal text has no difference")
  func equal() {
    #expect(firstDifference(of: "a\nb\n", from: "a\nb\n") == nil)
  }

  @Test(
    "the first line that differs is told",
    arguments: [
      ("a\nb\n", "a\nc\n", "line 2: expected “c”, found “b”"),
      ("a\n", "a\nb\n", "line 2: expected “b”, found “”"),
      ("a", "a\nb", "line 2: expected “b”, found the end"),
      ("a\nb", "a", "line 2: expected the end, found “b”"),
      ("a\n", "a", "line 2: expected the end, found “”"),
    ])
  func differing(text: String, golden: String, difference: String) {
    #expect(firstDifference(of: text, from: golden) == difference)
  }

  @Test(
    "a text that differs from its file is an issue, as is a file that is not there", .enabled(if: !isRecording))
  func issues() {
    withKnownIssue { expectGolden("something else", "small.mmd") }
    withKnownIssue { expectGolden("something", "nowhere/to be found.txt") }
  }
}
