import Astroject

/// A custom scope that caches instances until it is told to release them.
final class ExampleInstance: Instance {
  private var product: Any?

  func get(for context: Context) -> Any? { product }

  func set(_ product: Any, for context: Context) { self.product = product }

  func release(for context: Context?) {
    // A context says that its tree has ended, which changes nothing here; nil says that everything has to go.
    if context == nil { product = nil }
  }
}

extension Registrable {
  @discardableResult
  func asExample() -> Self { self.as(ExampleInstance()) }
}

extension Tour {
  static func customScope(_ page: Page) throws {
    page.chapter("7. Custom scopes")
    let container = Container()
    try container.register(Oven.self) { BrickOven() }
    try container.register(Baker.self) { resolver in Baker(try resolver.resolve(Oven.self)) }.asExample()
    let baker = try container.resolve(Baker.self)
    page.show("the scope caches the instance", try container.resolve(Baker.self) === baker)
    container.release(Baker.self)
    page.show("the same after release", try container.resolve(Baker.self) === baker)
  }
}
