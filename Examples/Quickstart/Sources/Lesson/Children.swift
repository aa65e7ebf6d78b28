import Astroject

extension Lesson {
  static func children(_ page: Page) throws {
    page.chapter("10. Child containers")
    let town = Container()
    try town.register(Oven.self) { BrickOven() }
    try town.register(Baker.self) { resolver in Baker(try resolver.resolve(Oven.self)) }

    let stall = try town.makeChild(named: "market") { stall in
      try stall.register(Oven.self) { ElectricOven() }
    }
    page.show("a child sees its parent, and overrides it for itself", try stall.resolve(Baker.self).oven.kind)
    page.show("the parent does not see its child", try town.resolve(Baker.self).oven.kind)

    try town.register(Cake.self) { resolver in
      Cake(description: "the cake of the \(try resolver.resolve(Oven.self).kind)")
    }.asScoped(to: "market")
    page.show("kept by the nearest container named \"market\"", try stall.makeChild().resolve(Cake.self))
    page.showError("where there is none") { _ = try town.resolve(Cake.self) }
  }
}
