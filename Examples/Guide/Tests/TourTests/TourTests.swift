import Foundation
import Tour
import Testing

struct TourTests {
  /// To accept a new output: `swift run --package-path Examples/Guide > <this folder>/expected-output.txt`.
  @Test func `the tour prints the expected output`() async throws {
    let (printed, continuation) = AsyncStream.makeStream(of: String.self)
    try await Tour.run(on: Page { continuation.yield($0) })
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
