import ArgumentParser
import AstrojectGraph
import Foundation
import Hummingbird
import Logging
import Singularity

@main
struct BookServer: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lends books over HTTP.",
    discussion: "What no option says is in services.json, and in services.staging.json for the environment staging.")

  @Option(help: "The environment whose file goes over services.json.")
  var environment: String?
  @Option(help: "The port to serve on; 0 for any that is free.")
  var port: Int?
  @Option(help: "The file of the database.")
  var database: String?
  @Option(help: "How much is logged.")
  var logLevel: Logger.Level?
  @Flag(help: "Print the graph of the server for Mermaid, and end.")
  var graph = false
  @Flag(help: "Print the graph of the server for Graphviz, and end.")
  var dot = false
  @Flag(help: .hidden)
  var byHand = false

  func validate() throws {
    if byHand, environment != nil { throw ValidationError("The server that is wired by hand reads no files.") }
  }

  func run() async throws {
    if graph || dot {
      let container = try makeContainer()
      print(dot ? container.graph.dot : container.graph.mermaid)
      return
    }

    let app: any ApplicationProtocol
    if byHand {
      app = try await makeHandWiredApp().makeApplication { announce($0, $1) }
    } else {
      app = try await makeContainer().makeApplication { announce($0, $1) }
    }
    try await app.runService()
  }

  /// Makes the container of the server: what the code registers, then the files, then the options.
  func makeContainer() throws -> Container {
    try Container { container in
      try container.register(module: AppModule())
      try container.register(resource: "services", in: .module, environment: environment)
      // Options have the last word over the files, as the later registration replaces the earlier one.
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
