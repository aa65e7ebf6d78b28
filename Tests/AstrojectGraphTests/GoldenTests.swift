import TestSupport
import Testing

struct GoldenTests {
  @Test(
    arguments: [
      ("a\nb\n", "a\nc\n", "line 2: expected “c”, found “b”"),
      ("a\n", "a\nb\n", "line 2: expected “b”, found “”"),
      ("a", "a\nb", "line 2: expected “b”, found the end"),
      ("a\nb", "a", "line 2: expected the end, found “b”"),
      ("a\n", "a", "line 2: expected the end, found “”"),
    ])
  func `the first difference of two texts has the number and both contents of the line`(
    text: String, golden: String, difference: String
  ) { #expect(firstDifference(of: text, from: golden) == difference) }

  @Test(.enabled(if: !isRecording))
  func `a text differs from a golden file of another content, and from one that is missing`() {
    let difference = goldenDifference(of: "something else", from: "small.mmd")
    #expect(difference == "small.mmd, line 1: expected “flowchart LR”, found “something else”")
    let missing = goldenDifference(of: "something", from: "nowhere/to be found.txt")
    #expect(missing?.hasPrefix("nowhere/to be found.txt, which ASTROJECT_RECORD=1 would write: ") == true)
  }
}
