import ArgumentParser
import Foundation

struct Links: NetworkCommand {
  static let configuration = CommandConfiguration(abstract: "Lists where a page links to.")

  @Argument(help: "The page.", transform: webAddress) var url: URL
  @OptionGroup var network: NetworkOptions

  func run(_ service: LinksService) async throws { try await service.list(url) }
}
