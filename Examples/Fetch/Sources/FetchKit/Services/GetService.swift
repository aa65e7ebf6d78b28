import Foundation

/// Prints or saves pages.
struct GetService {
  let downloader: Downloader
  let formatters: Formatters
  let files: any Files
  let output: any Output

  /// Prints pages.
  ///
  /// - Parameter format: The name of a format, or nil to choose it by the content type.
  func print(_ urls: [URL], as format: String?) async throws {
    let chosen = try format.map { try formatters.named($0) }
    for url in urls {
      let response = try await downloader.page(at: url)
      let formatter = try chosen ?? formatters.fitting(response.contentType)
      output.write(try formatter.text(of: response))
    }
  }

  /// Writes pages unchanged to files in a folder.
  func save(_ urls: [URL], in folder: String) async throws {
    for url in urls {
      let response = try await downloader.page(at: url)
      let name = ["", "/"].contains(url.lastPathComponent) ? "index" : url.lastPathComponent
      try files.write(response.body, to: folder + "/" + name)
      output.write("\(url) → \(folder)/\(name), \(response.body.count) bytes")
    }
  }
}
