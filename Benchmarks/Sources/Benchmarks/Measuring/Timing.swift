import Probe

/// Does an operation so many times and says how long it took; what is made for it or thrown away is not in the time.
typealias Body = (_ count: Int) async throws -> Duration

/// A body that times a loop.
func timed(_ loop: @escaping (Int) throws -> Void) -> Body {
  { count in
    let clock = ContinuousClock()
    let start = clock.now
    try loop(count)
    return clock.now - start
  }
}

/// A body that times a loop of things that are awaited.
func timedAwaiting(_ loop: @escaping (Int) async throws -> Void) -> Body {
  { count in
    let clock = ContinuousClock()
    let start = clock.now
    try await loop(count)
    return clock.now - start
  }
}

/// Takes an object, holds it for a moment as the rest of a program would, and lets go of it.
///
/// The reference lies in memory that the compiler cannot foresee, so that neither making the object nor retaining and
/// releasing it can be left out.
@inline(__always)
func sink(_ object: consuming AnyObject) { withUnsafeMutablePointer(to: &object) { probe_sink($0) } }

extension Duration {
  /// How many nanoseconds each of so many operations took.
  func nanoseconds(per count: Int) -> Double { self / .nanoseconds(1) / Double(count) }
}
