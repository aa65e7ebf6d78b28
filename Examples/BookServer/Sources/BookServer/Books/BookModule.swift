import Nexus

struct BookModule: Module {
  func register(in container: Container) throws {
    try container.register(initializer: Catalogue.init).asTransient()
  }
}
