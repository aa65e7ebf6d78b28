import AstrojectSources

#if canImport(XCTest)
  import XCTest

  extension Reporter {
    static func failInXCTest(_ text: String, at site: CallSite) {
      XCTFail(text, file: site.filePath, line: site.line)
    }

    /// Fails the running case at a place.
    ///
    /// - Returns: False if the running case is not known, so that nothing was reported.
    static func failInXCTest(_ text: String, at place: SourcePlace) -> Bool {
      guard isXCTestObserved, let testCase = RunningCase.shared.testCase else { return false }
      #if canImport(Darwin)
        let location = XCTSourceCodeLocation(filePath: place.path, lineNumber: place.line)
        testCase.record(
          XCTIssue(
            type: .assertionFailure, compactDescription: text, detailedDescription: nil,
            sourceCodeContext: XCTSourceCodeContext(location: location), associatedError: nil, attachments: []))
      #else
        testCase.recordFailure(withDescription: text, inFile: place.path, atLine: place.line, expected: true)
      #endif
      return true
    }

    /// Attaches texts to the running case.
    ///
    /// - Returns: False if XCTest has no attachments, as outside of Apple platforms, or if the running case is not
    ///   known.
    static func attachInXCTest(_ texts: [(name: String, text: String)]) -> Bool {
      #if canImport(Darwin)
        guard isXCTestObserved, let testCase = RunningCase.shared.testCase else { return false }
        for (name, text) in texts {
          let attachment = XCTAttachment(data: Data(text.utf8))
          attachment.name = name
          attachment.lifetime = .keepAlways
          testCase.add(attachment)
        }
        return true
      #else
        return false
      #endif
    }

    /// True: XCTest tells when a case has ended. The observer is added when it is first needed.
    static let isXCTestObserved = {
      XCTestObservationCenter.shared.addTestObserver(CaseObserver())
      return true
    }()
  }

  /// The case that XCTest runs, as far as it is known: a ``ContainerTestCase``, or any case after the first that the
  /// observer was needed in.
  final class RunningCase: Sendable {
    static let shared = RunningCase()

    private struct Weak { weak var testCase: XCTestCase? }
    private let running = Lock(Weak())

    var testCase: XCTestCase? { running.withLock { $0.testCase } }

    /// Notes that a case begins, or that it has ended.
    func note(_ testCase: XCTestCase?) { running.withLock { $0 = Weak(testCase: testCase) } }
  }

  /// Notes when a case begins, and releases its forks when it has ended.
  private final class CaseObserver: NSObject, XCTestObservation {
    func testCaseWillStart(_ testCase: XCTestCase) {
      RunningCase.shared.note(testCase)
      PlainTests.shared.beginXCTestCase()
    }

    func testCaseDidFinish(_ testCase: XCTestCase) {
      RunningCase.shared.note(nil)
      PlainTests.shared.endXCTestCase()
    }
  }
#else
  extension Reporter {
    static func failInXCTest(_ text: String, at site: CallSite) {}
    static func failInXCTest(_ text: String, at place: SourcePlace) -> Bool { false }
    static func attachInXCTest(_ texts: [(name: String, text: String)]) -> Bool { false }
    static let isXCTestObserved = false
  }
#endif
