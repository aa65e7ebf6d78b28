import Logging
import Nexus

/// Everything that the server registers in code; the rest is in `services.json`.
struct AppModule: Module {
  func register(in container: Container) throws {
    try container.register(
      initializer: Settings.init,
      with: .named("host"), .named("port"), .named("reminderInterval"), .named("servesGraph")
    )
    .asTransient()
    try container.register(name: "server", initializer: Logger.init(level:)).asSingleton()
    try container.register(module: RequestModule())
    try container.register(module: DatabaseModule())
    try container.register(module: BookModule())
    try container.register(module: MemberModule())
    try container.register(module: LoanModule())
    try container.register(module: ReminderModule())
  }
}
