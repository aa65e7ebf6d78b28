import ArgumentParser
import Foundation

struct Get: NetworkCommand {
  static let configuration = CommandConfiguration(abstract: "Downloads pages, and prints or saves them.")

  @Argument(help: "The addresses of the pages.", transform: webAddress) var urls: [URL]
  @Option(help: "A format that `fetch formats` lists. By default, it follows the content type.") var format: String?
  @Option(help: "A folder to save the pages in unchanged, instead of printing them.") var save: String?
  @OptionGroup var network: NetworkOptions

  func run(_ service: GetService) async throws {
    if let save {
      try await service.save(urls, in: save)
    } else {
      try await service.print(urls, as: format)
    }
  }
}
