import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Asks the network.
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
      throw Failure("\(url) does not answer: \(error.localizedDescription)")
    }
  }

  /// Nothing can be asked for afterwards.
  func close() { session.finishTasksAndInvalidate() }
}
