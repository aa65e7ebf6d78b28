import Foundation

/// Caches pages in a folder, and gets missing ones from another client.
final class CachedClient: HTTPClient {
  private let client: any HTTPClient
  private let files: any Files
  private let folder: String

  init(client: any HTTPClient, files: any Files, folder: String) {
    self.client = client
    self.files = files
    self.folder = folder
  }

  func get(_ url: URL) async throws -> Response {
    let path = folder + "/" + fileName(for: url)
    if let data = try files.read(path), let kept = try? JSONDecoder().decode(Response.self, from: data) { return kept }
    let response = try await client.get(url)
    if response.status == 200 { try files.write(JSONEncoder().encode(response), to: path) }
    return response
  }

  /// Returns the percent-encoded address as a file name. A long address is split into nested folders.
  private func fileName(for url: URL) -> String {
    var name = url.absoluteString.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    var parts: [String] = []
    while name.count > 200 {
      parts.append("\(name.prefix(200))+")
      name.removeFirst(200)
    }
    return (parts + [name + ".json"]).joined(separator: "/")
  }
}
