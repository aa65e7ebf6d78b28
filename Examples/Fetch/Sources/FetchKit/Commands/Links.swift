import ArgumentParser
import Foundation

struct Links: NetworkCommand {
  static let configuration = CommandConfiguration(abstract: "Lists the links of a page.")

  @Argument(help: "The address of the page.", transform: webAddress) var url: URL
  @OptionGroup var network: NetworkOptions

  func run(_ service: LinksService) async throws { try await service.list(url) }
}
