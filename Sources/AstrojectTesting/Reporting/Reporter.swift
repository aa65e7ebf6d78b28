/// Tells a failure to the runner that runs.
///
/// Swift Testing lays what a detached task or a thread of one's own reports at no test's door, but the run fails.
/// XCTest lays it at the door of the case that runs at that moment, and hears nothing before the first case, between
/// two cases and after the last one: what is reported then, or from a class's `setUp`, is lost.
package enum Reporter {
  /// Receives failures in place of the runner, in the tests of the harness itself.
  @TaskLocal package static var receiver: Receiver?

  /// A class, as Swift 6.3.1 finds no metadata for the type of the closure when it optimizes a task-local of that type.
  package final class Receiver: Sendable {
    fileprivate let receive: @Sendable (_ text: String, _ site: CallSite) -> Void
    package init(_ receive: @escaping @Sendable (_ text: String, _ site: CallSite) -> Void) { self.receive = receive }
  }

  /// Fails the running test; outside any test it only says so on standard error.
  static func fail(_ text: String, at site: CallSite) {
    if let receiver { return receiver.receive(text, site) }
    switch Runner.current {
    case .swiftTesting: failInSwiftTesting(text, at: site)
    case .xctest: failInXCTest(text, at: site)
    case .either:
      // The one that does not run passes over it in silence.
      failInSwiftTesting(text, at: site)
      failInXCTest(text, at: site)
    case .none: StandardError.write(notice(of: text, at: site))
    }
  }

  /// What is said where nobody listens.
  static func notice(of text: String, at site: CallSite) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "  \($0)" }
    return """
      AstrojectTesting: no test is running, so nothing fails by this; \(site.fileID):\(site.line) reported:
      \(lines.joined(separator: "\n"))

      """
  }
}
