import Foundation

/// Lists the links of a page.
struct LinksService {
  let downloader: Downloader
  let output: any Output

  func list(_ url: URL) async throws {
    for link in Page(try await downloader.page(at: url)).links { output.write(link.target.absoluteString) }
  }
}
