import TestSupport

@testable import Astroject
@testable import AstrojectOverrides
@testable import AstrojectTesting

/// A failure that AstrojectTesting has reported to the runner.
struct Failure: Hashable, Sendable, CustomStringConvertible {
  let text: String
  let line: Int
  /// The path of the file, if it is reported at another place than the call.
  var file: String?

  var description: String { "line \(line): \(text)" }
}

/// Returns the failures that AstrojectTesting reports while the closure runs, in order.
///
/// The runner does not receive them. Reports of detached tasks are not included.
func failures(_ body: () throws -> Void) rethrows -> [Failure] {
  let caught = Guarded<[Failure]>([])
  try Reporter.$receiver.withValue(caught.receiver) { try body() }
  return caught.now
}

/// Returns the failures that AstrojectTesting reports while the closure is awaited, in order.
///
/// The runner does not receive them. Reports of detached tasks are not included.
func failures(
  isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
) async rethrows -> [Failure] {
  let caught = Guarded<[Failure]>([])
  try await Reporter.$receiver.withValue(caught.receiver, isolation: isolation, awaiting: body)
  return caught.now
}

/// The text of the failure that an unused override is, with the remedy for it.
func unusedText(_ key: String, _ remedy: String = "remove it, or pass `allowUnused: true`.") -> String {
  """
  Expected the override of \(key) to be used, but it never was.
    Remedy: \(remedy)
  """
}

extension Guarded<[Failure]> {
  fileprivate var receiver: Reporter.Receiver {
    Reporter.Receiver { text, site, place in
      let line = place?.line ?? Int(site.line)
      self.withLock { $0.append(Failure(text: text, line: line, file: place?.path)) }
    }
  }
}
