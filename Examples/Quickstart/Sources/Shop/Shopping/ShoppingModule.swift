import Nexus

struct ShoppingModule: Module {
  func register(in container: Container) throws {
    try container.register((any Output).self, initializer: StandardOutput.init)
    try container.register(initializer: ShoppingList.init)
    try container.register(initializer: ShoppingCommand.init)
  }
}
