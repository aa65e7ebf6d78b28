import Nexus

/// The bakery wired as an app would do it; `Tests/LessonTests` test it, in two styles.
package enum BakeryApp {
  package static func makeContainer() throws -> Container {
    try Container { container in
      try container.register(Oven.self, initializer: BrickOven.init).asSingleton()
      try container.register(initializer: Baker.init).asSingleton()
      try container.register(initializer: Bakery.init)
    }
  }
}
