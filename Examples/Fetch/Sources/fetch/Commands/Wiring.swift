import ArgumentParser

struct Wiring: NetworkCommand {
  static let configuration = CommandConfiguration(
    abstract: "Checks the dependency graph of the tool, and prints it.", shouldDisplay: false)

  @Flag(help: "Print the graph as a Mermaid chart.") var mermaid = false
  @OptionGroup var network: NetworkOptions

  func run(_ service: WiringService) throws {
    let isValid = service.show(roots: Fetch.services, drawn: mermaid)
    if !isValid { throw ExitCode.failure }
  }
}
