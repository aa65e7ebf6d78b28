import Nexus

/// The formatters that come with the tool.
struct StandardFormatters: Module {
  func register(in container: Container) throws {
    container.contribute(BodyFormatter.self, initializer: JSONFormatter.init)
    container.contribute(BodyFormatter.self, initializer: HTMLFormatter.init)
    container.contribute(BodyFormatter.self, initializer: PlainFormatter.init)
    container.contribute(BodyFormatter.self, initializer: HexFormatter.init)
  }
}
