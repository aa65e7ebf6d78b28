import Astroject

/// Logs registrations and resolutions.
struct LoggingBehavior: Behavior {
  let page: Page

  func didRegister<Product>(
    type: Product.Type, to container: Container, as registration: any Registrable<Product>, with name: String?
  ) {
    page.show("(log)", "registered \(registration.key)")
  }

  func didResolve<Product>(
    type: Product.Type, to container: Container, as registration: any Registrable<Product>, with name: String?
  ) {
    page.show("(log)", "resolved \(registration.key)")
  }

  func didFail<Product>(type: Product.Type, to container: Container, with name: String?, error: AstrojectError) {
    page.show("(log)", "failed to resolve \(type)")
  }
}

extension Tour {
  static func behaviors(_ page: Page) throws {
    page.chapter("8. Behaviors")
    let container = Container()
    container.add(LoggingBehavior(page: page))
    try container.register(Oven.self) { BrickOven() }
    try container.register(Baker.self, name: "night") { resolver in Baker(try resolver.resolve(Oven.self)) }
    page.show(
      "a behavior sees each registration and resolve", try container.resolve(Baker.self, name: "night").oven.kind)
    page.showError("and each failure") { _ = try container.resolve(Cake.self) }
  }
}
