import ArgumentParser

struct Check: NetworkCommand {
  static let configuration = CommandConfiguration(
    abstract: "Checks the addresses in a file, one a line.",
    discussion: "The exit code is 1 where one of them cannot be had.")

  @Argument(help: "The file; empty lines and what is behind a # do not count.") var file: String
  @Option(help: "How many to ask for at once.") var jobs = 8
  @OptionGroup var network: NetworkOptions

  func validate() throws {
    if jobs < 1 { throw ValidationError("There has to be one job at least.") }
  }

  func run(_ service: CheckService) async throws {
    if try await !service.check(file, jobs: jobs) { throw ExitCode.failure }
  }
}
