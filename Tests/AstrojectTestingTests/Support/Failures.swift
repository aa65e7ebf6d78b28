import Testing
import TestSupport

/// What the harness has reported to the runner.
struct Failure: Hashable, Sendable, CustomStringConvertible {
  let text: String
  let line: Int

  var description: String { "line \(line): \(text)" }
}

/// What is reported to Swift Testing while the closure runs, in order; none of it fails the test.
///
/// An error that the closure throws fails the test as it would outside.
func failures(_ body: () throws -> Void) rethrows -> [Failure] {
  let caught = Guarded<[Failure]>([])
  try withKnownIssue(isIntermittent: true) {
    try body()
  } matching: { issue in
    caught.note(issue)
  }
  return caught.now
}

/// What is reported to Swift Testing while the closure runs, in order; none of it fails the test.
///
/// An error that the closure throws fails the test as it would outside. A detached task's report is not seen here.
func failures(
  isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
) async rethrows -> [Failure] {
  let caught = Guarded<[Failure]>([])
  try await withKnownIssue(isIntermittent: true) {
    _ = isolation
    try await body()
  } matching: { issue in
    caught.note(issue)
  }
  return caught.now
}

extension Guarded<[Failure]> {
  /// Takes what the harness reports; an error that somebody threw is left to the runner.
  fileprivate func note(_ issue: Issue) -> Bool {
    guard issue.error == nil else { return false }
    let text = issue.comments.map(\.rawValue).joined(separator: "\n")
    withLock { $0.append(Failure(text: text, line: issue.sourceLocation?.line ?? 0)) }
    return true
  }
}
