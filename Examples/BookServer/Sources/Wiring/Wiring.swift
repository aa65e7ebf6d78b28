import AstrojectTool
import BookServer

@main enum Wiring: GraphTool {
  static func makeContainer() throws -> Container { try BookServer.parse([]).makeContainer() }
  static var roots: [Any.Type] { BookServer.roots }
}
