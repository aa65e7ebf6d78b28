import AstrojectTesting
import Foundation
import Nexus
import XCTest

/// Runs the examples of `AssertionTests` in XCTest.
final class AssertionCase: FailureCatchingCase {
  func testReportsItsFailureAtTheLineOfTheCall() throws {
    for example in AssertionExample.all {
      let assertion = try example.prepare()
      var line = 0
      let caught = failures { line = assertion.synchronous() }
      XCTAssertEqual(caught.map(\.attached), assertion.failures(on: line), example.testDescription)
    }
  }

  func testReportsItsFailureAtTheLineOfTheCallWhenAwaited() async throws {
    for example in AssertionExample.all {
      let assertion = try example.prepare()
      var line = 0
      let caught = await failures { line = await assertion.asynchronous() }
      XCTAssertEqual(caught.map(\.attached), assertion.failures(on: line), example.testDescription)
    }
  }

  func testWritesAnInvalidGraphToAFile() throws {
    let container = Container()
    try container.register(initializer: Model.init(store:))
    let caught = failures { expectValidGraph(container) }
    let path = try XCTUnwrap(caught.first?.path)
    XCTAssertEqual(try String(contentsOfFile: path, encoding: .utf8), container.graphReport().mermaid)
    try FileManager.default.removeItem(atPath: path)
  }
}

extension Failure {
  private static let sign = "written to "

  /// The path of the file that the text names.
  fileprivate var path: String? {
    text.range(of: Failure.sign).map { String(text[$0.upperBound...].prefix { $0 != "\n" }) }
  }

  /// The failure as a runner with attachments reports it. XCTest writes a file with a unique path instead.
  fileprivate var attached: Failure {
    guard let path else { return self }
    return Failure(text: text.replacingOccurrences(of: Failure.sign + path, with: "attached as graph.mmd"), line: line)
  }
}
