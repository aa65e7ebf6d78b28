import Foundation

/// Gets pages, and tries again where that may help.
final class Downloader: Sendable {
  private let client: any HTTPClient
  private let policy: RetryPolicy
  private let pause: any Pause

  init(client: any HTTPClient, policy: RetryPolicy, pause: any Pause) {
    self.client = client
    self.policy = policy
    self.pause = pause
  }

  /// What is at an address, whether that is a page or not.
  func response(from url: URL) async throws -> Response {
    for attempt in 1..<policy.attempts {
      if let response = try? await client.get(url), response.status < 500 { return response }
      try await pause.wait(policy.pause(after: attempt))
    }
    return try await client.get(url)
  }

  /// The page at an address.
  ///
  /// - Throws: Where there is none.
  func page(at url: URL) async throws -> Response {
    let response = try await response(from: url)
    if response.status >= 400 { throw Failure("\(url) answers \(response.status).") }
    return response
  }
}
