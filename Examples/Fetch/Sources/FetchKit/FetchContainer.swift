import Nexus

/// Makes the container of the tool.
package enum FetchContainer {
  /// Modules that contribute formatters.
  static var plugins: [any Module] { [StandardFormatters()] }

  package static func make() throws -> Container {
    try Container { container in
      try container.register(module: SystemModule())
      try container.register(module: NetworkModule())
      for plugin in plugins { try container.register(module: plugin) }
      try container.register(module: ServicesModule())
    }
  }
}

/// Registers output, files and time, which tests replace.
struct SystemModule: Module {
  func register(in container: Container) throws {
    try container.register(Output.self, initializer: StandardOutput.init).asSingleton()
    try container.register(Files.self, initializer: LocalFiles.init).asSingleton()
    try container.register(Pause.self, initializer: RealPause.init).asSingleton()
  }
}

/// Registers the services of the commands.
struct ServicesModule: Module {
  func register(in container: Container) throws {
    try container.register(initializer: Formatters.init)
    try container.register(initializer: GetService.init)
    try container.register(initializer: LinksService.init)
    try container.register(initializer: CheckService.init)
    try container.register(initializer: FormatsService.init)
  }
}
