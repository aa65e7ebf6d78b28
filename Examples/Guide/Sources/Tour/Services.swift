import Astroject

extension Tour {
  static func services(_ page: Page) async throws {
    page.chapter("2. Services")
    let container = Container()
    try container.register(Int.self) { 42 }
    page.show("a factory builds a value", try resolve(Int.self, from: container))

    try container.register(Oven.self) { BrickOven() }
    page.show("a protocol is the key, a class the product", try resolve(Oven.self, from: container).kind)

    try container.register(Baker.self) { resolver in Baker(try resolver.resolve(Oven.self)) }
    page.show(
      "a factory resolves what it needs", "a baker at the " + (try await container.resolve(Baker.self)).oven.kind)

    try container.register(Cake.self) { resolver in
      let baker = try await resolver.resolve(Baker.self)
      await Task.yield()
      return Cake(description: "a cake from the \(baker.oven.kind)")
    }
    page.show("an asynchronous factory is awaited", try await container.resolve(Cake.self))
    page.showError("to resolve it synchronously is an error, not a crash") { _ = try container.resolve(Cake.self) }
    page.show(
      "an optional is nil where nothing is registered", try await container.resolve(Apprentice?.self) as Any? ?? "nil")
    page.showError("without the optional, that is an error") { _ = try container.resolve(Apprentice.self) }
  }

  /// Resolves synchronously: in an asynchronous function, Swift would choose the asynchronous `resolve`.
  private static func resolve<Product>(_ type: Product.Type, from container: Container) throws -> Product {
    try container.resolve(type)
  }

  static func arguments(_ page: Page) throws {
    page.chapter("3. Arguments")
    let container = Container()
    try container.register(Cake.self, argument: String.self) { _, taste in Cake(description: "a \(taste) cake") }
    page.show("one argument", try container.resolve(Cake.self, argument: "plum"))

    try container.register(Cake.self, arguments: String.self, Int.self) { _, taste, layers in
      Cake(description: "a \(taste) cake of \(layers) layers")
    }
    page.show("several arguments", try container.resolve(Cake.self, arguments: "cherry", 3))
    page.showError("arguments are part of the key, and the error shows near matches") {
      _ = try container.resolve(Cake.self)
    }
  }

  static func names(_ page: Page) throws {
    page.chapter("4. Names and keys")
    enum Season: Hashable { case summer, winter }

    let container = Container()
    try container.register(Cake.self) { Cake(description: "a cake") }
    try container.register(Cake.self, name: "wedding") { Cake(description: "a cake with a couple on it") }
    try container.register(Cake.self, key: Season.winter) { Cake(description: "a stollen") }
    page.show("without a name", try container.resolve(Cake.self))
    page.show("by a name", try container.resolve(Cake.self, name: "wedding"))
    page.show("by a key, which may be any hashable value", try container.resolve(Cake.self, key: Season.winter))
    page.show("all of them, in order", try container.resolveAll(Cake.self).map(\.description).joined(separator: ", "))
  }
}
