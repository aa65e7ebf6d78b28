import AstrojectTesting
import Testing

@testable import FetchKit

@Suite("The wiring", .container(FetchContainer.make))
struct WiringTests {
  @Test(arguments: NetworkOptions.Client.allCases, Patience.allCases)
  func `the graph of the tool is valid for each client and each retry policy`(
    client: NetworkOptions.Client, patience: Patience
  ) throws {
    let options = try NetworkOptions.parse(["--client", client.rawValue, "--retry", patience.rawValue])
    let container = try Container.current.makeChild { try $0.register(module: options) }
    expectValidGraph(container, roots: Fetch.services)
  }

  @Test func `the graph of the tool is valid without options if Downloader comes from outside`() {
    expectValidGraph(Container.current, roots: Fetch.services, externals: [Downloader.self])
  }

  @Test func `the container of the tool resolves the service of each command`() throws {
    let container = try Container.current.makeChild { try $0.register(module: NetworkOptions.parse([])) }
    expectResolves(GetService.self, in: container)
    expectResolves(LinksService.self, in: container)
    expectResolves(CheckService.self, in: container)
    expectResolves(FormatsService.self, in: container)
  }

  @Test func `the container of the tool releases all instances that it built for a command`() throws {
    try expectReleased(after: {
      let container = try FetchContainer.make()
      let command = try container.makeChild { try $0.register(module: NetworkOptions.parse(["--client", "cached"])) }
      _ = try command.resolve(GetService.self)
      return container
    })
  }
}
