import ArgumentParser
import Foundation
import Hummingbird
import Logging
import Singularity

package struct BookServer: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    abstract: "Lends books over HTTP.",
    discussion: "Settings without an option come from services.json. The file of an environment overrides it.")

  /// The types that the server and its requests resolve: the roots of the dependency graph.
  package static var roots: [Any.Type] {
    [Settings.self, Logger.self, Catalogue.self, LoanDesk.self, ReminderRound.self]
  }

  @Option(help: "The environment: development or staging.")
  var environment: String?
  @Option(help: "The port to listen on, or 0 for any free port.")
  var port: Int?
  @Option(help: "The path of the database file.")
  var database: String?
  @Option(help: "The log level.")
  var logLevel: Logger.Level?
  @Flag(help: .hidden)
  var byHand = false

  package init() {}

  package func validate() throws {
    if byHand, environment != nil {
      throw ValidationError("The server wired by hand reads no settings files, so it has no environments.")
    }
  }

  package func run() async throws {
    let app: any ApplicationProtocol
    if byHand {
      app = try await makeHandWiredApp().makeApplication { announce($0, $1) }
    } else {
      app = try await makeContainer().makeApplication { announce($0, $1) }
    }
    try await app.runService()
  }

  /// Makes the container of the server. Registers the code first, then the settings files, then the options.
  package func makeContainer() throws -> Container {
    try Container { container in
      try container.register(module: AppModule())
      try container.register(resource: "services", in: .module, environment: environment)
      // Options override the files because a later registration replaces an earlier one.
      if let port { try container.register(instance: port, name: "port") }
      if let database { try container.register(instance: DatabaseLocation.file(path: database)) }
      if let logLevel { try container.register(instance: logLevel) }
    }
  }

  private func makeHandWiredApp() -> HandWiredApp {
    var app = HandWiredApp()
    if let port { app.settings.port = port }
    if let database { app.database = .file(path: database) }
    if let logLevel { app.logger.logLevel = logLevel }
    return app
  }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}

private func announce(_ host: String, _ port: Int) {
  print("The server is at http://\(host):\(port)")
  fflush(nil)
}
