import ArgumentParser
import Nexus

/// The root command.
package struct Fetch: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "fetch",
    abstract: "Downloads web pages and shows their contents.",
    subcommands: [Get.self, Links.self, Check.self, Formats.self])

  package init() {}

  /// The services of all commands: the roots of the dependency graph.
  package static var services: [Any.Type] {
    configuration.subcommands.compactMap { ($0 as? any ServiceCommand.Type)?.service }
  }

  /// Parses the arguments, and runs their command in the current container.
  ///
  /// The parser's `main()` exits the process after a failure. This function returns, so that `Main` can shut the
  /// container down and tests can look at the result.
  package static func run(_ arguments: [String]) async -> Result<Void, any Error> {
    do {
      var command = try parseAsRoot(arguments)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      return .success(())
    } catch let error as AstrojectError {
      // Reports the error of the initializer alone, because the wiring does not concern the user.
      return .failure(error.underlyingError ?? error)
    } catch {
      return .failure(error)
    }
  }
}

extension ServiceCommand {
  fileprivate static var service: Any.Type { Service.self }
}
