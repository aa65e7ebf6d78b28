import Foundation
import TestSupport
import Testing

@testable import Astroject
@testable import AstrojectOverrides
@testable import AstrojectTesting

@Suite("Reports to the test runner", .ownThreads)
struct RunnerTests {
  private let site = CallSite(#fileID, #filePath, #line, 1)

  @Test(
    arguments: [
      (["/b/AppTests.xctest", "--testing-library", "swift-testing"], [:], Runner.swiftTesting),
      (["/b/AppTests.xctest", "--testing-library=swift-testing"], [:], .swiftTesting),
      (
        ["swiftpm-testing-helper", "--test-bundle-path", "/b", "--testing-library", "swift-testing"], [:], .swiftTesting
      ),
      (["/b/AppTests.xctest", "--testing-library", "xctest"], [:], .xctest),
      (["/b/AppTests.xctest"], [:], .xctest),
      (["C:\\b\\AppTests.xctest", "--testing-library"], [:], .xctest),
      (["/usr/bin/xctest", "/b/AppTests.xctest"], [:], .xctest),
      (["/b/App"], ["XCTestConfigurationFilePath": ""], .xctest),
      (["/b/App"], ["HOME": "/"], .none),
      ([], [:], .none),
    ])
  func `the arguments and environment of the process determine the test runner`(
    arguments: [String], environment: [String: String], runner: Runner
  ) {
    #expect(Runner(arguments: arguments, environment: environment, isSharedByBoth: false) == runner)
    let shared = runner == .xctest && !arguments.contains("xctest") ? .either : runner
    #expect(Runner(arguments: arguments, environment: environment, isSharedByBoth: true) == shared)
  }

  @Test func `the current runner is Swift Testing in tests, tasks and threads`() async {
    #expect(Runner.current == .swiftTesting)
    #expect(await Task { Runner.current }.value == .swiftTesting)
    #expect(await Task.detached { Runner.current }.value == .swiftTesting)
    let results = await Crowd(threads: 1).run { _ in Runner.current }
    #expect(results.map { try? $0.get() } == [.swiftTesting])
  }

  @Test func `a failure in a task belongs to the test that started the task`() async {
    let line: UInt = #line
    let found = await failures { await Task { Reporter.fail("late", at: CallSite(#fileID, #filePath, line, 1)) }.value }
    #expect(found == [Failure(text: "late", line: Int(line))])
  }

  @Test func `the notice for a failure outside of a test contains its text and location`() {
    #expect(
      Reporter.notice(of: "Expected one.\n\nFound two.", at: CallSite("App/Screen.swift", "", 12, 3)) == """
        AstrojectTesting: no test is running, so nothing fails by this; App/Screen.swift:12 reported:
          Expected one.

          Found two.

        """)
  }

  // MARK: Attached texts

  @Test func `Reporter attaches a text to the running test`() {
    #expect(Reporter.attach([("graph.mmd", "graph TD")], at: site) == ["attached as graph.mmd"])
  }

  @Test func `Reporter writes texts to files of the given names in one folder outside of a test`() async throws {
    let phrases = await Task.detached { [site] in
      ["one", "two"].map { Reporter.attach([("graph.mmd", $0), ("graph.html", $0 + "!")], at: site) }
    }.value
    for (phrases, text) in zip(phrases, ["one", "two"]) {
      let files = phrases.map { URL(fileURLWithPath: String($0.dropFirst("written to ".count))) }
      #expect(files.map(\.lastPathComponent) == ["graph.mmd", "graph.html"])
      #expect(Set(files.map { $0.deletingLastPathComponent() }).count == 1)
      #expect(try files.map { try String(contentsOf: $0, encoding: .utf8) } == [text, text + "!"])
      try FileManager.default.removeItem(at: files[0].deletingLastPathComponent())
    }
  }
}
