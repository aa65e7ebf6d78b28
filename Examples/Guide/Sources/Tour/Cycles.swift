import Astroject

private final class Chicken {
  var egg: Egg?
}

private final class Egg {
  weak var chicken: Chicken?
}

extension Tour {
  static func cycles(_ page: Page) throws {
    page.chapter("11. Cycles")
    let container = Container()
    try container.register(Egg.self) { resolver in
      let egg = Egg()
      egg.chicken = try resolver.resolve(Chicken.self)
      return egg
    }
    try container.register(Chicken.self) { resolver in
      let chicken = Chicken()
      chicken.egg = try resolver.resolve(Egg.self)
      return chicken
    }
    page.showError("two factories that need each other are an error") { _ = try container.resolve(Egg.self) }

    try container.register(Egg.self) { Egg() }
      .afterInit { resolver, egg in egg.chicken = try resolver.resolve(Chicken.self) }
    try container.register(Chicken.self) { Chicken() }
      .afterInit { resolver, chicken in chicken.egg = try resolver.resolve(Egg.self) }
    let chicken = try container.resolve(Chicken.self)
    page.show("afterInit may resolve the object that is being built", chicken.egg?.chicken === chicken)
  }
}
