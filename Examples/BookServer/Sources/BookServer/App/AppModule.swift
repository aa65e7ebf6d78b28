import Nexus

/// The whole server.
struct AppModule: Module {
  let settings: Settings

  func register(in container: Container) throws {
    try container.register(instance: settings)
    try container.register(instance: settings.logger, name: "server")
    try container.register(WallClock.self, initializer: SystemClock.init).asSingleton()
    try container.register(module: RequestModule())
    try container.register(module: DatabaseModule(location: settings.database))
    try container.register(module: BookModule())
    try container.register(module: MemberModule())
    try container.register(module: LoanModule(rules: settings.rules))
    try container.register(module: ReminderModule())
  }
}
