import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests to the network.
final class URLSessionClient: HTTPClient {
  private let session = URLSession(configuration: .ephemeral)

  func get(_ url: URL) async throws -> Response {
    do {
      let (body, answer) = try await session.data(from: url)
      guard let answer = answer as? HTTPURLResponse else { throw URLError(.badServerResponse) }
      return Response(
        url: answer.url ?? url, status: answer.statusCode,
        contentType: answer.value(forHTTPHeaderField: "Content-Type") ?? "application/octet-stream", body: body)
    } catch let error as URLError {
      throw Failure("no answer from \(url): \(error.localizedDescription)")
    }
  }

  /// Ends the session. Requests fail afterwards.
  func close() { session.finishTasksAndInvalidate() }
}
