import ArgumentParser

struct Check: NetworkCommand {
  static let configuration = CommandConfiguration(
    abstract: "Checks the addresses in a file, one per line.",
    discussion: "The exit code is 1 if an address is not available.")

  @Argument(help: "The file. Blank lines and comments after # are ignored.") var file: String
  @Option(help: "The maximum number of requests at once.") var jobs = 8
  @OptionGroup var network: NetworkOptions

  func validate() throws {
    if jobs < 1 { throw ValidationError("--jobs must be at least 1.") }
  }

  func run(_ service: CheckService) async throws {
    if try await !service.check(file, jobs: jobs) { throw ExitCode.failure }
  }
}
