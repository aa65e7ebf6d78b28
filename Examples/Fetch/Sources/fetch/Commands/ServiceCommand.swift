import ArgumentParser
import Nexus

/// A command whose work is done by a service.
///
/// The parser decodes commands, so that nobody can give their initializers anything. A command therefore only parses: it
/// names its service, which the container builds, and hands it what was parsed.
protocol ServiceCommand: AsyncParsableCommand {
  associatedtype Service

  /// Registers what the options of the command choose, in a container for this run of it.
  func configure(_ container: Container) throws

  /// Hands what was parsed to the service.
  func run(_ service: Service) async throws
}

extension ServiceCommand {
  func configure(_ container: Container) throws {}

  func run() async throws {
    // Services are graph-scoped, and so take from the child what it has of its own.
    try await Container.current.withChild(named: "command", registering: configure) { container in
      try await run(container.resolve(Service.self))
    }
  }
}
