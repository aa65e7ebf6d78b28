import Foundation
import TestSupport
import XCTest

@testable import Astroject
@testable import AstrojectOverrides
@testable import AstrojectTesting

/// The tests of `RunnerTests` in XCTest. Only the process shows that a detached task or a thread belongs to a test.
final class RunnerCase: FailureCatchingCase {
  private static func report() { Reporter.fail("from afar", at: CallSite(#fileID, #filePath, 7, 1)) }

  private let expected = [Failure(text: "from afar", line: 7)]

  private func expectReport(line: UInt = #line, _ body: () async -> Void) async {
    let found = await failures { await body() }
    XCTAssertEqual(found, expected, line: line)
  }

  func testTask() async { await expectReport { await Task { RunnerCase.report() }.value } }

  func testDetachedTask() async { await expectReport { await Task.detached { RunnerCase.report() }.value } }

  func testThread() async { await expectReport { _ = await Crowd(threads: 1).run { _ in RunnerCase.report() } } }

  func testAttaches() throws {
    let texts = [("graph.mmd", "graph TD"), ("graph.html", "<html>")]
    let phrases = Reporter.attach(texts, at: CallSite(#fileID, #filePath, #line, 1))
    let files = phrases.map { URL(fileURLWithPath: String($0.dropFirst("written to ".count))) }
    XCTAssertEqual(try files.map { try String(contentsOf: $0, encoding: .utf8) }, texts.map(\.1))
    XCTAssertEqual(Set(files.map { $0.deletingLastPathComponent() }).count, 1)
    try FileManager.default.removeItem(at: files[0].deletingLastPathComponent())
  }
}
