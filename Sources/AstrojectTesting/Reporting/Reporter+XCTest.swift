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

    /// Holds an object until the running case has ended.
    static func holdInXCTest(_ object: any Sendable) { RunningCase.shared.hold(object) }

    /// True if XCTest is known to run a case.
    static var isCaseOfXCTestKnown: Bool { RunningCase.shared.isObserved }

    /// True: XCTest tells when a case has ended. The observer is added when it is first needed.
    static let isXCTestObserved = {
      XCTestObservationCenter.shared.addTestObserver(CaseObserver())
      return true
    }()
  }

  /// The case that XCTest runs, as far as it is known: a ``ContainerTestCase``, or any case after the first that the
  /// observer was needed in; and what it holds.
  final class RunningCase: Sendable {
    static let shared = RunningCase()

    private struct State {
      weak var testCase: XCTestCase?
      /// True from the observer's report of the case's start to that of its end.
      var isObserved = false
      /// True if an `XCTUnwrap` has failed.
      var hasFailedToUnwrap = false
      var held: [any Sendable] = []
    }

    private let state = Lock(State())

    var testCase: XCTestCase? { state.withLock { $0.testCase } }

    var isObserved: Bool { state.withLock { $0.isObserved } }

    /// True if an `XCTUnwrap` of the running case has failed.
    var hasFailedToUnwrap: Bool { state.withLock { $0.hasFailedToUnwrap } }

    /// Notes a failure of the running case.
    ///
    /// An `XCTUnwrap` that fails ends the method. XCTest does not count its error, because it has reported the failure.
    func note(failure text: String) {
      if text.hasPrefix("XCTUnwrap") { state.withLock { $0.hasFailedToUnwrap = true } }
    }

    /// Notes the case that the observer reports.
    func begin(_ testCase: XCTestCase) { state.withLock { ($0.testCase, $0.isObserved) = (testCase, true) } }

    /// Notes that a ``ContainerTestCase`` begins, or that its method has returned.
    func note(_ testCase: XCTestCase?) { state.withLock { $0.testCase = testCase } }

    /// Holds an object until the case has ended.
    func hold(_ object: any Sendable) { state.withLock { $0.held.append(object) } }

    /// Notes that the case has ended, and releases what it holds.
    func end() { state.change { $0 = State() } }
  }

  /// Notes when a case begins, when it fails, and when it has ended.
  private final class CaseObserver: NSObject, XCTestObservation {
    func testCaseWillStart(_ testCase: XCTestCase) { RunningCase.shared.begin(testCase) }
    #if canImport(Darwin)
      func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue) {
        RunningCase.shared.note(failure: issue.compactDescription)
      }
    #else
      func testCase(
        _ testCase: XCTestCase, didFailWithDescription description: String, inFile filePath: String?, atLine line: Int
      ) { RunningCase.shared.note(failure: description) }
    #endif
    func testCaseDidFinish(_ testCase: XCTestCase) { RunningCase.shared.end() }
  }
#else
  extension Reporter {
    static func failInXCTest(_ text: String, at site: CallSite) {}
    static func failInXCTest(_ text: String, at place: SourcePlace) -> Bool { false }
    static func attachInXCTest(_ texts: [(name: String, text: String)]) -> Bool { false }
    static func holdInXCTest(_ object: any Sendable) {}
    static let isCaseOfXCTestKnown = false
    static let isXCTestObserved = false
  }
#endif
