import Nexus

struct PantryModule: Module {
  func register(in container: Container) throws {
    try container.register((any Pantry).self, initializer: HomePantry.init).asSingleton()
  }
}
