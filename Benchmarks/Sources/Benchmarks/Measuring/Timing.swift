import Probe

/// Repeats an operation, and returns the time without setup and cleanup.
typealias Body = (_ count: Int) async throws -> Duration

/// Returns a body that times a loop.
func timed(_ loop: @escaping (Int) throws -> Void) -> Body {
  { count in
    let clock = ContinuousClock()
    let start = clock.now
    try loop(count)
    return clock.now - start
  }
}

/// Returns a body that times a loop with awaited operations.
func timedAwaiting(_ loop: @escaping (Int) async throws -> Void) -> Body {
  { count in
    let clock = ContinuousClock()
    let start = clock.now
    try await loop(count)
    return clock.now - start
  }
}

/// Returns a body that times a loop on the main actor.
func timedOnMainActor(_ loop: @escaping @MainActor @Sendable (Int) throws -> Void) -> Body {
  { count in
    try await MainActor.run {
      let clock = ContinuousClock()
      let start = clock.now
      try loop(count)
      return clock.now - start
    }
  }
}

/// Takes an object, and releases it as the rest of a program would.
///
/// The reference goes through memory that is opaque to the compiler. So the compiler cannot omit the object, nor its
/// retain and release.
@inline(__always)
func sink(_ object: consuming AnyObject) { withUnsafeMutablePointer(to: &object) { probe_sink($0) } }

extension Duration {
  /// Returns the nanoseconds of each of a number of operations.
  func nanoseconds(per count: Int) -> Double { self / .nanoseconds(1) / Double(count) }
}
