import Nexus

/// The composition root of the bakery. `Tests/TourTests` test it in both runners.
package enum BakeryApp {
  package static func makeContainer() throws -> Container {
    try Container { container in
      try container.register(Oven.self, initializer: BrickOven.init).asSingleton()
      try container.register(initializer: Baker.init).asSingleton()
      try container.register(initializer: Bakery.init)
    }
  }
}
