#if canImport(XCTest)
  import XCTest

  extension Reporter {
    static func failInXCTest(_ text: String, at site: CallSite) {
      XCTFail(text, file: site.filePath, line: site.line)
    }

    /// True: XCTest tells when a case has ended. The observer is added when it is first needed.
    static let isXCTestObserved = {
      XCTestObservationCenter.shared.addTestObserver(CaseObserver())
      return true
    }()
  }

  /// Notes when a case begins, and releases its forks when it has ended.
  private final class CaseObserver: NSObject, XCTestObservation {
    func testCaseWillStart(_ testCase: XCTestCase) { PlainTests.shared.beginXCTestCase() }
    func testCaseDidFinish(_ testCase: XCTestCase) { PlainTests.shared.endXCTestCase() }
  }
#else
  extension Reporter {
    static func failInXCTest(_ text: String, at site: CallSite) {}
    static let isXCTestObserved = false
  }
#endif
