import Nexus

/// The settings of one run, read from the command line.
package struct Settings: Sendable {
  var dishes: [String]

  package init(dishes: [String]) { self.dishes = dishes }
}

/// The composition root: the one place that knows all modules.
package enum AppContainer {
  package static func make(settings: Settings) throws -> Container {
    try Container { container in
      try container.register(instance: settings)
      try container.register(module: RecipesModule())
      try container.register(module: PantryModule())
      try container.register(module: ShoppingModule())
    }
  }
}
