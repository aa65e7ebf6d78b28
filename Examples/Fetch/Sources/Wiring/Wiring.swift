import AstrojectTool
import FetchKit

@main enum Wiring: GraphTool {
  static func makeContainer() throws -> Container { try FetchContainer.make() }
  static var roots: [Any.Type] { Fetch.services }
  static var externals: [Any.Type] { [Downloader.self] }  // the options of a command register it
}
