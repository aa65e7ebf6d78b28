import Astroject

extension Tour {
  static func scopes(_ page: Page) throws {
    page.chapter("5. Scopes")
    let container = Container()
    try container.register(Oven.self) { BrickOven() }
    try container.register(Bakery.self) { resolver in
      Bakery(try resolver.resolve(Baker.self), try resolver.resolve(Baker.self))
    }

    try container.register(Baker.self) { resolver in Baker(try resolver.resolve(Oven.self)) }.asGraph()
    page.show("graph, the default: shared within one resolve", try container.resolve(Bakery.self).sharesBaker)
    page.show("shared with the next resolve", try sameBaker(container, container))

    try container.register(Baker.self) { resolver in Baker(try resolver.resolve(Oven.self)) }.asTransient()
    page.show("transient: shared within one resolve", try container.resolve(Bakery.self).sharesBaker)

    try container.register(Baker.self) { resolver in Baker(try resolver.resolve(Oven.self)) }.asSingleton()
    page.show("singleton: shared by all resolves", try sameBaker(container, container))
    let singleton = try container.resolve(Baker.self)
    container.release(Baker.self)
    page.show("the same after release", try container.resolve(Baker.self) === singleton)

    try container.register(Baker.self) { resolver in Baker(try resolver.resolve(Oven.self)) }
      .asDisposableSingleton()
      .onRelease { _ in page.show("(onRelease)", "the baker goes home") }
    let disposable = try container.resolve(Baker.self)
    page.show("disposable singleton: shared by all resolves", try container.resolve(Baker.self) === disposable)
    container.release(Baker.self)
    page.show("the same after release", try container.resolve(Baker.self) === disposable)

    try weakScope(page)
    page.show("when the last reference goes", "the apprentice is freed: the container holds no reference")

    let child = container.makeChild()
    try container.register(Baker.self) { resolver in Baker(try resolver.resolve(Oven.self)) }.asScoped()
    page.show("a replaced registration releases its instance", "and the new one is used")
    page.show("container: shared within one container", try sameBaker(container, container))
    page.show("shared with a child", try sameBaker(container, child))
  }

  private static func weakScope(_ page: Page) throws {
    let container = Container()
    try container.register(Apprentice.self) { Apprentice { page.show("(deinit)", "the apprentice leaves") } }.asWeak()
    let first = try container.resolve(Apprentice.self)
    let second = try container.resolve(Apprentice.self)
    page.show("weak: shared while it is in use", first === second)
  }

  private static func sameBaker(_ first: Container, _ second: Container) throws -> Bool {
    try first.resolve(Baker.self) === second.resolve(Baker.self)
  }
}
