import Astroject

extension Tour {
  static func children(_ page: Page) throws {
    page.chapter("10. Child containers")
    let town = Container()
    try town.register(Oven.self) { BrickOven() }
    try town.register(Baker.self) { resolver in Baker(try resolver.resolve(Oven.self)) }

    let stall = try town.makeChild(named: "market") { stall in
      try stall.register(Oven.self) { ElectricOven() }
    }
    page.show("a child inherits from its parent, and may override", try stall.resolve(Baker.self).oven.kind)
    page.show("the parent does not see the child's registrations", try town.resolve(Baker.self).oven.kind)

    try town.register(Cake.self) { resolver in
      Cake(description: "the cake of the \(try resolver.resolve(Oven.self).kind)")
    }.asScoped(to: "market")
    page.show("the nearest container named \"market\" caches it", try stall.makeChild().resolve(Cake.self))
    page.showError("no such container is an error") { _ = try town.resolve(Cake.self) }
  }
}
