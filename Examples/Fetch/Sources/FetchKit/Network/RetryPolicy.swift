/// The number of attempts, and the pauses between them.
struct RetryPolicy {
  let attempts: Int
  let firstPause: Duration

  /// Each pause is twice as long as the one before.
  func pause(after attempt: Int) -> Duration { firstPause * (1 << (attempt - 1)) }
}

/// The key of a retry policy.
enum Patience: String, CaseIterable {
  case patient, eager, never
}
