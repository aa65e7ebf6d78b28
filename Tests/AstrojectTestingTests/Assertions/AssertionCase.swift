import Foundation
import TestSupport
import XCTest

/// Runs the examples of `AssertionTests` in XCTest.
final class AssertionCase: FailureCatchingCase {
  func testReportsItsFailureAtTheLineOfTheCall() async throws {
    for (example, call) in AssertionExample.all.flatMap({ example in Call.allCases.map { (example, $0) } }) {
      let assertion = try example.prepare()
      let caught = await failures { await assertion.call(call) }
      XCTAssertEqual(caught, assertion.failures, "\(example.testDescription), \(call)")
    }
  }

  func testWritesAnInvalidGraphToFiles() throws {
    let container = Container()
    try container.register(initializer: Model.init(store:))
    let caught = failures { expectValidGraph(container) }
    let paths = (caught.first?.text ?? "").components(separatedBy: "written to ").dropFirst().map { rest in
      String(rest.prefix { $0 != "\n" })
    }
    let report = container.graphReport()
    XCTAssertEqual(
      try paths.map { try String(contentsOfFile: $0, encoding: .utf8) },
      [report.mermaid, report.graph.html(report: report)])
    let folders = Set(paths.map { URL(fileURLWithPath: $0).deletingLastPathComponent() })
    XCTAssertEqual(folders.count, 1)
    for folder in folders { try FileManager.default.removeItem(at: folder) }
  }
}
