import Foundation

/// An error of user code that prints its description.
struct Trouble: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Runs a closure on a new thread, and does not wait for it.
func detach(_ body: @escaping @Sendable () -> Void) { Thread.detachNewThread(body) }
