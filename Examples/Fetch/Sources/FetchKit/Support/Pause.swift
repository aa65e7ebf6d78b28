/// Waits.
protocol Pause: Sendable {
  func wait(_ duration: Duration) async throws
}

struct RealPause: Pause {
  init() {}
  func wait(_ duration: Duration) async throws { try await Task.sleep(for: duration) }
}
