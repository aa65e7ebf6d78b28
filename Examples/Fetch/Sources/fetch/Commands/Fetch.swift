import ArgumentParser
import Nexus

/// The root command.
struct Fetch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch",
    abstract: "Gets pages, and shows what is in them.",
    subcommands: [Get.self, Links.self, Check.self, Formats.self, Wiring.self])

  /// The services of all commands: what is resolved from outside.
  static var services: [Any.Type] {
    configuration.subcommands.compactMap { ($0 as? any ServiceCommand.Type)?.service }
  }

  /// Parses the arguments and runs the command they say, in the current container.
  ///
  /// `main()` of the parser ends the process where something fails; this comes back, for `shutdown()` and for tests.
  static func run(_ arguments: [String]) async -> Result<Void, any Error> {
    do {
      var command = try parseAsRoot(arguments)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      return .success(())
    } catch let error as AstrojectError {
      // What an initializer has thrown is told as it is; how the tool is wired is nothing for whoever runs it.
      return .failure(error.underlyingError ?? error)
    } catch {
      return .failure(error)
    }
  }
}

extension ServiceCommand {
  fileprivate static var service: Any.Type { Service.self }
}
