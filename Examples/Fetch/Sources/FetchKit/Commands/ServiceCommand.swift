import ArgumentParser
import Nexus

/// A command that parses its arguments and leaves the work to a service.
///
/// The parser decodes commands, so a container cannot inject anything into their initializers. A command names its
/// service instead. The container builds the service, and the command passes it the parsed arguments.
protocol ServiceCommand: AsyncParsableCommand {
  associatedtype Service

  /// Registers the choices of the options in the child container of this run.
  func configure(_ container: Container) throws

  /// Passes the parsed arguments to the service.
  func run(_ service: Service) async throws
}

extension ServiceCommand {
  func configure(_ container: Container) throws {}

  func run() async throws {
    // Services are registered in the parent in graph scope, so they get the dependencies registered in the child.
    try await Container.current.withChild(named: "command", registering: configure) { container in
      try await run(container.resolve(Service.self))
    }
  }
}
