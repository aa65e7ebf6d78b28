import Nexus

/// Contributes the built-in formatters.
struct StandardFormatters: Module {
  func register(in container: Container) throws {
    try container.contribute(BodyFormatter.self, initializer: JSONFormatter.init)
    try container.contribute(BodyFormatter.self, initializer: HTMLFormatter.init)
    try container.contribute(BodyFormatter.self, initializer: PlainFormatter.init)
    try container.contribute(BodyFormatter.self, initializer: HexFormatter.init)
  }
}
