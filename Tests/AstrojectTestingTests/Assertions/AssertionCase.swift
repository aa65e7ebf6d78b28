import AstrojectTesting
import Foundation
import Nexus
import TestSupport
import XCTest

/// Runs the examples of `AssertionTests` in XCTest.
final class AssertionCase: FailureCatchingCase {
  func testReportsItsFailureAtTheLineOfTheCall() throws {
    for example in AssertionExample.all {
      let assertion = try example.prepare()
      let caught = failures { assertion.synchronous() }
      XCTAssertEqual(caught, assertion.failures(of: .synchronous), example.testDescription)
    }
  }

  func testReportsItsFailureAtTheLineOfTheCallWhenAwaited() async throws {
    for example in AssertionExample.all {
      let assertion = try example.prepare()
      let caught = await failures { await assertion.asynchronous() }
      XCTAssertEqual(caught, assertion.failures(of: .asynchronous), example.testDescription)
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
