import Foundation

/// Gets what is at an address.
protocol HTTPClient: Sendable {
  /// - Throws: Where there is no answer. An answer that says that there is no page is no error.
  func get(_ url: URL) async throws -> Response
}

/// An answer.
struct Response: Codable, Sendable {
  let url: URL
  let status: Int
  /// As `text/html; charset=utf-8`.
  let contentType: String
  let body: Data

  var text: String { String(decoding: body, as: UTF8.self) }
}
