import AstrojectTool
import Shop

@main enum Wiring: GraphTool {
  static func makeContainer() throws -> Container { try AppContainer.make(settings: Settings(dishes: [])) }
  static var roots: [Any.Type] { [ShoppingCommand.self] }
}
