import FetchKit
import Nexus

/// Makes the container of the process, runs the command in it, and shuts the container down.
@main
enum Main {
  static func main() async {
    do {
      let container = try FetchContainer.make()
      let result = await Container.withCurrent(container) { await Fetch.run(Array(CommandLine.arguments.dropFirst())) }
      try await container.shutdown()
      try result.get()
    } catch {
      Fetch.exit(withError: error)
    }
  }
}
