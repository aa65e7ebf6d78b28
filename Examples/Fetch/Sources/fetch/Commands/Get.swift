import ArgumentParser
import Foundation

struct Get: NetworkCommand {
  static let configuration = CommandConfiguration(abstract: "Gets pages, and prints or saves them.")

  @Argument(help: "What to get.", transform: webAddress) var urls: [URL]
  @Option(help: "How to print it; `fetch formats` lists the ways. By default, its type says it.") var format: String?
  @Option(help: "A folder to save it in as it came, instead of printing it.") var save: String?
  @OptionGroup var network: NetworkOptions

  func run(_ service: GetService) async throws {
    if let save {
      try await service.save(urls, in: save)
    } else {
      try await service.print(urls, as: format)
    }
  }
}
