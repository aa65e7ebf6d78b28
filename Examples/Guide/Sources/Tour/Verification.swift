import AstrojectGraph
import Nexus

/// A customer's session. Each container has its own.
private final class Basket {}

private final class Counter {
  let basket: Basket
  init(basket: Basket) { self.basket = basket }
}

private final class Kitchen {
  let bakery: Bakery
  let waiter: Waiter
  init(bakery: Bakery, waiter: Waiter) {
    self.bakery = bakery
    self.waiter = waiter
  }
}

private final class Waiter {
  let kitchen: Kitchen
  init(kitchen: Kitchen) { self.kitchen = kitchen }
}

private final class Restaurant {
  let kitchen: Kitchen
  let counter: Counter
  init(kitchen: Kitchen, counter: Counter) {
    self.kitchen = kitchen
    self.counter = counter
  }
}

extension Tour {
  static func verification(_ page: Page) throws {
    page.chapter("13. Verifying the graph")
    let container = Container()
    try container.register(initializer: Restaurant.init)
    try container.register(initializer: Kitchen.init)
    try container.register(initializer: Waiter.init)
    try container.register(initializer: Bakery.init)
    try container.register(initializer: Baker.init)
    try container.register(initializer: Counter.init).asSingleton()
    try container.register(initializer: Basket.init).asScoped()
    page.showError("validate() finds all mistakes at once, and builds nothing") { try container.validate() }

    let before = container.graph
    do { try container.validate() } catch let error as GraphError {
      page.show("the graph as a Mermaid diagram, with mistakes in red", error.mermaid)
    }

    try container.register(Oven.self, initializer: BrickOven.init)
    page.show("the difference between two graphs", before.diff(container.graph))

    let trace = container.resolutionTrace()
    _ = try container.resolve(Bakery.self)
    page.show("a trace of one resolve", trace.roots.map { "\($0.key): \($0.outcome)" })
  }
}
