import ArgumentParser
import AstrojectGraph
import Foundation
import Hummingbird
import Logging
import Nexus

@main
struct BookServer: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Lends books over HTTP.")

  @Option(help: "The port to serve on; 0 for any that is free.")
  var port = 8080
  @Option(help: "The file of the database. Without, it is in a new temporary folder.")
  var database: String?
  @Option(help: "How much is logged.")
  var logLevel = "info"
  @Flag(help: "Print the graph of the server for Mermaid, and end.")
  var graph = false
  @Flag(help: "Print the graph of the server for Graphviz, and end.")
  var dot = false
  @Flag(help: .hidden)
  var byHand = false

  func run() async throws {
    var settings = Settings(port: port)
    settings.logger.logLevel = Logger.Level(rawValue: logLevel) ?? .info
    if graph || dot {
      let container = try Container { try $0.register(module: AppModule(settings: settings)) }
      print(dot ? container.graph.dot : container.graph.mermaid)
      return
    }

    settings.database = .file(try database ?? temporaryDatabase())
    let app: any ApplicationProtocol
    if byHand {
      app = try await HandWiredApp(settings: settings).makeApplication { announce($0) }
    } else {
      let container = try Container { try $0.register(module: AppModule(settings: settings)) }
      app = try await container.makeApplication { announce($0) }
    }
    try await app.runService()
  }
}

private func announce(_ port: Int) {
  print("The server is at http://127.0.0.1:\(port)")
  fflush(nil)
}

private func temporaryDatabase() throws -> String {
  let folder = FileManager.default.temporaryDirectory.appending(path: "BookServer-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  return folder.appending(path: "books.sqlite").path
}
