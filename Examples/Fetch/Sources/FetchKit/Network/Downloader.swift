import Foundation

/// Downloads pages, and retries if there is no answer or a server error.
package final class Downloader: Sendable {
  private let client: any HTTPClient
  private let policy: RetryPolicy
  private let pause: any Pause

  init(client: any HTTPClient, policy: RetryPolicy, pause: any Pause) {
    self.client = client
    self.policy = policy
    self.pause = pause
  }

  /// Returns the answer from an address, whatever its status is.
  func response(from url: URL) async throws -> Response {
    for attempt in 1..<policy.attempts {
      if let response = try? await client.get(url), response.status < 500 { return response }
      try await pause.wait(policy.pause(after: attempt))
    }
    return try await client.get(url)
  }

  /// Returns the page at an address.
  ///
  /// - Throws: A `Failure` if the status is an error, or the error of the client if there is no answer.
  func page(at url: URL) async throws -> Response {
    let response = try await response(from: url)
    if response.status >= 400 { throw Failure("\(url) answered with status \(response.status).") }
    return response
  }
}
