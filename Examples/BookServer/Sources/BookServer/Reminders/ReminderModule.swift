import Nexus

struct ReminderModule: Module {
  func register(in container: Container) throws {
    try container.register(initializer: ReminderRound.init).asTransient()
  }
}
