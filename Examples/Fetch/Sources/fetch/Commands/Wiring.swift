import ArgumentParser

struct Wiring: NetworkCommand {
  static let configuration = CommandConfiguration(
    abstract: "Checks how the tool is wired, and shows it.", shouldDisplay: false)

  @Flag(help: "Draw it, in the language of Mermaid.") var mermaid = false
  @OptionGroup var network: NetworkOptions

  func run(_ service: WiringService) throws {
    let isValid = service.show(roots: Fetch.services, drawn: mermaid)
    if !isValid { throw ExitCode.failure }
  }
}
