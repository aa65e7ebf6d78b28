import AstrojectSources

/// Reports failures to the running test runner.
///
/// Swift Testing attributes a failure in a detached task or a separate thread to no test, but the run fails. XCTest
/// attributes it to the case that runs at that moment. XCTest ignores failures before the first case, between two
/// cases, after the last one, and in a class's `setUp`.
package enum Reporter {
  /// A receiver of failures that replaces the runner, for the tests of this module.
  @TaskLocal package static var receiver: Receiver?

  /// A closure that receives failures.
  ///
  /// It is a class because Swift 6.3.1, optimizing a task-local of a closure type, finds no metadata for that type.
  package final class Receiver: Sendable {
    /// The path and the line of a failure that is reported at another place than the call.
    package typealias Place = (path: String, line: Int)

    fileprivate let receive: @Sendable (_ text: String, _ site: CallSite, _ place: Place?) -> Void
    /// Wraps a closure that receives each failure: its text, the call, and the place if that is another one.
    package init(_ receive: @escaping @Sendable (_ text: String, _ site: CallSite, _ place: Place?) -> Void) {
      self.receive = receive
    }
  }

  /// Fails the running test; outside a test, it writes to standard error only.
  static func fail(_ text: String, at site: CallSite) {
    if let receiver { return receiver.receive(text, site, nil) }
    switch Runner.current {
    case .swiftTesting: failInSwiftTesting(text, at: site)
    case .xctest: failInXCTest(text, at: site)
    case .either:
      // The library that does not run ignores it silently.
      failInSwiftTesting(text, at: site)
      failInXCTest(text, at: site)
    case .none: StandardError.write(notice(of: text, at: site))
    }
  }

  /// Fails the running test at another place than the call, where the runner can be told of one.
  ///
  /// - Parameters:
  ///   - place: The place that the failure is about; nil if it is not known.
  ///   - site: The call, at which it fails otherwise.
  ///   - text: Makes the text. Its parameter is true if the failure is reported at the place.
  static func fail(at place: SourcePlace?, calledAt site: CallSite, _ text: (_ isAtPlace: Bool) -> String) {
    guard let place else { return fail(text(false), at: site) }
    if let receiver { return receiver.receive(text(true), site, (place.path, place.line)) }
    switch Runner.current {
    case .swiftTesting: failInSwiftTesting(text(true), at: place)
    case .xctest:
      if !failInXCTest(text(true), at: place) { failInXCTest(text(false), at: site) }
    case .either:
      failInSwiftTesting(text(true), at: place)
      if !failInXCTest(text(true), at: place) { failInXCTest(text(false), at: site) }
    case .none: StandardError.write(notice(of: text(false), at: site))
    }
  }

  /// Returns the text to write if no test is running.
  static func notice(of text: String, at site: CallSite) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "  \($0)" }
    return """
      AstrojectTesting: no test is running, so nothing fails by this; \(site.fileID):\(site.line) reported:
      \(lines.joined(separator: "\n"))

      """
  }
}
