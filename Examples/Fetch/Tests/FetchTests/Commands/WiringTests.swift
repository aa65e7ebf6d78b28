import AstrojectTesting
import Testing

@testable import fetch

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
    expectResolves(WiringService.self, in: container)
  }

  @Test(
    .overriding { try $0.replace(Output.self) { RecordingOutput() } })
  func `fetch wiring is hidden from help and prints the graph as a report or a Mermaid chart`() async throws {
    let report = try await tool("wiring")
    #expect(report.output.hasPrefix("No problems in 19 registrations, 1 forwarding; 1 opaque: WiringService."))
    #expect(report.code == 0)
    #expect(try await tool("wiring", "--mermaid").output.hasPrefix("flowchart LR"))
    #expect(try await !tool("--help").message.contains("wiring"))
  }

  @Test(
    .overriding { try $0.replace(Output.self) { RecordingOutput() } },
    .overriding(allowUnused: true) { try $0.replace(initializer: { (_: Nobody) in Formatters(all: []) }) })
  func `fetch wiring prints a missing dependency and exits with 1`() async throws {
    let report = try await tool("wiring")
    #expect(report.output.contains("missing-dependency: No registration found for Nobody."))
    #expect(report.code == 1)
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

/// A type without a registration.
private final class Nobody {}
