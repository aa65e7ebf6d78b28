import Foundation
import Lesson
import Testing

@Suite("The lesson")
struct LessonTests {
  /// To accept a new output: `swift run --package-path Examples/Quickstart > <this folder>/expected-output.txt`.
  @Test("says, line by line, what the file beside this test says")
  func outputIsExpected() async throws {
    let (printed, continuation) = AsyncStream.makeStream(of: String.self)
    try await Lesson.run(on: Page { continuation.yield($0) })
    continuation.finish()
    let lines = await printed.reduce(into: [String]()) { $0.append($1) }

    let file = try #require(Bundle.module.url(forResource: "expected-output", withExtension: "txt"))
    var expected = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    if expected.last == "" { expected.removeLast() }
    for index in 0..<max(lines.count, expected.count) {
      let said = index < lines.count ? lines[index] : "(the end)"
      let wanted = index < expected.count ? expected[index] : "(the end)"
      if said != wanted {
        Issue.record("line \(index + 1) differs\n  expected: \(wanted)\n  printed:  \(said)")
        return
      }
    }
  }
}
