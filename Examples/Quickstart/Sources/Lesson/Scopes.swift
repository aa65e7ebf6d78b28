import Astroject

extension Lesson {
  static func scopes(_ page: Page) throws {
    page.chapter("5. Scopes")
    let container = Container()
    try container.register(Oven.self) { BrickOven() }
    try container.register(Bakery.self) { resolver in
      Bakery(try resolver.resolve(Baker.self), try resolver.resolve(Baker.self))
    }

    try container.register(Baker.self) { resolver in Baker(try resolver.resolve(Oven.self)) }.asGraph()
    page.show("graph, the default: shared within one tree", try container.resolve(Bakery.self).sharesBaker)
    page.show("and new for the next one", try sameBaker(container, container))

    try container.register(Baker.self) { resolver in Baker(try resolver.resolve(Oven.self)) }.asTransient()
    page.show("transient: shared within one tree", try container.resolve(Bakery.self).sharesBaker)

    try container.register(Baker.self) { resolver in Baker(try resolver.resolve(Oven.self)) }.asSingleton()
    page.show("singleton: always the same", try sameBaker(container, container))
    let singleton = try container.resolve(Baker.self)
    container.release(Baker.self)
    page.show("also after release", try container.resolve(Baker.self) === singleton)

    try container.register(Baker.self) { resolver in Baker(try resolver.resolve(Oven.self)) }
      .asDisposableSingleton()
      .onRelease { _ in page.show("(onRelease)", "the baker goes home") }
    let disposable = try container.resolve(Baker.self)
    page.show("disposable singleton: the same", try container.resolve(Baker.self) === disposable)
    container.release(Baker.self)
    page.show("until it is released", try container.resolve(Baker.self) === disposable)

    try weakScope(page)
    page.show("the last reference is gone", "and so is the apprentice; the container does not hold one")

    let child = container.makeChild()
    try container.register(Baker.self) { resolver in Baker(try resolver.resolve(Oven.self)) }.asScoped()
    page.show("a registration that is replaced lets go, too", "and the next one counts")
    page.show("container: one for each container", try sameBaker(container, container))
    page.show("so a child has another one", try sameBaker(container, child))
  }

  private static func weakScope(_ page: Page) throws {
    let container = Container()
    try container.register(Apprentice.self) { Apprentice { page.show("(deinit)", "the apprentice leaves") } }.asWeak()
    let first = try container.resolve(Apprentice.self)
    let second = try container.resolve(Apprentice.self)
    page.show("weak: the same while somebody holds it", first === second)
  }

  private static func sameBaker(_ first: Container, _ second: Container) throws -> Bool {
    try first.resolve(Baker.self) === second.resolve(Baker.self)
  }
}
