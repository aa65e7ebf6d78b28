import AstrojectTesting
import Testing

@testable import fetch

@Suite("The wiring", .container(FetchContainer.make))
struct WiringTests {
  @Test("is complete, whatever the options choose", arguments: NetworkOptions.Client.allCases, Patience.allCases)
  func isComplete(client: NetworkOptions.Client, patience: Patience) throws {
    let options = try NetworkOptions.parse(["--client", client.rawValue, "--retry", patience.rawValue])
    let container = try Container.current.makeChild { try $0.register(module: options) }
    expectValidGraph(container, roots: Fetch.services)
  }

  @Test("lacks the downloader where no command has chosen one")
  func needsOptions() {
    expectValidGraph(Container.current, roots: Fetch.services, externals: [Downloader.self])
  }

  @Test("builds the service of each command")
  func services() throws {
    let container = try Container.current.makeChild { try $0.register(module: NetworkOptions.parse([])) }
    expectResolves(GetService.self, in: container)
    expectResolves(LinksService.self, in: container)
    expectResolves(CheckService.self, in: container)
    expectResolves(FormatsService.self, in: container)
    expectResolves(WiringService.self, in: container)
  }

  @Test(
    "is shown by a command that help does not list", .overriding { try $0.replace(Output.self) { RecordingOutput() } })
  func isShown() async throws {
    let report = try await tool("wiring")
    #expect(report.output.hasPrefix("Nothing is wrong in the graph of 20 registrations."))
    #expect(report.code == 0)
    #expect(try await tool("wiring", "--mermaid").output.hasPrefix("flowchart LR"))
    #expect(try await !tool("--help").message.contains("wiring"))
  }

  @Test(
    "is shown with what is wrong in it",
    .overriding { try $0.replace(Output.self) { RecordingOutput() } },
    .overriding(allowUnused: true) { try $0.replace(initializer: { (_: Nobody) in Formatters(all: []) }) })
  func isWrong() async throws {
    let report = try await tool("wiring")
    #expect(report.output.contains("missing-dependency: No registration found for Nobody."))
    #expect(report.code == 1)
  }

  @Test("goes with its container")
  func release() throws {
    try expectReleased(after: {
      let container = try FetchContainer.make()
      let command = try container.makeChild { try $0.register(module: NetworkOptions.parse(["--client", "cached"])) }
      _ = try command.resolve(GetService.self)
      return container
    })
  }
}

/// What nobody has registered.
private final class Nobody {}
