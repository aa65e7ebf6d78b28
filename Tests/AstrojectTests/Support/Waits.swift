import Foundation

@testable import Astroject

// No event announces a wait, so these functions look for it again and again, without a limit.

/// Returns true if `WaitGraph` describes a wait by these words, such as "A → B waits for C".
private func isThere(_ wait: String) -> Bool { WaitGraph.description.split(separator: "\n").contains(Substring(wait)) }

/// Blocks until `WaitGraph` has a wait, such as "A → B waits for C". It is called on a thread of its own.
func blockUntil(_ wait: String) { while !isThere(wait) { Thread.sleep(forTimeInterval: 0.001) } }

/// Suspends until `WaitGraph` has a wait, such as "A → B waits for C".
func suspendUntil(_ wait: String) async throws { while !isThere(wait) { try await Task.sleep(for: .milliseconds(1)) } }
