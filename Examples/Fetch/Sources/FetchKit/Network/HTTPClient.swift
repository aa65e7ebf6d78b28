import Foundation

/// Sends requests.
protocol HTTPClient: Sendable {
  /// - Throws: An error if there is no answer. An answer with an error status such as 404 is returned.
  func get(_ url: URL) async throws -> Response
}

/// The answer to a request.
struct Response: Codable, Sendable {
  let url: URL
  let status: Int
  /// For example `text/html; charset=utf-8`.
  let contentType: String
  let body: Data

  var text: String { String(decoding: body, as: UTF8.self) }
}
