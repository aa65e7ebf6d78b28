import Nexus

private final class Shop {
  let bakery: Bakery
  let till: Lazy<Till>
  let sign: String?
  @Inject var oven: any Oven

  init(bakery: Bakery, till: Lazy<Till>, sign: String?) {
    self.bakery = bakery
    self.till = till
    self.sign = sign
  }
}

/// A till and a shop need each other, so one of the two is lazy.
private final class Till {
  unowned let shop: Shop
  init(shop: Shop) { self.shop = shop }
}

private struct Recipe {
  let flour: Int
  let sugar: Int
}

/// Gets a new baker each time.
private struct Shelf<Value> {
  let next: Provider<Value>
}

private final class Window {
  let shelf: Shelf<Baker>
  init(shelf: Shelf<Baker>) { self.shelf = shelf }
}

/// Declares its own initializer, so that discovery can register it.
final class Scale {
  let oven: any Oven
  init(next oven: any Oven) { self.oven = oven }
}

extension Scale: AutoInjectable {
  static let injection = Injection<Scale>(Scale.init(next:))
  static func configure(_ registration: Registration<Scale>) { registration.asSingleton() }
}

extension Tour {
  static func wiring(_ page: Page) throws {
    page.chapter("1. Wiring without closures")
    let container = Container()
    try container.register(Oven.self, initializer: BrickOven.init).asSingleton()
    try container.register(initializer: Baker.init)
    try container.register(initializer: Bakery.init)
    let bakery = try container.resolve(Bakery.self)
    page.show("each parameter is filled by its type", "two bakers at the \(bakery.second.oven.kind)")
    page.show(
      "an argument fills the parameter of its type",
      try container.resolve(Baker.self, arguments: ElectricOven()).oven.kind)

    try container.register(initializer: Shop.init)
    page.showError("an error names the missing type and the path to it") {
      _ = try container.resolve(Shop.self).till.value
    }
    try container.register(initializer: Till.init)
    let shop = try container.resolve(Shop.self)
    page.show("Lazy breaks a cycle", try shop.till.value.shop === shop)
    page.show("an optional is nil where nothing is registered", shop.sign ?? "nil")
    page.show("@Inject fills a property", shop.oven.kind)

    try container.register(initializer: Shelf<Baker>.init)
    try container.register(initializer: Window.init)
    let shelf = try container.resolve(Window.self).shelf
    page.show("a Provider resolves each time it is asked", "one more baker at the \(try shelf.next.get().oven.kind)")

    try container.register(Int.self, name: "flour") { 500 }
    try container.register(initializer: Recipe.init(flour:sugar:), with: .named("flour"), .value(80))
    page.show("rules say how each parameter is filled", try container.resolve(Recipe.self))

    let found = try container.registerDiscovered(in: ["Tour"])
    page.show("discovery finds types that declare how they are built", found.registered.map(\.name))
    page.show("and registers them", try container.resolve(Scale.self).oven.kind)
  }
}
